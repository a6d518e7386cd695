/** One tool call of this turn and what came back. */
export type PastCall = { name: string; args: Record<string, unknown>; content: string; failed: boolean };
export type NextCall = { name: string; args: Record<string, unknown> };

/** Windows of one text that are read at most: about 120,000 characters. */
const MOST_WINDOWS = 12;

/** A text read in windows: whole, cut at our bound, still to be read on, or not to be had. */
export type Reading =
  | { kind: 'text'; text: string; total: number }
  | { kind: 'call'; call: NextCall }
  | { kind: 'failed'; message: string };

const TRAILER = /\n\[characters (\d+) to (\d+) of (\d+); go on with offset (\d+)\]$/;

/** Takes our own first lines and the fence around the page's text off a result of `read_page`. */
export function bodyOf(content: string): string {
  const lines = content.split('\n');
  let from = 0;
  while (/^\[(?:page data of|not readable:) /.test(lines[from] ?? '')) from += 1;
  return lines
    .slice(from)
    .join('\n')
    .replace(/^<untrusted [^\n]*>\n/, '')
    .replace(/\n<\/untrusted>(?=(?:\n\[[^\n]*\])?$)/, '');
}

/** Frames that could not be read, as `read_page` names them; undefined when all could. */
export function unreadableOf(content: string): string | undefined {
  return /^\[not readable: ([^\n]*)\]$/m.exec(content.split('\n').slice(0, 3).join('\n'))?.[1];
}

/**
 * Puts a text together from the calls that read it, or says which call comes next.
 * @param calls of the page as it is now (none from before the last action).
 */
export function readText(calls: readonly PastCall[], args: Record<string, unknown>, most = MOST_WINDOWS): Reading {
  let text = '';
  let total = 0;
  for (let window = 0, offset = 0; window < most; window += 1) {
    const wanted = { ...args, ...(offset > 0 ? { offset } : {}) };
    const past = calls.find((call) => call.name === 'read_page' && same(call.args, wanted));
    if (past === undefined) return { kind: 'call', call: { name: 'read_page', args: wanted } };
    if (past.failed) return { kind: 'failed', message: errorText(past.content) };
    const body = bodyOf(past.content);
    const trailer = TRAILER.exec(body);
    text += trailer === null ? body : body.slice(0, trailer.index);
    const next = Number(trailer?.[4] ?? 0);
    total = Number(trailer?.[3] ?? text.length);
    if (trailer === null || next <= offset) return { kind: 'text', text, total: Math.max(total, text.length) };
    offset = next;
  }
  return { kind: 'text', text, total };
}

function same(a: Record<string, unknown>, b: Record<string, unknown>): boolean {
  const sorted = (value: Record<string, unknown>): string =>
    JSON.stringify(Object.entries(value).sort(([x], [y]) => (x < y ? -1 : 1)));
  return sorted(a) === sorted(b);
}

/** What a failed tool call says to a person: the message and what to do next. */
export function errorText(content: string): string {
  try {
    const parsed: unknown = JSON.parse(content);
    if (
      typeof parsed === 'object' &&
      parsed !== null &&
      'error' in parsed &&
      typeof parsed.error === 'object' &&
      parsed.error !== null
    ) {
      const { error } = parsed;
      const message = 'message' in error && typeof error.message === 'string' ? error.message : '';
      const hint = 'hint' in error && typeof error.hint === 'string' ? error.hint : '';
      return [message, hint].filter((part) => part !== '').join(' ');
    }
  } catch {
    // Not an error body: the text itself says it.
  }
  return content.slice(0, 1_000);
}
