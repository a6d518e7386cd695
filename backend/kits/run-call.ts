import { realpath } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '@pagehand/contracts/errors';
import type { KitConnection } from '@pagehand/contracts/kit-module';
import type Docker from 'dockerode';
import { CapturedOutput } from './captured-output.ts';
import { converse } from './converse.ts';
import { type EngineFacts, engineError, unlessAborted } from './docker.ts';
import { KIT_LIMITS } from './kit-limits.ts';
import { type Connect, KitNetwork } from './kit-network.ts';
import type { KitCall, KitOutcome, ModuleSpec } from './kit-runtime.ts';
import { giveToKitUser } from './kit-user.ts';
import { networkHosts } from './network-hosts.ts';
import { type OneShot, startOneShot } from './one-shot.ts';
import { openPorts } from './ports.ts';
import type { Answer } from './read-answer.ts';
import type { WarmPool } from './warm-pool.ts';
import { watchWorkspace } from './workspace-size.ts';

export type CallContext = {
  docker: Docker;
  owner: string;
  pool: WarmPool;
  facts(): Promise<EngineFacts>;
  /** Containers that are being removed, by workspace: an answer does not wait for them. */
  leaving: Map<string, Set<Promise<void>>>;
  /** Aborts when the runtime closes. */
  closing: AbortSignal;
  /** The way out for kits that name hosts; without it they are refused. */
  connect: Connect | undefined;
};

/** So long an answer waits for the end of its container: Stop must reach the person within a second. */
const END_MS = 700;
const LOOK_AGAIN_MS = 200;

/** What is left of a call when its answer is there. */
type Rest = { lingers?: Promise<void>; connections?: KitConnection[] };

/** Runs one call in a container of its own, and leaves none behind. Never throws. */
export async function runCall(
  context: CallContext,
  module: ModuleSpec,
  call: KitCall,
  onOutput: (stream: 'stdout' | 'stderr', text: string) => void,
  signal: AbortSignal,
): Promise<KitOutcome> {
  const began = performance.now();
  const output = new CapturedOutput(onOutput);
  const rest: Rest = {};
  const answer = await answerOf(context, module, call, output, rest, signal).catch((error: unknown): Answer => {
    const known = signal.aborted ? new AppError('cancelled', 'The tool was stopped.') : engineError(error, 'start');
    return { ok: false, error: known.toBody() };
  });
  const ms = Math.round(performance.now() - began);
  return { ...answer, stdout: output.text('stdout'), stderr: output.text('stderr'), ms, ...rest };
}

async function answerOf(
  context: CallContext,
  module: ModuleSpec,
  call: KitCall,
  output: CapturedOutput,
  rest: Rest,
  signal: AbortSignal,
): Promise<Answer> {
  const payload = encodeCall(module, call);
  const { min, max } = KIT_LIMITS.timeoutMs;
  const timeoutMs = Math.min(Math.max(call.timeoutMs, min), max);
  await prepareFolders(context, module);
  const hosts = networkHosts(module.network);
  const { connect } = context;
  if (hosts.length > 0 && connect === undefined)
    throw new AppError('tool-unavailable', 'There is no way out to the network here: this kit needs one.');
  const shot = await takeOrStart(context, module, payload, rest, signal);
  const network =
    connect === undefined || hosts.length === 0
      ? undefined
      : new KitNetwork(hosts, connect, (kind, bytes) => shot.write(kind, bytes));
  let closePorts: (() => void) | undefined;
  let answered = false;
  const size = watchWorkspace(module.workspaceDir);
  try {
    if (module.ports.length > 0) {
      closePorts = await openPorts(shot.container, module.runtime, module.ports);
      shot.send(payload);
    }
    const answer = await Promise.race([converse(shot, output, network, timeoutMs, signal), size.over]);
    answered = true;
    return 'lost' in answer ? await whyLost(context.docker, answer.lost) : answer;
  } finally {
    size.stop();
    closePorts?.();
    network?.close();
    if (network !== undefined) rest.connections = network.connections;
    // Whoever reads the workspace next must be alone with it: code that still runs could swap a folder for a link.
    await endOrLinger(rest, endOf(context, shot, answered));
    leave(context, module, shot.remove());
    context.pool.refill(module.moduleId);
  }
}

/** Waits for an end, for a while; where it does not come, whoever is next gets to know when it has. */
async function endOrLinger(rest: Rest, ends: Promise<void>): Promise<void> {
  const timer = new AbortController();
  const late = wait(END_MS, true, { signal: timer.signal }).catch(() => true);
  const lingers = await Promise.race([ends.then(() => false).catch(() => true), late]);
  timer.abort();
  if (lingers) rest.lingers = ends;
}

