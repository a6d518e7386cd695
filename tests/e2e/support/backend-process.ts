import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from './build-extension.ts';

/** A real backend process with a data folder of its own. */
export type BackendProcess = {
  readonly port: number;
  /** One-time pairing code; good for two minutes after (re)start. */
  readonly code: string;
  readonly dataFolder: string;
  /** SIGKILL: nothing is closed in order. */
  kill(): Promise<void>;
  /** Starts it again on the same port and folder. */
  restart(): Promise<void>;
  /** Ends it in order and removes the folder. */
  close(): Promise<void>;
  /** What it wrote to stderr and its log. */
  output(): string;
};

/** @param prepare puts files (config.json, skills) into the data folder first. @param env model settings and the like (`PAGEHAND_MODEL_BASE_URL`, ...). */
export async function startBackendProcess(
  env: Record<string, string> = {},
  prepare: (dataFolder: string) => Promise<void> = async () => undefined,
): Promise<BackendProcess> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'pagehand-data-'));
  await prepare(dataFolder);
  let output = '';
  let child: ChildProcess;
  let listening: { port: number; code: string };

  const start = async (port: number): Promise<void> => {
    child = spawn(
      process.execPath,
      [
        '--import',
        import.meta.resolve('tsx'),
        fileURLToPath(new URL('./run-backend.ts', import.meta.url)),
        dataFolder,
        String(port),
      ],
      { cwd: ROOT, env: { ...process.env, PAGEHAND_LOG: 'warn', ...env }, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    child.stderr?.on('data', (chunk) => {
      output += String(chunk);
    });
    listening = await new Promise((resolve, reject) => {
      let line = '';
      child.stdout?.on('data', (chunk) => {
        line += String(chunk);
        const match = /\{"port":(\d+),"code":"([^"]+)"\}/u.exec(line);
        if (match?.[1] !== undefined && match[2] !== undefined) resolve({ port: Number(match[1]), code: match[2] });
        else if (line.includes('\n')) output += line;
      });
      child.once('exit', (code) => reject(new Error(`The backend ended with ${code}:\n${output}`)));
      child.once('error', reject);
    });
  };
  const end = (signal: 'SIGKILL' | 'SIGTERM'): Promise<void> =>
    new Promise((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve();
      child.once('exit', () => resolve());
      child.kill(signal);
    });

  await start(0);
  return {
    get port() {
      return listening.port;
    },
    get code() {
      return listening.code;
    },
    dataFolder,
    kill: () => end('SIGKILL'),
    restart: () => start(listening.port),
    async close() {
      await end('SIGTERM');
      await rm(dataFolder, { recursive: true, force: true });
    },
    output: () => output,
  };
}
