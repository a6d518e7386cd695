import { readFileSync } from 'node:fs';
import { Validator } from '@cfworker/json-schema';
import { isPinnedImage, KitManifestSchema } from '@pagehand/contracts/kit-manifest';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readKit } from '../../backend/kits/load-kit.ts';
import { parseManifest } from '../../backend/kits/parse-manifest.ts';
import { MANIFEST, SAMPLE } from './kits-support.ts';

/** `line: message` of every problem. */
const problems = (text: string): string[] => {
  const parsed = parseManifest(text);
  return parsed.ok ? [] : parsed.problems.map(({ line, message }) => `${line}: ${message}`);
};
const withLine = (line: string): string => `${MANIFEST}${line}\n`;
const replaced = (from: string | RegExp, to: string): string => MANIFEST.replace(from, to);

const WHOLE = `# yaml-language-server: $schema=kit.schema.json
docVersion: v1
id: my-kit
version: 1.2.3-rc.1
name: My kit
owner: somebody
description: Does it.
image: registry.example.com/base:1@sha256:${'0'.repeat(64)}
runtime: python
dependencies: ['openpyxl==3.1.5']
environment:
  - { name: API_KEY, description: The key., required: true, secret: true }
  - { name: REGION, description: Where., default: eu }
ports:
  - { name: web, port: 8080 }
network: [api.example.com, 'files.example.com:8443']
workspace:
  description: Notes.
  files: [{ path: notes/first.md }]
  ignore: ['*.tmp']
instructions:
  - { name: rules, path: rules.md }
profiles:
  default:
    tools:
      - { name: one, path: 'a/b.py:one', description: It does one., risk: none, timeout: 2.5 }
  other:
    instructions: [{ name: more, path: more.md }]
    tools: [{ name: one, path: one }]
provide:
  description: Gives one.
  workspace: { description: Its notes. }
  tools: [{ name: one, path: one, risk: critical }]
`;

