/** Decodes one `xn--` label (RFC 3492). URL parsing gives host names in this form; people read the decoded one. */
export function decodePunycode(label: string): string {
  const input = label.slice(4);
  const dash = input.lastIndexOf('-');
  const output = dash > 0 ? [...input.slice(0, dash)].map((char) => char.codePointAt(0) ?? 0) : [];
  let code = 128;
  let index = 0;
  let bias = 72;
  for (let at = dash > 0 ? dash + 1 : 0; at < input.length; ) {
    const before = index;
    let weight = 1;
    for (let k = 36; ; k += 36) {
      const digit = digitOf(input.charCodeAt(at));
      at += 1;
      if (digit < 0 || index > 0x7fffffff) return label;
      index += digit * weight;
      const threshold = k <= bias ? 1 : k >= bias + 26 ? 26 : k - bias;
      if (digit < threshold) break;
      weight *= 36 - threshold;
    }
    const length = output.length + 1;
    bias = adapt(index - before, length, before === 0);
    code += Math.floor(index / length);
    index %= length;
    if (code > 0x10ffff) return label;
    output.splice(index, 0, code);
    index += 1;
  }
  return String.fromCodePoint(...output);
}

/** A host name as people read it. */
export const decodeHost = (host: string): string =>
  host
    .split('.')
    .map((label) => (label.startsWith('xn--') ? decodePunycode(label) : label))
    .join('.');

function digitOf(char: number): number {
  if (char >= 0x30 && char <= 0x39) return char - 22;
  if (char >= 0x61 && char <= 0x7a) return char - 97;
  return char >= 0x41 && char <= 0x5a ? char - 65 : -1;
}

function adapt(delta: number, length: number, first: boolean): number {
  let rest = first ? Math.floor(delta / 700) : Math.floor(delta / 2);
  rest += Math.floor(rest / length);
  let k = 0;
  for (; rest > 455; k += 36) rest = Math.floor(rest / 35);
  return k + Math.floor((36 * rest) / (rest + 38));
}
