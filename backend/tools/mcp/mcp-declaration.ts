import { cleanText } from '@pagehand/contracts/clean-text';
import { isRecord } from '@pagehand/contracts/is-record';
import { hashJson, readJson } from '@pagehand/contracts/json';
import type { McpDeclaration } from '@pagehand/contracts/mcp';
import { slugOf } from '@pagehand/contracts/page-tool-names';
import { readToolSchema } from '@pagehand/contracts/read-tool-schema';

/** A server's tool: with our bounds kept, or why it is not offered. */
export type ReadDeclaration =
  | { ok: true; declaration: McpDeclaration; hash: string }
  | { ok: false; name: string; problem: string };

/**
 * Reads what a server says of one tool. Nothing is cut: a declaration over the bounds is refused, so that what the
 * person accepts is what the model reads.
 */
export async function readDeclaration(tool: {
  name: string;
  description?: string | undefined;
  inputSchema: unknown;
  annotations?: unknown;
}): Promise<ReadDeclaration> {
  const name = cleanText(tool.name).text.slice(0, 128);
  const refuse = (problem: string): ReadDeclaration => ({ ok: false, name: name === '' ? '?' : name, problem });
  if (tool.name !== name || name.trim() === '') return refuse('Its name is empty, too long or holds invisible signs.');
  const description = tool.description ?? '';
  if (description.length > 4_000) return refuse('Its description is longer than 4000 characters.');
  const schema = readToolSchema(tool.inputSchema);
  if (!schema.ok) return refuse(schema.reason);
  const hints = readJson(tool.annotations ?? {}, { depth: 3, keys: 50, problems: 1 });
  const annotations = hints.ok && isRecord(hints.value) ? hints.value : {};
  const declaration = { name, description, parameters: schema.parameters, annotations };
  return { ok: true, declaration, hash: await hashJson(declaration) };
}

/** The schema that arguments are checked against: as declared, without patterns. The server checks those itself. */
export function withoutPatterns(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPatterns);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, child]) => !((key === 'pattern' && typeof child === 'string') || key === 'patternProperties'))
      .map(([key, child]) => [key, withoutPatterns(child)]),
  );
}

/**
 * Name on the wire: `mcp_<server>_<slug>_<hash>`, at most 64 characters. The hash covers server and name, so that no two
 * tools share one; no tool of ours begins so.
 */
export async function wireName(server: string, tool: string): Promise<string> {
  const hash = (await hashJson([server, tool])).slice(0, 6);
  return `mcp_${slugOf(server).slice(0, 16)}_${slugOf(tool).slice(0, 34)}_${hash}`;
}
