import { cleanText } from '@pagehand/contracts/clean-text';

type Stream = 'stdout' | 'stderr';

/** The most that goes to the timeline of one call, and what its card keeps of each stream; characters. */
const TOLD = 64_000;
const KEPT = 8_000;
/** Small pieces are gathered: each that is told is a line of the log. */
const GATHER_MS = 150;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape sequences of terminals begin with one
const ESCAPES = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g;

/** Hands what a kit prints to the timeline: gathered, without escape sequences and invisible characters, capped. */
export class OutputRelay {
  readonly #tell: (stream: Stream, text: string) => void;
  readonly #waiting: Record<Stream, string> = { stdout: '', stderr: '' };
  readonly #kept: Record<Stream, string> = { stdout: '', stderr: '' };
  #told = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(tell: (stream: Stream, text: string) => void) {
    this.#tell = tell;
  }

  add(stream: Stream, text: string): void {
    this.#waiting[stream] += text;
    if (this.#waiting[stream].length > 4_000) this.#flush(stream);
    this.#timer ??= setTimeout(() => this.#flushAll(), GATHER_MS);
  }

  /** Tells the rest. */
  end(): void {
    this.#flushAll();
  }

  /** The end of what was printed. */
  shown(stream: Stream): string {
    return this.#kept[stream];
  }

  #flushAll(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#flush('stdout');
    this.#flush('stderr');
  }

  #flush(stream: Stream): void {
    const text = cleanText(this.#waiting[stream].replace(ESCAPES, '')).text;
    this.#waiting[stream] = '';
    if (text === '') return;
    this.#kept[stream] = (this.#kept[stream] + text).slice(-KEPT);
    const room = TOLD - this.#told;
    if (room <= 0) return;
    this.#told += text.length;
    for (let at = 0; at < Math.min(text.length, room); at += 4_000)
      this.#tell(stream, text.slice(at, Math.min(at + 4_000, room)));
  }
}
