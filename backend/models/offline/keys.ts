import { PRESS_KEYS } from '@pagehand/contracts/plan';
import type { PressKey } from './command.ts';

const NAMES: Readonly<Record<string, PressKey>> = {
  return: 'Enter',
  esc: 'Escape',
  del: 'Delete',
  spacebar: 'Space',
  'space bar': 'Space',
  'back space': 'Backspace',
  up: 'ArrowUp',
  down: 'ArrowDown',
  left: 'ArrowLeft',
  right: 'ArrowRight',
  'arrow up': 'ArrowUp',
  'arrow down': 'ArrowDown',
  'arrow left': 'ArrowLeft',
  'arrow right': 'ArrowRight',
  'up arrow': 'ArrowUp',
  'down arrow': 'ArrowDown',
  'left arrow': 'ArrowLeft',
  'right arrow': 'ArrowRight',
  'page up': 'PageUp',
  'page down': 'PageDown',
  pgup: 'PageUp',
  pgdn: 'PageDown',
};

/** The key a person means by its name, of those that a plan may press. */
export function keyOf(words: string): PressKey | undefined {
  const name = words
    .toLowerCase()
    .replace(/^the\s+/, '')
    .replace(/\s+key$/, '')
    .replace(/\s*[+-]\s*/g, '+')
    .replace(/^ctrl\+|^cmd\+/, 'control+')
    .trim();
  return NAMES[name] ?? PRESS_KEYS.find((key) => key.toLowerCase() === name);
}

/** Looks like a key or a chord, whether a plan may press it or not. */
export function looksLikeKey(words: string): boolean {
  const name = words
    .toLowerCase()
    .replace(/^the\s+/, '')
    .replace(/\s+key$/, '')
    .trim();
  return (
    /^f\d{1,2}$/.test(name) || /^(?:ctrl|control|cmd|command|meta|alt|shift|option|win|windows)\s*[+-]\s*\S/.test(name)
  );
}