/**
 * Resolves when nothing of a container runs; asks again as long as the engine does not say.
 * @throws AppError `kit-engine-lost` when the runtime closes before
 */
async function endOf({ closing }: CallContext, shot: OneShot, answered: boolean): Promise<void> {
  for (let ended = await shot.stop(answered); !ended; ended = await shot.stop(false)) {
    await wait(LOOK_AGAIN_MS, undefined, { signal: closing, ref: false }).catch(() => undefined);
    if (closing.aborted) throw new AppError('kit-engine-lost', 'Docker did not say that the tool has ended.');
  }
}

function encodeCall({ environment }: ModuleSpec, { file, function: name, args, parameters }: KitCall): Buffer {
  const payload = Buffer.from(JSON.stringify({ file, function: name, args, parameters, environment }));
  if (payload.length > KIT_LIMITS.call)
    throw new AppError('too-large', `The arguments have ${payload.length} bytes; at most 8 MB go to a tool.`);
  return payload;
}

/** One that waits, with its call sent; else a new one, which finds its call when it starts. With ports it is sent later. */
async function takeOrStart(
  context: CallContext,
  module: ModuleSpec,
  payload: Buffer,
  rest: Rest,
  signal: AbortSignal,
): Promise<OneShot> {
  const warm = context.pool.take(module);
  if (warm !== undefined) {
    warm.send(payload);
    return warm;
  }
  const starting = startModule(context, module, signal, module.ports.length > 0 ? undefined : payload);
  try {
    return await unlessAborted(starting, signal);
  } catch (error) {
    // Stopped in the middle of it: its code may run by now, and goes with what comes of it.
    const ends = starting.then(
      (shot) => endOf(context, shot, false).finally(() => leave(context, module, shot.remove())),
      () => undefined,
    );
    await endOrLinger(rest, ends);
    throw error;
  }
}

/** Starts a container of a module; with its call, or to wait for one. */
export async function startModule(
  { docker, owner, facts }: Pick<CallContext, 'docker' | 'owner' | 'facts'>,
  { moduleId, runtime, image, toolsDir, workspaceDir, network }: ModuleSpec,
  signal: AbortSignal,
  payload?: Buffer,
): Promise<OneShot> {
  const { runtimes, unfiltered } = await facts();
  const folders = { toolsDir, workspaceDir, hosts: networkHosts(network) };
  const wall = { gvisor: runtimes.includes('runsc'), unfiltered };
  return await startOneShot(
    docker,
    { role: 'call', owner, moduleId, runtime, image, ...folders, ...wall },
    signal,
    payload,
  );
}

/** The folders as the engine will see them: real ones, and the workspace with its owner. */
async function prepareFolders({ leaving }: CallContext, { toolsDir, workspaceDir }: ModuleSpec): Promise<void> {
  for (const folder of [toolsDir, workspaceDir]) {
    const real = await realpath(folder).catch(() => undefined);
    if (real !== folder)
      throw new AppError('kit-not-hardened', 'A folder of the kit is missing, or stands behind a link.');
  }
  if (process.getuid?.() !== 0) return;
  // Nobody may be left who could swap a folder for a link meanwhile.
  await Promise.all(leaving.get(workspaceDir) ?? []);
  await giveToKitUser(workspaceDir);
}

/** Keeps in mind that a container of the workspace is on its way out; nobody waits for it here. */
function leave({ leaving }: CallContext, { workspaceDir }: ModuleSpec, removal: Promise<void>): void {
  const there = leaving.get(workspaceDir) ?? new Set();
  leaving.set(workspaceDir, there);
  const gone = removal
    .catch(() => undefined)
    .finally(() => {
      there.delete(gone);
      if (there.size === 0) leaving.delete(workspaceDir);
    });
  there.add(gone);
}

/** The connection ended without an answer: the engine is gone, or only the container is. */
async function whyLost(docker: Docker, complaint: string): Promise<Answer> {
  try {
    await docker.ping();
  } catch (error) {
    return { ok: false, error: engineError(error, 'call').toBody() };
  }
  const why = complaint === '' ? '' : `: ${complaint.slice(0, 500)}`;
  return {
    ok: false,
    error: new AppError('kit-crashed', `The container of the tool ended without a result${why}`).toBody(),
  };
}