describe('kit.yaml', () => {
  it('has every field of the format, and defaults for what may be left out', () => {
    const parsed = parseManifest(WHOLE);
    expect(parsed).toMatchObject({ ok: true });
    if (!parsed.ok) return;
    expect(parsed.manifest).toMatchObject({
      environment: [
        { name: 'API_KEY', required: true, secret: true },
        { name: 'REGION', required: false, secret: false, default: 'eu' },
      ],
      profiles: { other: { tools: [{ risk: 'high', timeout: 30 }] } },
      provide: { tools: [{ risk: 'critical' }] },
    });
    const small = parseManifest(MANIFEST);
    expect(small).toMatchObject({
      ok: true,
      manifest: { network: 'none', ports: [], environment: [], dependencies: [], workspace: { files: [], ignore: [] } },
    });
  });

  it('is described by the published schema, as editors read it', () => {
    const schema: object = JSON.parse(readFileSync(new URL('../../kits/kit.schema.json', import.meta.url), 'utf8'));
    const validator = new Validator(schema, '7');
    expect(validator.validate(parse(WHOLE))).toMatchObject({ valid: true });
    expect(validator.validate(parse(MANIFEST))).toMatchObject({ valid: true });
    expect(validator.validate(parse(replaced('runtime: node', 'runtime: ruby')))).toMatchObject({ valid: false });
    expect(validator.validate(parse(withLine('colour: red')))).toMatchObject({ valid: false });
    const missing = Object.keys(KitManifestSchema.shape).filter(
      (field) => !JSON.stringify(schema).includes(`"${field}"`),
    );
    expect(missing).toEqual([]);
  });

  it('is refused with the line, and with what to write instead', () => {
    expect(problems(withLine('colour: red'))).toEqual([
      '15: There is no field "colour" here: look at the list of fields in kits/README.md.',
    ]);
    expect(problems(withLine('agents: []'))).toEqual([
      '15: There is no field "agents" here: Pagehand has one agent: put what it should know into "instructions".',
    ]);
    expect(problems(replaced('version: 1.0.0', 'version: 1.0'))).toEqual([
      '3: version must be a text: put it in quotes, like "version: \'1.0.0\'".',
    ]);
    expect(problems(replaced('version: 1.0.0', 'version: one'))).toEqual([
      '3: version must be a semantic version with three numbers, like "1.0.0".',
    ]);
    expect(problems(replaced(/^id: .*\n/m, ''))).toEqual(['1: id is missing: add it, like "id: my-kit".']);
    expect(problems(replaced('id: sample', 'id: My Kit'))[0]).toMatch(/^2: id must be lower-case letters/);
    expect(problems(replaced('runtime: node', 'runtime: ruby'))).toEqual([
      '8: runtime must be "node" or "python", not "ruby".',
    ]);
    expect(problems(replaced('docVersion: v1', 'docVersion: v2'))).toEqual(['1: docVersion must be "v1", not "v2".']);
    expect(problems(replaced('risk: none', 'risk: some'))[0]).toBe(
      '14: profiles.default.tools[0].risk must be "none" or "low" or "high" or "critical", not "some".',
    );
    expect(problems(replaced('path: add.ts:add', 'path: ../add.ts:add'))[0]).toMatch(
      /^13: profiles.default.tools\[0\].path must be "file:function"/,
    );
    expect(problems(replaced('name: add', 'name: Add It'))[0]).toMatch(
      /^12: profiles.default.tools\[0\].name must be lower-case/,
    );
    expect(problems(withLine('network: [10.0.0.1]'))[0]).toMatch(/^15: network\[0\] must be the full name of a host/);
    const wrong =
      'localhost 10.0.0.12:443 0x7f.0.0.0x1 1.2.3.0x4 a.example:0 a.example:65536 A.example http://a.example *.a.example';
    for (const host of wrong.split(' '))
      expect(problems(withLine(`network: ["${host}"]`))[0]).toMatch(/^15: network\[0\] must be the full name/);
    for (const host of ['a.example:6554', 'a.example:65535', 'a-b.xn--p1ai:1'])
      expect([host, problems(withLine(`network: ["${host}"]`))]).toEqual([host, []]);
    expect(problems(withLine('network: []'))).toEqual([
      '15: network must name a host; without any, write "network: none".',
    ]);
    expect(problems(withLine('network: all'))).toEqual([
      '15: network must be "none" or a list of hosts, like "[api.example.com]".',
    ]);
    expect(problems(withLine('ports: [{ name: web, port: 80 }]'))).toEqual([
      '15: ports[0].port must be from 1024 to 65535: the container has no root.',
    ]);
    expect(problems(withLine('environment:\n  - { name: PATH, description: x }'))).toEqual([
      '16: environment[0].name is a name the runner needs itself: choose another.',
    ]);
    expect(problems(withLine('environment:\n  - { name: K, description: x, secret: true, default: y }'))[0]).toMatch(
      /^16: environment\[0\].default must be left out: a secret has no default/,
    );
    expect(problems(withLine('workspace: { files: [{ path: ../x }] }'))[0]).toMatch(
      /^15: workspace.files\[0\].path must be a path below the kit's workspace\/ folder/,
    );
    expect(problems(MANIFEST.replace(/profiles:[\s\S]*$/, ''))).toEqual([
      '1: profiles must declare at least one tool, under profiles.NAME.tools or provide.tools.',
    ]);
    expect(problems(`${MANIFEST}      - { name: add, path: add }\n`)).toEqual([
      '15: profiles.default.tools[1].name stands twice: "add".',
    ]);
  });

  it('is plain YAML: no anchors, aliases, tags, merge keys, equal keys, second documents', () => {
    expect(problems(withLine('x: &a 1'))[0]).toMatch(/^15: Anchors/);
    expect(problems(withLine('owner: *a'))[0]).toMatch(/^\d+: /);
    expect(problems(withLine('x: !!js/function "a"'))[0]).toMatch(/^15: /);
    expect(problems(withLine('x: !mine 1'))[0]).toMatch(/^15: /);
    expect(problems(withLine('<<: { owner: other }'))[0]).toMatch(/^15: There is no field "<<"/);
    expect(problems(withLine('id: other'))[0]).toMatch(/^15: Map keys must be unique/);
    expect(problems(`${MANIFEST}---\n${MANIFEST}`)[0]).toMatch(/more than one document/);
    expect(problems(withLine('__proto__: { polluted: true }'))[0]).toMatch(/^15: /);
    expect(problems('')[0]).toMatch(/The file is empty/);
    expect(problems('- a')[0]).toMatch(/The file must be a mapping with fields/);
    expect(problems(withLine('x: "unclosed'))[0]).toMatch(/^1[56]: /);
  });

  it('cannot be a bomb: aliases, depth, size', () => {
    const bomb = [
      'a: &a [x]',
      ...'bcdefghij'.split('').map((name, index) => `${name}: &${name} [${`*${'abcdefghij'[index]},`.repeat(9)}]`),
    ];
    expect(problems(bomb.join('\n'))[0]).toMatch(/Anchors|Aliases/);
    expect(problems(`x: ${'['.repeat(50_000)}`)).toEqual([
      'undefined: It nests deeper than 12 levels: make it flatter.',
    ]);
    expect(problems(`x:\n${'- '.repeat(50_000)}1`)).toEqual([
      'undefined: It nests deeper than 12 levels: make it flatter.',
    ]);
    expect(problems(`x: ${'a'.repeat(300_000)}`)[0]).toMatch(/longer than 200000 characters/);
  });

  it('never makes the reader throw, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.string().map((text) => MANIFEST + text),
        ),
        (text) => {
          const parsed = parseManifest(text);
          expect(parsed.ok || parsed.problems.length > 0).toBe(true);
        },
      ),
    );
  });

  it('tells an image by its content from a name that may mean something else tomorrow', () => {
    const digest = `sha256:${'0'.repeat(64)}`;
    expect([digest, `a/b@${digest}`, `a:1@${digest}`].map(isPinnedImage)).toEqual([true, true, true]);
    expect(['node', 'node:20', 'registry.example.com:5000/a:b'].map(isPinnedImage)).toEqual([false, false, false]);
  });
});

