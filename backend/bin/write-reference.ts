import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMMAND_TOOLS } from '@pagehand/contracts/commands';
import { ERROR_CODES } from '@pagehand/contracts/errors';
import { toJsonSchema } from '@pagehand/contracts/json-schema';
import { ActionStepSchema } from '@pagehand/contracts/plan';
import { AGENT_TOOLS } from '../tools/index.ts';
import { ROOT } from './install.mjs';

/** `npm run docs` writes REFERENCE.md from the code; with `--check` it only says whether the file is current. */
const FILE = join(ROOT, 'REFERENCE.md');

/** Fields of a step that we add ourselves. */
const PINNED = ['kind', 'stepId', 'origin', 'documentId', 'why'];

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

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
    '## Slash commands\nEach is a run whose first tool call is the one it spells. Plain text is `/react-ask`.',
    table(['command', 'tool'], commands),
    '## Actions\nThe closed vocabulary of a plan. The schema with its bounds is `shared/contracts/plan.ts`.',
    table(['kind', 'fields'], actions),
    '## Error codes\nThe closed list. `retry` says whether the very same call may succeed later.',
    table(['code', 'retry', 'what to do'], errors),
    '',
  ].join('\n\n');
}

const wanted = reference();
if (process.argv.includes('--check')) {
  if (readFileSync(FILE, 'utf8') !== wanted) {
    console.error('REFERENCE.md is not current: npm run docs');
    process.exitCode = 1;
  }
} else {
  writeFileSync(FILE, wanted);
  console.log('REFERENCE.md is written.');
}
