/** The keys of a US keyboard beside letters and digits: what they give, without and with Shift, and their numbers. */
const SIGNS: readonly [string, string, number][] = [
  [';:', 'Semicolon', 186],
  ['=+', 'Equal', 187],
  [',<', 'Comma', 188],
  ['-_', 'Minus', 189],
  ['.>', 'Period', 190],
  ['/?', 'Slash', 191],
  ['`~', 'Backquote', 192],
  ['[{', 'BracketLeft', 219],
  ['\\|', 'Backslash', 220],
  [']}', 'BracketRight', 221],
  [`'"`, 'Quote', 222],
];
const ABOVE_DIGITS = ')!@#$%^&*(';

type Key = { code: string; keyCode: number; shiftKey: boolean };

/**
 * The key that gives a character (UI Events KeyboardEvent code Values, US layout) with the `keyCode` that Chromium gives
 * it: old filters of fields read that number. A character that no key gives has an empty code and 0.
 */
export function keyOf(char: string): Key {
  if (/^[a-z]$/i.test(char)) {
    const upper = char.toUpperCase();
    return { code: `Key${upper}`, keyCode: upper.charCodeAt(0), shiftKey: char === upper };
  }
  if (/^\d$/.test(char)) return { code: `Digit${char}`, keyCode: char.charCodeAt(0), shiftKey: false };
  if (char === ' ') return { code: 'Space', keyCode: 32, shiftKey: false };
  const digit = ABOVE_DIGITS.indexOf(char);
  if (char !== '' && digit >= 0) return { code: `Digit${digit}`, keyCode: 48 + digit, shiftKey: true };
  for (const [chars, code, keyCode] of SIGNS) {
    const at = chars.indexOf(char);
    if (char !== '' && at >= 0) return { code, keyCode, shiftKey: at > 0 };
  }
  return { code: '', keyCode: 0, shiftKey: false };
}
