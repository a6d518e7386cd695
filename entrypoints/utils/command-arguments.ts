/** Arguments of a slash command, read from free text and from the form, by the tool's own JSON Schema. */

import type { CommandCallSchema } from '@pagehand/contracts/api';
import type { Command } from '@pagehand/contracts/commands';
import type { Problem } from '@pagehand/contracts/errors';
import { isRecord } from '@pagehand/contracts/is-record';
import type * as z from 'zod';

export type CommandCall = z.infer<typeof CommandCallSchema>;

/** One field of the form that asks for a command's arguments. */
export type FormField = {
  name: string;
  label: string;
  description: string | undefined;
  required: boolean;
  input: 'text' | 'long-text' | 'number' | 'integer' | 'boolean' | 'choice' | 'list' | 'json';
  options: string[];
  min: number | undefined;
  max: number | undefined;
  /** What is known already, as text for the field. */
  value: string;
};

type Schema = Record<string, unknown>;

const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];

export function properties(parameters: Schema): Map<string, Schema> {
  const all = isRecord(parameters['properties']) ? Object.entries(parameters['properties']) : [];
  return new Map(all.filter((entry): entry is [string, Schema] => isRecord(entry[1])));
}

const isFreeText = (name: string, schema: Schema): boolean => inputOf(schema) === 'text' && !isUrl(name, schema);

/** Which arguments a tool needs, and which one takes the free text: the last required text, else the first text. */
export function restArgument(parameters: Schema): Pick<Command, 'required' | 'optional' | 'rest'> {
  const known = properties(parameters);
  const required = strings(parameters['required']).filter((name) => known.has(name));
  const optional = [...known.keys()].filter((name) => !required.includes(name));
  const isText = (name: string): boolean => isFreeText(name, known.get(name) ?? {});
  const rest =
    required.findLast(isText) ?? required.find((name) => isUrl(name, known.get(name) ?? {})) ?? optional.find(isText);
  return { required, optional, rest };
}

/** `name=value` and `name="two words"` (in quotation marks of any kind) set that argument, a URL the argument that takes one, the rest is free text. */
export function readArguments(command: Command, tail: string): Record<string, unknown> {
  const known = properties(command.tool?.parameters ?? {});
  const args: Record<string, unknown> = {};
  let rest = tail.replace(
    /(^|\s)([A-Za-z_][A-Za-z0-9_]*)=(?:"([^"]*)"|[“„]([^“”]*)[“”]|'([^']*)'(?=\s|$)|(\S+))/gu,
    (whole, lead: string, name: string, ...values: (string | undefined)[]) => {
      const [straight, curly, single, plain] = values;
      const quoted = straight ?? curly ?? single;
      const schema = known.get(name);
      if (schema === undefined) return whole;
      // Named and left empty: it is missing, and will be asked for where it is required.
      if (quoted === '') return lead;
      const value = readValue(schema, quoted ?? plain ?? '');
      if (value === undefined) return whole;
      args[name] = value;
      return lead;
    },
  );
  for (const name of command.required) {
    if (args[name] !== undefined || name === command.rest || !isUrl(name, known.get(name) ?? {})) continue;
    rest = rest.replace(/https?:\/\/\S+/u, (url) => {
      args[name] = url;
      return '';
    });
  }
  const text = rest.trim();
  // Where the argument for free text was named, the words are for another one that is needed and has none.
  const place =
    command.rest !== undefined && args[command.rest] === undefined
      ? command.rest
      : command.required.findLast((name) => args[name] === undefined && isFreeText(name, known.get(name) ?? {}));
  if (text !== '' && place !== undefined) args[place] = text;
  return args;
}

/** Required arguments that are absent or empty: those are asked for, never sent empty. */
export function missingArguments(command: Command, args: Record<string, unknown>): string[] {
  return command.required.filter((name) => isEmpty(args[name]));
}

