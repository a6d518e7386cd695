import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { COMMAND_TOOLS } from '@pagehand/contracts/commands';
import { ERROR_CODES } from '@pagehand/contracts/errors';
import { isRecord } from '@pagehand/contracts/is-record';
import { toJsonSchema } from '@pagehand/contracts/json-schema';
import { KitManifestSchema } from '@pagehand/contracts/kit-manifest';
import { ActionStepSchema } from '@pagehand/contracts/plan';
import { SIGNATURES_FILE } from '../agent/internal-tools/index.ts';
import { toolName } from '../agent/internal-tools/internal-tool-manager.ts';
import { PagehandAgent } from '../agent/internal-tools/pagehand-agent.ts';
import { readSignatures } from '../agent/internal-tools/read-signatures.ts';
import { markedMethods } from '../agent/internal-tools/tool-mark.ts';
import { AGENT_TOOLS } from '../tools/index.ts';
import { ROOT } from './install.mjs';

/** `npm run docs` writes REFERENCE.md, the signatures of the internal tools and the schema of kit.yaml from the code; with `--check` it only says whether they are current. */
const FILE = join(ROOT, 'REFERENCE.md');
/** What editors complete kit.yaml with. */
const KIT_SCHEMA = join(ROOT, 'kits/kit.schema.json');

/** Fields of a step that we add ourselves. */
const PINNED = ['kind', 'stepId', 'origin', 'documentId', 'why'];

const signatures = readSignatures(join(ROOT, 'backend/agent/internal-tools/pagehand-agent.ts'));

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').trim();

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]): string => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** `ref, text, mode?`: the properties of a JSON Schema, optional ones marked. */
function fieldsOf(json: Record<string, unknown>, without: string[] = []): string {
  if (!isRecord(json['properties'])) return '';
  const required = Array.isArray(json['required']) ? json['required'] : [];
  return Object.keys(json['properties'])
    .filter((name) => !without.includes(name))
    .map((name) => `\`${name}\`${required.includes(name) ? '' : '?'}`)
    .join(', ');
}

function reference(): string {
  const actions = ActionStepSchema.options.map((option) => [
    `\`${option.shape.kind.value}\``,
    fieldsOf(toJsonSchema(option), PINNED),
  ]);
  const tools = AGENT_TOOLS.map(({ name, declaration, effect }) => [
    `\`${name}\``,
    declaration.description,
    fieldsOf(declaration.parameters),
    declaration.risk,
    effect,
  ]);
  const internal = markedMethods(PagehandAgent.prototype).map(({ className, methodName, mark }) => {
    const signature = signatures[`${className}.${methodName}`];
    return [
      `\`${toolName(methodName)}\``,
      signature?.description ?? '',
      fieldsOf(signature?.parameters ?? {}),
      mark.risk,
      mark.effect,
    ];
  });
  const commands = Object.entries(COMMAND_TOOLS).map(([command, tool]) => [`\`/${command}\``, `\`${tool}\``]);
  const errors = Object.entries(ERROR_CODES).map(([code, { retryable, hint }]) => [
    `\`${code}\``,
    retryable ? 'yes' : 'no',
    hint,
  ]);
  return [
    '# Reference',
    'Written by `npm run docs` from the code; do not edit by hand.',
    '## Tools\nWhat the model is offered. `?` marks an optional argument.',
    table(['tool', 'what it does', 'arguments', 'risk', 'effect'], tools),
    '## Internal tools\nMethods of the agent (`backend/agent/internal-tools/pagehand-agent.ts`); they need no page and no network.',
    table(['tool', 'what it does', 'arguments', 'risk', 'effect'], internal),
    '## Slash commands\nEach is a run whose first tool call is the one it spells. Plain text is `/react-ask`.',
    table(['command', 'tool'], commands),
    '## Actions\nThe closed vocabulary of a plan. The schema with its bounds is `shared/contracts/plan.ts`.',
    table(['kind', 'fields'], actions),
    '## Error codes\nThe closed list. `retry` says whether the very same call may succeed later.',
    table(['code', 'retry', 'what to do'], errors),
    '',
  ].join('\n\n');
}

const kitSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'kit.yaml of Pagehand',
  ...toJsonSchema(KitManifestSchema),
};

const files: [string, string][] = [
  [FILE, reference()],
  [KIT_SCHEMA, `${JSON.stringify(kitSchema, null, 2)}\n`],
  [fileURLToPath(SIGNATURES_FILE), `${JSON.stringify(signatures, null, 2)}\n`],
];
for (const [path, wanted] of files) {
  const name = relative(ROOT, path);
  if (!process.argv.includes('--check')) {
    writeFileSync(path, wanted);
    console.log(`${name} is written.`);
  } else if (!existsSync(path) || readFileSync(path, 'utf8') !== wanted) {
    console.error(`${name} is not current: npm run docs`);
    process.exitCode = 1;
  }
}
