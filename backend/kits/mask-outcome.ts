import { maskValue } from '../mask-secrets.ts';
import type { KitOutcome } from './kit-runtime.ts';

type Mask = (text: string) => string;

/** What a kit prints is masked by whole lines; one that does not end is handed on after so many characters. */
const LONGEST_LINE = 16_000;
/** Of such a line so much is kept back: the secret may go on. */
const KEPT_BACK = 4_000;

/** An outcome without the module's secrets, whatever part of it the kit put them into. */
export function maskOutcome(outcome: KitOutcome, mask: Mask): KitOutcome {
  const printed = { stdout: mask(outcome.stdout), stderr: mask(outcome.stderr) };
  if (outcome.ok) return { ...outcome, ...printed, value: maskValue(outcome.value, mask) };
  const { error, kind } = outcome;
  return {
    ...outcome,
    ...printed,
    error: { ...error, message: mask(error.message) },
    ...(kind === undefined
      ? {}
      : { kind: { type: mask(kind.type), message: mask(kind.message), trace: mask(kind.trace) } }),
  };
}

type Told = (stream: 'stdout' | 'stderr', text: string) => void;

/** Masks what is told piece by piece: a secret may lie across two pieces, but not across lines that are whole. */
export function maskStream(told: Told, mask: Mask): { add: Told; end(): void } {
  const rest = { stdout: '', stderr: '' };
  const tell = (stream: 'stdout' | 'stderr', upTo: number): void => {
    const text = mask(rest[stream].slice(0, upTo));
    rest[stream] = rest[stream].slice(upTo);
    if (text !== '') told(stream, text);
  };
  return {
    add(stream, text) {
      rest[stream] += text;
      const lines = rest[stream].lastIndexOf('\n') + 1;
      if (lines > 0) tell(stream, lines);
      if (rest[stream].length <= LONGEST_LINE) return;
      rest[stream] = mask(rest[stream]);
      tell(stream, rest[stream].length - KEPT_BACK);
    },
    end() {
      tell('stdout', Number.POSITIVE_INFINITY);
      tell('stderr', Number.POSITIVE_INFINITY);
    },
  };
}
