/** Opening and closing quotes that people type, in the order in which they are looked for. */
const PAIRS: readonly [string, string][] = [
  ['"', '"'],
  ['“', '”'],
  ['„', '“'],
  ['”', '”'],
  ['«', '»'],
  ['‹', '›'],
  ['「', '」'],
  ['`', '`'],
  ['‘', '’'],
  ["'", "'"],
];
const TOKEN = /⟦(\d+)⟧/g;

/** A text whose quoted parts and URLs are replaced by tokens, so that no rule looks into them. */
export type Guarded = { text: string; parts: string[] };

/** Replaces quoted parts and URLs by tokens. What the person put in quotes stays as it is, to the last space. */
export function guard(input: string): Guarded {
  const parts: string[] = [];
  const token = (part: string): string => `⟦${parts.push(part) - 1}⟧`;
  const source = input.replace(/[⟦⟧]/g, ' ');
  let text = '';
  for (let at = 0; at < source.length; ) {
    const pair = PAIRS.find(([open]) => source.startsWith(open, at) && opens(source, at, open));
    const end = pair === undefined ? -1 : closing(source, at + 1, pair);
    if (pair !== undefined && end > at) {
      const inside = source.slice(at + 1, end);
      text += token(pair[0] === '"' ? inside.replaceAll('\\"', '"') : inside);
      at = end + 1;
      continue;
    }
    const url = /^(?:https?:\/\/|www\.)[^\s<>"“”«»]+/i.exec(source.slice(at, at + 2_100));
    if (url !== null && !/\w/.test(source[at - 1] ?? ' ')) {
      const whole = url[0].replace(/[),.;:!?\]]+$/, '');
      text += token(whole);
      at += whole.length;
      continue;
    }
    text += source[at];
    at += 1;
  }
  return { text, parts };
}

/** An apostrophe opens a quote only where a word cannot go on. */
function opens(source: string, at: number, open: string): boolean {
  const before = source[at - 1] ?? ' ';
  return open === "'" || open === '‘' || open === '`' ? /[\s([{:=,;]/.test(before) : !/\w/.test(before) || open === '„';
}

function closing(source: string, from: number, [open, close]: [string, string]): number {
  for (let at = from; at < source.length; at += 1) {
    if (!source.startsWith(close, at)) continue;
    if (open === '"' && source[at - 1] === '\\') continue;
    const after = source[at + 1] ?? ' ';
    if ((open === "'" || open === '‘') && /\w/.test(after)) continue;
    return at > from ? at : -1;
  }
  return -1;
}

/** Puts the quoted parts back. */
export function restore(text: string, parts: readonly string[]): string {
  return text.replace(TOKEN, (_whole, index: string) => parts[Number(index)] ?? '').trim();
}

/** The part behind a text that is one token and nothing else. */
export function onlyQuote(text: string, parts: readonly string[]): string | undefined {
  const match = /^⟦(\d+)⟧$/.exec(text.trim());
  return match === null ? undefined : parts[Number(match[1])];
}

/** A text in quotes that `guard` reads back as the same text. */
export function quote(text: string): string {
  const pair = PAIRS.filter(([open]) => open === '"' || open === '“' || open === '«' || open === '「').find(
    ([open, close]) => !text.includes(open) && !text.includes(close) && !(open === '"' && text.endsWith('\\')),
  );
  return pair === undefined ? `"${text.replaceAll('"', '\\"')}"` : `${pair[0]}${text}${pair[1]}`;
}
