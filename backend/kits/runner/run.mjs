/**
 * Runs one function of a kit inside its container: the supervisor.
 *
 * It starts the process that will run the kit's code before the call is there, waits for the call on stdin, hands it over
 * and sends what comes back as frames on stdout (frames.ts has their form). What the kit prints goes into pipes of its
 * own, so it never mixes with the frames. Before the result is sent, every other process in the container is ended.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const CALL = 0x43;
const READY = 0x52;
const STDOUT = 0x4f;
const STDERR = 0x45;
const RESULT = 0x56;
const CRASHED = 0x58;
const HOSTS = 0x4e;

function send(kind, payload) {
  const header = Buffer.alloc(5);
  header.writeUInt8(kind, 0);
  header.writeUInt32BE(payload.length, 1);
  process.stdout.write(header);
  return process.stdout.write(payload);
}

/** Whether the kernel ended a process of this container for memory: cgroup 2, then 1. */
function wasOutOfMemory() {
  for (const path of ['/sys/fs/cgroup/memory.events', '/sys/fs/cgroup/memory/memory.oom_control']) {
    try {
      const count = /^oom_kill (\d+)$/m.exec(readFileSync(path, 'utf8'))?.[1];
      if (Number(count) > 0) return true;
    } catch {
      // The other version of cgroups.
    }
  }
  return false;
}

function endAllOthers() {
  try {
    process.kill(-1, 'SIGKILL');
  } catch {
    // There is none.
  }
}

// fd 3: the call, to the worker; fd 4: its result.
const worker = spawn(process.execPath, [...process.execArgv, fileURLToPath(new URL('worker.mjs', import.meta.url))], {
  stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'],
});
const [, out, err, calls, results] = worker.stdio;
let ended = false;
/** The worker has ended; its pipes may hold something yet. */
let gone = false;
let result;
let gathered = Buffer.alloc(0);
let incoming = Buffer.alloc(0);
const pieces = [];

/** Pieces that follow each other closely are sent as one: a kit that prints line by line costs the backend little. */
const REST_MS = 10;

/** Hands on what the kit prints, no faster than the backend reads. */
function forward(stream, kind) {
  stream.on('data', (piece) => {
    if (!send(kind, piece)) {
      stream.pause();
      process.stdout.once('drain', () => stream.resume());
    } else if (result === undefined && !gone) {
      stream.pause();
      setTimeout(() => stream.resume(), REST_MS);
    }
  });
}
forward(out, STDOUT);
forward(err, STDERR);

/** Nothing more will be printed: what is there goes on without rest. */
function hurry() {
  out.resume();
  err.resume();
}

results.on('data', (piece) => {
  if (result !== undefined) return;
  pieces.push(piece);
  if (pieces.length === 1 && piece.length >= 4) gathered = piece;
  const size = pieces.reduce((sum, one) => sum + one.length, 0);
  if (size < 4) return;
  if (gathered.length < 4) gathered = Buffer.concat(pieces);
  if (size < 4 + gathered.readUInt32BE(0)) return;
  const all = Buffer.concat(pieces);
  result = all.subarray(4, 4 + all.readUInt32BE(0));
  endAllOthers();
  hurry();
});
results.on('error', () => {});
calls.on('error', () => {});

/** The hosts that the kit may reach; their listeners stand before the kit's code runs. */
let network;

function take(kind, payload) {
  if (kind === CALL) {
    const header = Buffer.alloc(4);
    header.writeUInt32BE(payload.length, 0);
    const hand = () => {
      calls.write(header);
      calls.write(payload);
    };
    if (network === undefined) hand();
    else network.then(({ ready }) => ready).then(hand, fail);
  } else if (kind === HOSTS) {
    network = import('./network.mjs').then(({ Network }) => new Network(JSON.parse(payload.toString('utf8')), send));
  } else network?.then((open) => open.take(kind, payload), fail);
}

/** Said to the backend, which then tells that the container has ended. */
function fail(error) {
  console.error(error.message);
  endAllOthers();
  process.exit(1);
}

process.stdin.on('data', (piece) => {
  incoming = incoming.length === 0 ? piece : Buffer.concat([incoming, piece]);
  while (incoming.length >= 5) {
    const end = 5 + incoming.readUInt32BE(1);
    if (incoming.length < end) return;
    const [kind, payload] = [incoming.readUInt8(0), incoming.subarray(5, end)];
    incoming = incoming.subarray(end);
    take(kind, payload);
  }
});
// The backend is gone.
process.stdin.on('end', () => {
  if (ended) return;
  endAllOthers();
  process.exit(0);
});

// All its pipes are closed then: everything that it printed has been handed on.
worker.on('close', (exit, signal) => {
  ended = true;
  if (result !== undefined) send(RESULT, result);
  else send(CRASHED, Buffer.from(JSON.stringify({ exit, signal, memory: wasOutOfMemory() })));
  // All is written (a pipe is written at once), and the backend waits for the end of this container: the quickest one.
  process.kill(process.pid, 'SIGKILL');
});
worker.on('exit', () => {
  gone = true;
  endAllOthers();
  hurry();
});

send(READY, Buffer.alloc(0));
