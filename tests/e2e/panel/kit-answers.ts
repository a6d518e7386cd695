import { AppError } from '@pagehand/contracts/errors';
import { type InstalledKit, type KitModule, KitResponses } from '@pagehand/contracts/kit-module';
import type { ScriptedBackend } from './scripted-backend.ts';

const COMMIT = 'c'.repeat(40);
const AT = 1_790_000_000_000;
export const FILES = [
  { fileId: 'a'.repeat(40), path: 'kept.csv', size: 48 },
  { fileId: 'b'.repeat(40), path: 'reports/2026/offers-of-the-whole-summer-with-a-long-name.xlsx', size: 231_424 },
];

const KITS: InstalledKit[] = [
  {
    id: 'tables',
    version: '1.0.0',
    name: 'Tables',
    owner: 'Pagehand',
    description: 'Cleans, filters, joins and converts tables that a page or a file brings.',
    source: { kind: 'folder', location: 'tables' },
    profiles: ['default', 'reading'],
    network: 'none',
    ports: [],
    secrets: [],
  },
];

const kitModule = (moduleId: string, name: string, more: Partial<KitModule> = {}): KitModule => ({
  moduleId,
  kit: { id: moduleId, version: '1.0.0', name, owner: 'Tests', description: 'Keeps the rows of a table that count.' },
  profile: 'default',
  enabled: true,
  tools: [
    { name: 'keep_rows', description: 'Keeps the rows whose last column is at least a number.', risk: 'low' },
    { name: 'publish_rows', description: 'Puts them where others can see them.', risk: 'high', providedBy: 'share' },
  ],
  network: 'none',
  ports: [],
  environment: [],
  uses: [],
  provides: false,
  image: { state: 'ready' },
  ...more,
});

const problem = (code: ConstructorParameters<typeof AppError>[0], message: string) =>
  new AppError(code, message).toBody();

/** A module with everything that a card can show. */
const FULL = kitModule('rows', 'Rows', {
  ports: [{ name: 'view', port: 8080 }],
  uses: ['share'],
  environment: [
    {
      name: 'CURRENCY',
      description: 'What amounts are in',
      required: true,
      secret: false,
      set: true,
      value: 'EUR',
    },
    { name: 'RATES_KEY', description: 'Key of the exchange rates', required: false, secret: true, set: true },
  ],
});

const CHANGED = kitModule('changed', 'Changed', {
  problem: new AppError('kit-changed', 'The kit changed 1.0.0 is not what was accepted. tools/rows.ts was changed.', {
    problems: [
      { code: 'added', path: 'tools/more.ts', message: 'tools/more.ts was added.' },
      { code: 'changed', path: 'tools/rows.ts', message: 'tools/rows.ts was changed.' },
    ],
  }).toBody(),
});

/** Modules of every state: ready, being built, not built, changed on disk, off. */
export const MODULES: readonly KitModule[] = [
  FULL,
  kitModule('share', 'Share', { provides: true }),
  kitModule('building', 'Building', {
    image: {
      state: 'building',
      lines: ['Step 2/5 : COPY package.json package-lock.json ./', 'added 12 packages in 3 s'],
    },
    problem: problem('kit-image-missing', 'The image of building is being made.'),
  }),
  kitModule('unbuilt', 'Not built', {
    image: { state: 'missing' },
    problem: problem('kit-image-missing', 'The image of unbuilt was not made yet.'),
  }),
  kitModule('broken', 'Broken', {
    image: { state: 'failed', error: problem('kit-build-failed', 'npm ci ended with 1: no such version.') },
    problem: problem('kit-build-failed', 'npm ci ended with 1: no such version.'),
  }),
  CHANGED,
  kitModule('resting', 'Resting', {
    enabled: false,
    problem: problem('tool-unavailable', 'The module resting is switched off.'),
  }),
];

const DIFF = `diff --git a/kept.csv b/kept.csv
new file mode 100644
--- /dev/null
+++ b/kept.csv
@@ -0,0 +1,3 @@
+Name,Price
+Pear,3
-Apple,2
+"Melon, whole",7
`;

/** Lets a backend speak of kits. */
export function offerKits(
  backend: ScriptedBackend,
  modules: readonly KitModule[] = MODULES,
  options: { engine?: boolean; kits?: InstalledKit[] } = {},
): void {
  const error = problem('kit-engine-missing', 'Docker does not answer on /var/run/docker.sock.');
  const answers: { [Verb in keyof typeof KitResponses]?: unknown } = {
    list: {
      engine: options.engine === false ? { ready: false, error } : { ready: true, version: '27.1' },
      kits: options.kits ?? KITS,
      modules,
    },
    log: {
      entries: [
        { kind: 'undo', commit: 'e'.repeat(40), at: AT + 120_000, undoes: 'd'.repeat(40) },
        { kind: 'call', commit: 'd'.repeat(40), at: AT + 60_000, tool: 'kit_rows_publish_rows', callId: 'call-3' },
        { kind: 'call', commit: COMMIT, at: AT + 30_000, tool: 'kit_rows_keep_rows', callId: 'call-2' },
        { kind: 'save', commit: 'f'.repeat(40), at: AT + 10_000, tool: 'save_to_workspace', callId: 'call-1' },
        { kind: 'start', commit: '1'.repeat(40), at: AT },
      ],
    },
    difference: {
      digest: 'a'.repeat(64),
      files: [
        { path: 'tools/more.ts', change: 'added', text: 'export function more(): number {\n  return 1;\n}\n' },
        { path: 'package-lock.json', change: 'changed' },
      ],
      before: { network: 'none', ports: [], secrets: [], packages: [], tools: [{ name: 'keep_rows', risk: 'low' }] },
      now: {
        network: ['rates.example'],
        ports: [],
        secrets: ['RATES_KEY'],
        packages: ['csv-parse@7.0.3'],
        tools: [
          { name: 'keep_rows', risk: 'low' },
          { name: 'publish_rows', risk: 'critical' },
        ],
      },
    },
    diff: { text: DIFF, cut: false, files: [{ path: 'kept.csv', change: 'added' }] },
    files: { files: FILES },
  };
  for (const [verb, answer] of Object.entries(answers)) {
    const schema = KitResponses[verb as keyof typeof KitResponses]; // the keys of the record above
    backend.answers.set(`/api/kits/${verb}`, schema.parse(answer));
  }
}
