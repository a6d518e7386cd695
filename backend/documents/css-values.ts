/** A length in px; `%` and `em` of `em` px. Undefined for anything else, `auto` and most of `calc()` among it. */
export function lengthPx(value: string | undefined, em: number): number | undefined {
  // Whatever a function makes of nothing but zeros is zero.
  if (/^(?:calc|min|max|clamp)\([^1-9]*\)$/.test(value ?? '')) return 0;
  const match = /^([+-]?(?:\d*\.)?\d+(?:e[+-]?\d+)?)(px|pt|pc|in|cm|mm|q|em|rem|ex|ch|%|vw|vh|vmin|vmax)?$/.exec(
    value ?? '',
  );
  if (match === null) return undefined;
  const number = Number(match[1]);
  const factor = UNITS[match[2] ?? 'px'] ?? 1;
  return factor === 0 ? number * em * (match[2] === '%' ? 0.01 : 1) : number * factor;
}
/** 0: relative to the font. */
const UNITS: Readonly<Record<string, number>> = {
  'px': 1,
  'pt': 4 / 3,
  'pc': 16,
  'in': 96,
  'cm': 37.8,
  'mm': 3.78,
  'q': 0.945,
  'rem': 16,
  'em': 0,
  'ex': 0,
  'ch': 0,
  '%': 0,
  'vw': 10,
  'vh': 7,
  'vmin': 7,
  'vmax': 10,
};

/** A font size in px. What is computed, or in a unit that is not known here, counts as 0: it may be that. */
export function fontSize(value: string | undefined, above: number): number {
  if (value === undefined) return above;
  const px = lengthPx(value, above);
  if (px !== undefined) return px;
  if (/^[+\-.\d]|\(/.test(value)) return 0;
  return /^x+-?small|^small$/.test(value) ? 12 : above;
}

/** The size in a `font` shorthand: what stands before the slash or the family. `400 0/0 x` begins with a weight. */
export function shorthandSize(font: string): string {
  const before = font.split('/')[0] ?? '';
  const size = before
    .split(/\s+(?![^(]*\))/)
    .find(
      (one) =>
        /\(|^(?:x*-?small|x*-?large|smaller|larger)$/.test(one) ||
        (/^[+\-.\d]+[a-z%]/.test(one) && !/(?:deg|g?rad|turn)$/.test(one)) ||
        /^[+-]?0*\.?0+$/.test(one),
    );
  return size ?? 'medium';
}

/** An opacity, 0 to 1. What is computed counts as 0: it may be that. */
export function fraction(value: string | undefined): number {
  if (value?.includes('(')) return 0;
  const number = Number.parseFloat(value ?? '1');
  if (!Number.isFinite(number)) return 1;
  return Math.min(1, Math.max(0, value?.endsWith('%') ? number / 100 : number));
}

/** What a `filter` leaves of the opacity, 0 to 1. Blurred or turned to its opposite, text on a page is not read: 0. */
export function filterOpacity(value: string | undefined): number {
  const filter = (value ?? 'none').replace(/drop-shadow\((?:[^()]|\([^()]*\))*\)/g, '');
  // A function in a function is computed, `url()` is elsewhere: it may be anything.
  if (/\([^()]*\(|url\(/.test(filter)) return 0;
  let opacity = 1;
  for (const [, name, given = ''] of filter.matchAll(/(opacity|blur|invert)\(([^()]*)\)/g)) {
    const text = given.trim();
    if (name === 'opacity') opacity *= fraction(text === '' ? undefined : text);
    else if (name === 'blur') opacity *= text === '' || (lengthPx(text, 16) ?? 99) < 2 ? 1 : 0;
    else opacity *= text !== '' && fraction(text) < 0.1 ? 1 : 0;
  }
  return opacity;
}
