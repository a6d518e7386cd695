/** Red, green, blue 0 to 255, alpha 0 to 1. */
export type Colour = { r: number; g: number; b: number; a: number };

const seen = new Map<string, Colour | undefined>();
const RGB = /^rgba?\(\s*([\d.]+)[, ]+([\d.]+)[, ]+([\d.]+)(?:\s*[,/]\s*([\d.]+%?))?\s*\)$/;

const OTHER = /^(oklab|oklch|lab|lch|color)\(([^/)]+)(?:\/([^)]+))?\)$/;

/**
 * Parses a computed colour. One of another space (CSS Color 4) becomes the grey of its luminance, which is what contrast
 * asks for; a wide gamut counts as sRGB. undefined: unknown.
 */
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
    : greyOf(text);
  seen.set(text, colour);
  return colour;
}

function greyOf(text: string): Colour | undefined {
  const [, space, inside = '', alpha = '1'] = OTHER.exec(text) ?? [];
  if (space === undefined) return undefined;
  const [name = '', ...rest] = inside.trim().split(/\s+/);
  const parts = (space === 'color' ? rest : [name, ...rest]).map((part) => Number.parseFloat(part) || 0);
  const [x = 0, y = 0, z = 0] = parts;
  const light = space.startsWith('ok')
    ? okLuminance(x, ...(space === 'oklch' ? polar(y, z) : ([y, z] as const)))
    : space !== 'color'
      ? ((x + 16) / 116) ** 3
      : name.startsWith('xyz')
        ? y
        : name.endsWith('-linear')
          ? 0.2126 * x + 0.7152 * y + 0.0722 * z
          : luminance({ r: x * 255, g: y * 255, b: z * 255, a: 1 });
  const grey =
    255 * (light <= 0.0031308 ? 12.92 * Math.max(0, light) : 1.055 * Math.min(1, light) ** (1 / 2.4) - 0.055);
  return { r: grey, g: grey, b: grey, a: Number.parseFloat(alpha) || 0 };
}

const polar = (chroma: number, hue: number) =>
  [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)] as const;

/** The Y of Oklab's way to XYZ (CSS Color 4, section 18). */
const okLuminance = (l: number, a: number, b: number): number =>
  -0.0405758 * (l + 0.3963378 * a + 0.2158038 * b) ** 3 +
  1.1122868 * (l - 0.1055613 * a - 0.0638542 * b) ** 3 -
  0.0717111 * (l - 0.0894842 * a - 1.2914855 * b) ** 3;

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
