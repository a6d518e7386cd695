/** A colour with its alpha, each channel 0 to 1. */
export type Colour = { red: number; green: number; blue: number; alpha: number };

/** Names that hide text on the usual backgrounds; any other name is told apart by its spelling. */
const NAMED: Readonly<Record<string, string>> = {
  white: '#fff',
  snow: '#fffafa',
  ivory: '#fffff0',
  ghostwhite: '#f8f8ff',
  whitesmoke: '#f5f5f5',
  floralwhite: '#fffaf0',
  mintcream: '#f5fffa',
  azure: '#f0ffff',
  aliceblue: '#f0f8ff',
  honeydew: '#f0fff0',
  seashell: '#fff5ee',
  lavenderblush: '#fff0f5',
  oldlace: '#fdf5e6',
  linen: '#faf0e6',
  cornsilk: '#fff8dc',
  lightyellow: '#ffffe0',
  lightcyan: '#e0ffff',
  gainsboro: '#dcdcdc',
  lightgray: '#d3d3d3',
  lightgrey: '#d3d3d3',
  silver: '#c0c0c0',
  gray: '#808080',
  grey: '#808080',
  black: '#000',
  red: '#f00',
  green: '#008000',
  blue: '#00f',
  yellow: '#ff0',
  navy: '#000080',
  transparent: '#0000',
};

/** Hex, rgb(), rgba(), hsl() and the names above. Undefined: not a colour that is known here. */
export function parseColour(text: string): Colour | undefined {
  const value = text.trim().toLowerCase();
  const hex = NAMED[value] ?? value;
  const digits = /^#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/.exec(hex)?.[1];
  if (digits !== undefined) return fromHex(digits);
  const call = /^(rgba?|hsla?)\(([^)]*)\)$/.exec(value);
  if (call === null) return undefined;
  const [first = '', second = '', third = '', fourth = '1'] = (call[2] ?? '').split(/[\s,/]+/).filter(Boolean);
  const alpha = part(fourth, 1);
  if (call[1]?.startsWith('rgb'))
    return { red: part(first, 255), green: part(second, 255), blue: part(third, 255), alpha };
  return { ...fromHsl(Number.parseFloat(first), part(second, 100), part(third, 100)), alpha };
}

const part = (text: string, whole: number): number => {
  const number = Number.parseFloat(text);
  if (!Number.isFinite(number)) return 0;
  return Math.min(1, Math.max(0, text.endsWith('%') ? number / 100 : number / whole));
};

function fromHex(digits: string): Colour {
  const long = digits.length <= 4 ? [...digits].map((digit) => digit + digit).join('') : digits;
  const channel = (at: number): number => Number.parseInt(long.slice(at, at + 2) || 'ff', 16) / 255;
  return { red: channel(0), green: channel(2), blue: channel(4), alpha: channel(6) };
}

/** CSS Color 4, 7: hue in degrees. */
function fromHsl(hue: number, saturation: number, lightness: number): Omit<Colour, 'alpha'> {
  const a = saturation * Math.min(lightness, 1 - lightness);
  const channel = (n: number): number => {
    const k = (n + (Number.isFinite(hue) ? hue : 0) / 30 + 1200) % 12;
    return lightness - a * Math.max(-1, Math.min(k - 3, 9 - k, 1));
  };
  return { red: channel(0), green: channel(8), blue: channel(4) };
}

/** The lower colour seen through the upper one. */
export const over = (upper: Colour, lower: Colour): Colour => {
  const mix = (a: number, b: number): number => a * upper.alpha + b * (1 - upper.alpha);
  return {
    red: mix(upper.red, lower.red),
    green: mix(upper.green, lower.green),
    blue: mix(upper.blue, lower.blue),
    alpha: 1,
  };
};

/** WCAG 2.2's contrast ratio of two opaque colours, 1 to 21. */
export function contrast(a: Colour, b: Colour): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

function luminance({ red, green, blue }: Colour): number {
  const linear = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}
