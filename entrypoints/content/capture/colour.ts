/** Red, green, blue 0 to 255, alpha 0 to 1. */
export type Colour = { r: number; g: number; b: number; a: number };

const seen = new Map<string, Colour | undefined>();
const RGB = /^rgba?\(\s*([\d.]+)[, ]+([\d.]+)[, ]+([\d.]+)(?:\s*[,/]\s*([\d.]+%?))?\s*\)$/;

/** Parses a computed colour. undefined for spaces that need more than arithmetic (`oklch()`, `color()`): unknown. */
export function parseColour(text: string): Colour | undefined {
  if (seen.has(text)) return seen.get(text);
  if (seen.size > 500) seen.clear();
  const match = RGB.exec(text);
  const alpha = match?.[4];
  const colour = match
    ? {
        r: Number(match[1]),
        g: Number(match[2]),
        b: Number(match[3]),
        a: alpha === undefined ? 1 : alpha.endsWith('%') ? Number(alpha.slice(0, -1)) / 100 : Number(alpha),
      }
    : undefined;
  seen.set(text, colour);
  return colour;
}

/** Relative luminance (WCAG 2.2). */
function luminance({ r, g, b }: Colour): number {
  const channel = (value: number) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
}

/** `over` painted on `under`. */
export function blend(over: Colour, under: Colour): Colour {
  const mix = (a: number, b: number) => a * over.a + b * (1 - over.a);
  return { r: mix(over.r, under.r), g: mix(over.g, under.g), b: mix(over.b, under.b), a: 1 };
}

/** Contrast ratio 1 to 21 (WCAG 2.2) of two opaque colours. */
export function contrast(a: Colour, b: Colour): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}
