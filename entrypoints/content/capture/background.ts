import { blend, type Colour, contrast, parseColour } from './colour.ts';
import type { Sight } from './sight.ts';

/** What is painted behind the text of an element; undefined when it cannot be told (an image, an unknown colour space). */
export function backgroundOf(sight: Sight): Colour | undefined {
  // Upwards to what is known, then down again: no recursion, pages nest thousands deep.
  const chain: Sight[] = [];
  let at: Sight | undefined = sight;
  while (at !== undefined && at.background === null) {
    chain.push(at);
    at = at.above;
  }
  let colour = at === undefined ? WHITE : (at.background ?? undefined);
  for (let index = chain.length - 1; index >= 0; index -= 1) {
    const current = chain[index];
    if (current === undefined) continue;
    colour = painted(current.style, colour);
    current.background = colour;
  }
  return colour;
}

const WHITE: Colour = { r: 255, g: 255, b: 255, a: 1 };

function painted(style: CSSStyleDeclaration | undefined, under: Colour | undefined): Colour | undefined {
  if (style === undefined || style.backgroundImage !== 'none') return undefined;
  const text = style.backgroundColor;
  if (text === 'rgba(0, 0, 0, 0)') return under;
  const own = parseColour(text);
  if (own === undefined) return undefined;
  if (own.a >= 1) return own;
  return under === undefined ? undefined : blend(own, under);
}

/** Below this contrast ratio text cannot be read. */
const MIN_CONTRAST = 1.1;
const contrasts = new WeakMap<Colour, WeakMap<Colour, boolean>>();

/** Whether text of this colour stands out from what is behind it. */
export function readable(colour: Colour, background: Colour): boolean {
  let known = contrasts.get(background);
  if (known === undefined) {
    known = new WeakMap();
    contrasts.set(background, known);
  }
  let stands = known.get(colour);
  if (stands === undefined) {
    stands = contrast(blend(colour, background), background) >= MIN_CONTRAST;
    known.set(colour, stands);
  }
  return stands;
}
