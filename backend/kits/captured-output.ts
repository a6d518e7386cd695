import { StringDecoder } from 'node:string_decoder';
import { stripVTControlCharacters } from 'node:util';
import { FRAME_HEADER } from './frames.ts';
import { KIT_LIMITS } from './kit-limits.ts';

/** Control characters but line feed and tab; a carriage return alone would hide what stands before it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what is taken out
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

type Stream = 'stdout' | 'stderr';

/** What a kit prints during one call: plain text without control sequences, capped, the rest only counted. */
export class CapturedOutput {
  private readonly onOutput: (stream: Stream, text: string) => void;
  private readonly decoders = { stdout: new StringDecoder('utf8'), stderr: new StringDecoder('utf8') };
  private readonly kept = { stdout: '', stderr: '' };
  private readonly left = { stdout: 0, stderr: 0 };
  /** Bytes of both streams so far, each piece with its frame: many empty ones are a flood as well. */
  bytes = 0;

  constructor(onOutput: (stream: Stream, text: string) => void) {
    this.onOutput = onOutput;
  }

  add(stream: Stream, piece: Buffer): void {
    this.bytes += piece.length + FRAME_HEADER;
    const room = KIT_LIMITS.shownOutput - this.kept[stream].length;
    if (room <= 0) {
      this.left[stream] += piece.length;
      return;
    }
    const text = clean(this.decoders[stream].write(piece));
    const shown = text.slice(0, room);
    this.left[stream] += text.length - shown.length;
    this.kept[stream] += shown;
    if (shown !== '') this.onOutput(stream, shown);
  }

  text(stream: Stream): string {
    const left = this.left[stream];
    return left === 0 ? this.kept[stream] : `${this.kept[stream]}\n[${left} more characters were left out]`;
  }
}

const clean = (text: string): string =>
  stripVTControlCharacters(text).replaceAll('\r\n', '\n').replaceAll(CONTROLS, '');
