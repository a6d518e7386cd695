import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export type Line = Record<string, unknown> & { event?: Record<string, unknown> };

/** A process of `agent-child.ts`. */
export class Child {
  readonly lines: Line[] = [];
  readonly process: ChildProcess;
  #wake: () => void = () => undefined;

  constructor(folder: string, baseUrl: string, effects: string) {
    const script = new URL('agent-child.ts', import.meta.url).pathname;
    this.process = spawn(process.execPath, ['--import', 'tsx', script, folder, baseUrl, effects], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    if (this.process.stdout === null) throw new Error('no stdout');
    createInterface({ input: this.process.stdout }).on('line', (line) => {
      this.lines.push(JSON.parse(line) as Line); // the child's own line
      this.#wake();
    });
  }

  send(command: Record<string, unknown>): void {
    this.process.stdin?.write(`${JSON.stringify(command)}\n`);
  }

  /** The first line that fits, also of those that came before. */
  async until(fits: (line: Line) => boolean): Promise<Line> {
    for (;;) {
      const found = this.lines.find(fits);
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  event(type: string): Promise<Line> {
    return this.until((line) => line.event?.['type'] === type);
  }

  async kill(): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const gone = new Promise((resolve) => this.process.once('exit', resolve));
    this.process.kill('SIGKILL');
    await gone;
  }
}
