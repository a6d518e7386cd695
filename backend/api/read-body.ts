import type { IncomingMessage } from 'node:http';
import { AppError } from '@pagehand/contracts/errors';
import { LIMITS } from '@pagehand/contracts/limits';
import { parseJson } from '@pagehand/contracts/parse-json';
import { schemaProblems } from '@pagehand/contracts/schema-problems';
import type * as z from 'zod';

/** Bytes of a body and its longest single string: the text of a snapshot, or a file that is attached. */
export type BodyLimits = { bytes: number; string: number };
const USUAL: BodyLimits = { bytes: LIMITS.bodyBytes, string: LIMITS.text };
const BASE64 = Math.ceil(LIMITS.attachmentBytes / 3) * 4;
export const ATTACHMENT_LIMITS: BodyLimits = { bytes: BASE64 + 4_096, string: BASE64 };

/** What the guard lets through by its size: only the one route for files takes more. */
export const bodyBytes = (path: string): number =>
  path === '/api/attachments/add' ? ATTACHMENT_LIMITS.bytes : USUAL.bytes;

/**
 * Reads a JSON body within the bounds of LIMITS and checks it. Bytes are counted as they come: Content-Length may be
 * absent.
 * @throws AppError `too-large` or `bad-request` with every problem.
 */
export async function readBody<S extends z.ZodType>(
  incoming: IncomingMessage,
  schema: S,
  limits: BodyLimits = USUAL,
): Promise<z.output<S>> {
  return parseBody(await readJson(incoming, limits), schema);
}

/** JSON of another protocol, within the usual bounds. @throws AppError `too-large`, `bad-request`. */
export const parseBounded = (incoming: IncomingMessage, limits: BodyLimits = USUAL): Promise<unknown> =>
  readJson(incoming, limits);

/** Checks a value against a schema; every problem is listed, an unknown field is one. */
function parseBody<S extends z.ZodType>(value: unknown, schema: S): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new AppError('bad-request', 'The request does not fit.', { problems: schemaProblems(result.error) });
}

async function readJson(incoming: IncomingMessage, limits: BodyLimits): Promise<unknown> {
  // Two equal keys are refused: which one counts would depend on who reads them.
  const read = parseJson(decode(await readBytes(incoming, limits.bytes)), { chars: limits.bytes });
  if (read.ok) {
    checkStrings(read.value, '', limits.string);
    return read.value;
  }
  const [first] = read.problems;
  if (first === undefined || first.code === 'not-json')
    throw new AppError('bad-request', 'The body is not JSON in UTF-8.');
  const problems = read.problems.map(({ code, path, message }) => ({ code, path: path.slice(0, 500), message }));
  throw new AppError('bad-request', first.message, { problems });
}

async function readBytes(incoming: IncomingMessage, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of incoming) {
      const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
      size += bytes.length;
      if (size > most) throw new AppError('too-large', `The body is over ${most} bytes.`);
      chunks.push(bytes);
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('bad-request', 'The body broke off.', { cause: error });
  }
  return Buffer.concat(chunks, size);
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new AppError('bad-request', 'The body is not JSON in UTF-8.', { cause: error });
  }
}

/** Recursion is safe here: parseJson has bounded the depth. */
function checkStrings(value: unknown, path: string, most: number): void {
  if (typeof value === 'string' && value.length > most)
    throw new AppError('too-large', `A text is longer than ${most}.`, {
      problems: [{ code: 'too-long', path, message: `Longer than ${most}.` }],
    });
  if (typeof value !== 'object' || value === null) return;
  for (const [key, child] of Object.entries(value)) {
    if (key.length > 1_000) throw new AppError('bad-request', 'A key is longer than 1000.');
    checkStrings(child, path.length > 400 ? path : `${path}/${key.slice(0, 60)}`, most);
  }
}
