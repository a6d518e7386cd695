import { createHash } from 'node:crypto';
import { chmodSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '@pagehand/contracts/errors';
import { parseJson } from '@pagehand/contracts/parse-json';
import * as z from 'zod';

const AnswerSchema = z.strictObject({ port: z.int(), code: z.string() });
export type ControlAnswer = z.infer<typeof AnswerSchema>;

/** The longest path that every system takes for a socket, less one for the closing zero. */
const MAX_PATH = 103;

/** Where the command line meets the running backend of a data folder: a socket that only its owner can open. */
export function controlPath(dataFolder: string): string {
  const name = `pagehand-${createHash('sha256').update(dataFolder).digest('hex').slice(0, 24)}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`;
  const inside = join(dataFolder, 'control.sock');
  return Buffer.byteLength(inside) <= MAX_PATH ? inside : join(tmpdir(), `${name}.sock`);
}

/**
 * Answers each connection with the port and a fresh pairing code, then closes it. It reads nothing. Whoever can connect
 * can read the data folder anyway. Call it only while the folder's lock is held.
 */
export async function openControlSocket(dataFolder: string, mint: () => ControlAnswer): Promise<() => Promise<void>> {
  const path = controlPath(dataFolder);
  // A killed process leaves its socket behind; the lock says that nobody listens on it.
  if (process.platform !== 'win32') rmSync(path, { force: true });
  const server: Server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.end(JSON.stringify(mint()));
  });
  await new Promise<void>((done, failed) => {
    server.once('error', failed);
    const before = process.umask(0o077);
    server.listen(path, () => done());
    process.umask(before);
  });
  if (process.platform !== 'win32') chmodSync(path, 0o600);
  return () => new Promise((done) => server.close(() => done()));
}

/**
 * A fresh pairing code from the backend that runs on this data folder.
 * @throws AppError `backend-unreachable` when none runs, or it did not answer to the end.
 */
export async function askForPairingCode(dataFolder: string, signal: AbortSignal): Promise<ControlAnswer> {
  const text = await new Promise<string>((done, failed) => {
    const socket = connect({ path: controlPath(dataFolder), signal });
    let received = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      received += chunk;
    });
    socket.on('end', () => done(received));
    socket.on('error', (cause) =>
      failed(new AppError('backend-unreachable', `No Pagehand runs on the data folder ${dataFolder}.`, { cause })),
    );
  });
  // It may have been ended while it wrote: half an answer, or none.
  const read = parseJson(text);
  const answer = AnswerSchema.safeParse(read.ok ? read.value : undefined);
  if (answer.success) return answer.data;
  throw new AppError(
    'backend-unreachable',
    `The Pagehand on the data folder ${dataFolder} gave no answer. Try again.`,
    {
      cause: answer.error,
    },
  );
}
