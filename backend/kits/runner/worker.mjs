/** The process that runs the kit's code: imports the file, calls the function, writes what it returned or threw. */
import { readdirSync, writeFileSync, writeSync } from 'node:fs';
import { register } from 'node:module';
import { Socket } from 'node:net';
import { pathToFileURL } from 'node:url';

const CALLS = 3;
const RESULTS = 4;
const MAX_RESULT = 4 * 1024 * 1024;
const OWN = /(?:file:\/\/)?\/(?:tools|repo|deps)\//;

try {
  writeFileSync('/proc/self/oom_score_adj', '1000'); // where memory runs out, this process goes and not the supervisor
} catch {
  // gVisor has no such file.
}

const hasTypeScript = readdirSync('/tools', { recursive: true }).some((name) => /\.m?ts$/.test(name));
if (hasTypeScript) register('./strip-types.mjs', import.meta.url);

/** The channels are sockets that do not block: "try again" is waited for. */
const pause = new Int32Array(new SharedArrayBuffer(4));
function patiently(work) {
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
      Atomics.wait(pause, 0, 0, 1);
    }
  }
}

/** The call, once it is whole. */
async function readCall() {
  const socket = new Socket({ fd: CALLS, readable: true, writable: false });
  const pieces = [];
  let size = 0;
  for await (const piece of socket) {
    pieces.push(piece);
    size += piece.length;
    const all = size < 4 ? undefined : pieces.length === 1 ? piece : Buffer.concat(pieces);
    if (all !== undefined && size >= 4 + all.readUInt32BE(0)) return JSON.parse(all.subarray(4).toString('utf8'));
  }
  return process.exit(0);
}

function answer(body) {
  const payload = Buffer.from(body);
  const header = Buffer.alloc(4);
  header.writeUInt32BE(payload.length, 0);
  const data = Buffer.concat([header, payload]);
  for (let at = 0; at < data.length; ) at += patiently(() => writeSync(RESULTS, data, at));
  // The supervisor ends this process.
  Atomics.wait(pause, 0, 0);
}

const describe = (error) => {
  const thrown = error instanceof Error ? error : undefined;
  return {
    type: String(thrown?.name ?? typeof error).slice(0, 200),
    message: String(thrown?.message ?? error).slice(0, 4_000),
    trace: trace(thrown).slice(0, 8_000),
  };
};

/** Frames of the kit's own files, through the errors that led to it. */
function trace(error) {
  const lines = [];
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    const frames = String(cause.stack ?? '')
      .split('\n')
      .filter((line) => OWN.test(line) && /^\s+at /.test(line));
    lines.push(`${depth > 0 ? 'caused by ' : ''}${cause.name}: ${cause.message}`.slice(0, 500));
    lines.push(...frames.map((line) => line.replaceAll('file://', '')));
  }
  return lines.join('\n');
}

/** Sets and maps as lists and objects, bytes as Base64; dates as JSON.stringify has them. */
function plain(key, value) {
  const given = this[key];
  if (ArrayBuffer.isView(given))
    return Buffer.from(given.buffer, given.byteOffset, given.byteLength).toString('base64');
  if (given instanceof Map) return Object.fromEntries(given);
  if (given instanceof Set) return [...given];
  if (typeof given === 'bigint') throw new TypeError('a bigint is no JSON: return a number or a text');
  return value;
}

const isGenerator = (value) =>
  typeof value?.next === 'function' &&
  (typeof value[Symbol.asyncIterator] === 'function' || typeof value[Symbol.iterator] === 'function');

async function run({ file, function: name, args, parameters, environment }) {
  Object.assign(process.env, environment);
  const module = await import(pathToFileURL(`/tools/${file}`).href);
  const tool = module[name] ?? module.default?.[name];
  if (typeof tool !== 'function') throw new ReferenceError(`${file} exports no function ${name}`);
  const order = parameters ?? Object.keys(args);
  const value = await tool(...order.map((one) => args[one]));
  if (!isGenerator(value)) return value;
  const items = [];
  for await (const item of value) items.push(item);
  return items;
}

process.on('uncaughtException', (error) => answer(JSON.stringify({ failed: describe(error) })));

// What is printed is written at once, and a full pipe makes the kit wait: without this Node would keep it in memory.
for (const stream of [process.stdout, process.stderr]) stream._handle?.setBlocking?.(true);

const call = await readCall();
let value;
let failed;
try {
  value = await run(call);
} catch (error) {
  failed = { failed: describe(error) };
}
answer(failed === undefined ? toBody(value) : JSON.stringify(failed));

function toBody(result) {
  try {
    const body = JSON.stringify({ value: result ?? null }, plain);
    const bytes = Buffer.byteLength(body);
    if (bytes > MAX_RESULT) throw new RangeError(`the result has ${bytes} bytes, at most ${MAX_RESULT} are allowed`);
    return body;
  } catch (error) {
    return JSON.stringify({ 'bad-result': describe(error) });
  }
}