/** The form for a command, with what is known filled in; required fields first. */
export function argumentForm(command: Command, args: Record<string, unknown>): FormField[] {
  const known = properties(command.tool?.parameters ?? {});
  return [...command.required, ...command.optional].map((name) => {
    const schema = known.get(name) ?? {};
    const value = args[name] ?? schema['default'];
    return {
      name,
      label: typeof schema['title'] === 'string' ? schema['title'] : name.replaceAll('_', ' '),
      description: typeof schema['description'] === 'string' ? schema['description'] : undefined,
      required: command.required.includes(name),
      input: inputOf(schema),
      options: strings(schema['enum']),
      min: typeof schema['minimum'] === 'number' ? schema['minimum'] : undefined,
      max: typeof schema['maximum'] === 'number' ? schema['maximum'] : undefined,
      value:
        value === undefined
          ? ''
          : typeof value === 'string'
            ? value
            : Array.isArray(value)
              ? value.join('\n')
              : JSON.stringify(value),
    };
  });
}

/** What the form holds as arguments, or what is wrong with it, field by field. Empty optional fields are left out. */
export function readForm(
  command: Command,
  values: Readonly<Record<string, string>>,
): { ok: true; call: CommandCall } | { ok: false; problems: Problem[] } {
  const known = properties(command.tool?.parameters ?? {});
  const args: Record<string, unknown> = {};
  const problems: Problem[] = [];
  for (const field of argumentForm(command, {})) {
    const raw = (values[field.name] ?? '').trim();
    if (raw === '') {
      if (field.required) problems.push({ code: 'required', path: field.name, message: `${field.label} is needed.` });
      continue;
    }
    const value = readValue(known.get(field.name) ?? {}, raw);
    if (value === undefined) problems.push({ code: 'invalid', path: field.name, message: wanted(field) });
    else args[field.name] = value;
  }
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, call: { tool: command.tool?.name ?? '', args } };
}

function wanted(field: FormField): string {
  if (field.input === 'choice') return `${field.label} is one of: ${field.options.join(', ')}.`;
  if (field.input === 'integer' || field.input === 'number') {
    const bounds = [
      field.min === undefined ? '' : ` from ${field.min}`,
      field.max === undefined ? '' : ` to ${field.max}`,
    ].join('');
    return `${field.label} is a ${field.input === 'integer' ? 'whole number' : 'number'}${bounds}.`;
  }
  return `${field.label} is not in the form that is wanted.`;
}

/** A typed value for the text, or undefined when it does not fit. */
function readValue(schema: Schema, raw: string): unknown {
  switch (inputOf(schema)) {
    case 'integer':
    case 'number': {
      const value = Number(raw);
      const whole = inputOf(schema) === 'integer';
      if (raw.trim() === '' || !Number.isFinite(value) || (whole && !Number.isInteger(value))) return undefined;
      if (typeof schema['minimum'] === 'number' && value < schema['minimum']) return undefined;
      if (typeof schema['maximum'] === 'number' && value > schema['maximum']) return undefined;
      return value;
    }
    case 'boolean':
      return /^(true|yes|on|1)$/iu.test(raw) ? true : /^(false|no|off|0)$/iu.test(raw) ? false : undefined;
    case 'choice':
      return strings(schema['enum']).find((option) => option.toLowerCase() === raw.toLowerCase());
    case 'list':
      return raw
        .split(/\n|,/u)
        .map((item) => item.trim())
        .filter((item) => item !== '');
    case 'json':
      try {
        const value: unknown = JSON.parse(raw);
        return value;
      } catch {
        return undefined;
      }
    default:
      if (typeof schema['maxLength'] === 'number' && raw.length > schema['maxLength']) return undefined;
      if (typeof schema['minLength'] === 'number' && raw.length < schema['minLength']) return undefined;
      return raw;
  }
}

function inputOf(schema: Schema): FormField['input'] {
  if (strings(schema['enum']).length > 0) return 'choice';
  switch (schema['type']) {
    case 'integer':
      return 'integer';
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'string':
      return 'text';
    case 'array':
      return isRecord(schema['items']) && schema['items']['type'] === 'string' ? 'list' : 'json';
    default:
      return 'json';
  }
}

const isUrl = (name: string, schema: Schema): boolean => schema['format'] === 'uri' || /(^|_)url$/u.test(name);
const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);
