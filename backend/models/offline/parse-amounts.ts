import { LIMITS } from '@pagehand/contracts/limits';
import type { Command, Direction } from './command.ts';

function amount(text: string): number | undefined {
  const words: Record<string, number> = {
    a: 1,
    an: 1,
    one: 1,
    two: 2,
    three: 3,
    four: 4,
    five: 5,
    once: 1,
    twice: 2,
    half: 0.5,
  };
  const value = words[text.toLowerCase()] ?? Number(text);
  return Number.isFinite(value) && value > 0 ? Math.min(value, 50) : undefined;
}

/** From the words of a rule of parse-act.ts. */
export function scroll(match: RegExpExecArray): Command | undefined {
  const direction = (match[1] ?? 'down').toLowerCase();
  if (direction !== 'up' && direction !== 'down' && direction !== 'left' && direction !== 'right') return undefined;
  const rest = (match[2] ?? '').trim().toLowerCase();
  const scrolled: { kind: 'scroll'; direction: Direction } = { kind: 'scroll', direction };
  if (rest === '' || /^(?:the|this) page$/.test(rest)) return scrolled;
  if (/^a (?:bit|little)(?: more| further)?$/.test(rest)) return { ...scrolled, pages: 0.5 };
  const counted = /^(?:by )?(half a|[\w.]+) (?:pages?|screens?|times?)$|^(once|twice)$/.exec(rest);
  const pages = counted === null ? undefined : amount((counted[1] ?? counted[2] ?? '').replace('half a', 'half'));
  return pages === undefined ? undefined : { ...scrolled, pages };
}

/** From the words of a rule of parse-act.ts. */
export function seconds(count: string, unit: string): number {
  const value = Number.isFinite(Number(count)) ? Number(count) : (amount(count) ?? 1);
  return Math.min(
    Math.round(/^ms|^milli/i.test(unit) ? value : /^min/i.test(unit) ? value * 60_000 : value * 1_000),
    LIMITS.waitMs,
  );
}