describe('a kit', () => {
  const read = (files: Readonly<Record<string, string>>) =>
    readKit(new Map(Object.entries(files).map(([path, text]) => [path, new TextEncoder().encode(text)])));
  const wrong = (files: Readonly<Record<string, string>>): string[] => {
    const reading = read({ ...SAMPLE, ...files });
    return reading.ok ? [] : reading.problems.map(({ file, line, message }) => `${file}:${line}: ${message}`);
  };
  const manifest = (from: string, to: string) => ({ 'kit.yaml': MANIFEST.replace(from, to) });

  it('has its tools with schema, risk and time limit', () => {
    const reading = read(SAMPLE);
    expect(reading).toMatchObject({
      ok: true,
      kit: {
        tools: {
          profiles: {
            default: [
              {
                name: 'add',
                file: 'add.ts',
                function: 'add',
                description: 'Adds two numbers.',
                risk: 'none',
                timeoutMs: 30_000,
                parameters: { properties: { a: { type: 'number' }, b: { type: 'number' } }, required: ['a', 'b'] },
              },
            ],
          },
        },
        files: { 'kit.yaml': expect.stringMatching(/^[0-9a-f]{64}$/) },
      },
    });
  });

  it('finds a bare function where exactly one file has it', () => {
    expect(read({ ...SAMPLE, ...manifest('add.ts:add', 'add') }).ok).toBe(true);
    const twice = {
      ...manifest('add.ts:add', 'add'),
      'tools/other.ts': 'export const add = 1;\nexport function sub() {}',
    };
    expect(wrong(twice)).toEqual([]);
    expect(wrong({ ...twice, 'tools/more.ts': 'export function add() {}' })).toEqual([
      'kit.yaml:13: Several files have a function add: write which, like "add.ts:add".',
    ]);
    expect(wrong(manifest('add.ts:add', 'subtract'))).toEqual([
      'kit.yaml:13: No file in tools/ has a function subtract.',
    ]);
  });

  it('is refused where kit.yaml names what is not there', () => {
    expect(wrong(manifest('add.ts:add', 'sums.ts:add'))).toEqual([
      "kit.yaml:13: There is no file tools/sums.ts in the kit's runtime; there is add.ts.",
    ]);
    expect(wrong(manifest('add.ts:add', 'add.ts:sub'))).toEqual([
      'kit.yaml:13: tools/add.ts: There is no exported function sub: write "export function sub". It has add.',
    ]);
    expect(wrong({ 'kit.yaml': withLine('instructions: [{ name: a, path: a.md }]') })).toEqual([
      'kit.yaml:15: There is no file instructions/a.md: make it, or take this entry out.',
    ]);
    expect(wrong({ 'tools/add.ts': 'export const add = (a: number) => a;' })).toEqual([
      'kit.yaml:13: add has no description: write a doc comment over add, or "description" here.',
    ]);
    expect(wrong({ 'tools/add.ts': '/** Adds. */\nexport const add = (a: any) => a;' })[0]).toMatch(
      /^tools\/add.ts:2: The parameter a of add: it has no type, or any/,
    );
  });

  it('locks what it depends on, exactly and with hashes', () => {
    const needs = (list: string) => ({ 'kit.yaml': withLine(`dependencies: [${list}]`).replace(/image: .*/, '') });
    const lock = (version: string) => ({
      'package.json': '{}',
      'package-lock.json': JSON.stringify({
        lockfileVersion: 3,
        packages: { '': {}, 'node_modules/csv': { version, integrity: 'sha512-x' } },
      }),
    });
    expect(wrong({ ...needs('csv@1.0.0'), ...lock('1.0.0') })).toEqual([]);
    expect(wrong(needs('csv@1.0.0'))[0]).toMatch(/^kit.yaml:15: package-lock.json is missing: run "npm install/);
    expect(wrong({ ...needs('csv@1.0.0'), ...lock('1.0.1') })).toEqual([
      'kit.yaml:15: "csv@1.0.0" is locked as 1.0.1 in package-lock.json: write the same version in both.',
    ]);
    expect(wrong({ ...needs('csv'), ...lock('1.0.1') })).toEqual([
      'kit.yaml:15: "csv" has no exact version: write "csv@1.2.3".',
    ]);
    expect(wrong({ ...needs('other@1.0.0'), ...lock('1.0.0') })[0]).toMatch(/is not in package-lock.json/);
    expect(wrong(lock('1.0.0'))[0]).toMatch(/There is a package-lock.json, but no "dependencies"/);
    const python = (text: string) => ({
      'kit.yaml': withLine('dependencies: [OpenPyXL==3.1.5]')
        .replace(/image: .*/, '')
        .replace('runtime: node', 'runtime: python')
        .replace('add.ts', 'add.py'),
      'tools/add.py': 'def add(a: int) -> int:\n    "Adds."\n    return a\n',
      'requirements.txt': text,
    });
    const hash = `--hash=sha256:${'0'.repeat(64)}`;
    expect(wrong(python(`openpyxl==3.1.5 \\\n    ${hash}\n`))).toEqual([]);
    expect(wrong(python('openpyxl==3.1.5\n'))[0]).toMatch(/openpyxl has no "--hash=sha256:..."/);
    expect(wrong(python(`openpyxl>=3 ${hash}\n`))[0]).toMatch(/is not "name==version/);
    expect(wrong(python('--index-url https://example.com\n'))[0]).toMatch(/is not "name==version/);
  });
});
