import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import Docker from 'dockerode';
import type { KitRuntime, ModuleSpec } from '../../backend/kits/kit-runtime.ts';
import { giveToKitUser } from '../../backend/kits/kit-user.ts';
import { createKitRuntime } from '../../backend/kits/run-kits.ts';
import { type Measurement, median, ms, upTo } from './measurement.ts';

const ROUNDS = 30;
const never = new AbortController().signal;
const quiet = (): void => undefined;

/** Reads a small table and writes one: what a tool of a kit typically does. */
const TOOL = `
export function total(rows) {
  const lines = rows.map((row) => row.join(',')).join('\\n');
  return lines.split('\\n').reduce((sum, line) => sum + Number(line.split(',')[1]), 0);
}
`;
const ARGS = { rows: Array.from({ length: 200 }, (_, n) => [`row ${n}`, n]) };
const CALL = {
  callId: 'bench',
  file: 'total.mjs',
  function: 'total',
  args: ARGS,
  parameters: ['rows'],
  timeoutMs: 60_000,
};

/** Per call of a kit tool: ours, warm and cold, beside `docker run`, `docker exec` and the same function in process. */
export async function measureKits(): Promise<Measurement[]> {
  const docker = new Docker();
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'pagehand-bench-kits-')));
  const kits = createKitRuntime({ dataFolder: folder });
  try {
    const { image: base } = await kits.resolveBase(undefined, 'node', quiet, never);
    await forget(docker, kits, base);
    const building = await time(() => kits.prepareImage({ runtime: 'node', base }, quiet, never));
    const { image } = await kits.prepareImage({ runtime: 'node', base }, quiet, never);
    const cached = await time(() => kits.prepareImage({ runtime: 'node', base }, quiet, never));
    const module = await makeModule(folder, image);
    const { total } = await import(pathToFileURL(join(module.toolsDir, 'total.mjs')).href);

    const times = { inProcess: [], warm: [], cold: [], run: [], exec: [] } satisfies Record<string, number[]>;
    const run = ['run', '--rm', '-i', ...hardened(module)];
    const running = await startSleeping(module);
    const all: Record<keyof typeof times, number[]> = times;
    kits.warm(module, 1);
    // One of each in turn, so that whatever else the machine does meets all of them.
    for (let round = 0; round < ROUNDS; round += 1) {
      await warmUp(docker, module);
      all.warm.push(await time(() => call(kits, module)));
      // The next one gets ready; it must not take the time of the others.
      await warmUp(docker, module);
      all.cold.push(await time(() => call(kits, { ...module, moduleId: 'cold' })));
      await settle();
      all.run.push(await time(() => dockerCli([...run, image, ...BARE], JSON.stringify(ARGS))));
      await settle();
      all.exec.push(await time(() => dockerCli(['exec', '-i', running, ...BARE], JSON.stringify(ARGS))));
      all.inProcess.push(await time(async () => total(ARGS.rows)));
    }
    kits.warm(module, 0);
    await docker.getContainer(running).remove({ force: true });
    const twenty = await time(() =>
      Promise.all(Array.from({ length: 20 }, () => call(kits, { ...module, moduleId: 'cold' }))),
    );

    const [inProcess, warm, cold, byRun, byExec] = [all.inProcess, all.warm, all.cold, all.run, all.exec].map(median);
    return [
      { what: 'kit call in process', value: ms(inProcess ?? 0) },
      upTo('kit call, a container that waits', warm ?? 0, (inProcess ?? 0) + 30, ms),
      upTo('kit call, a new container', cold ?? 0, 1.15 * (byRun ?? 0), ms),
      { what: 'the same by docker run', value: ms(byRun ?? 0) },
      { what: 'the same by docker exec', value: ms(byExec ?? 0) },
      { what: 'kit image built', value: ms(building) },
      { what: 'kit image found again', value: ms(cached) },
      { what: 'twenty kit calls at once, none lost', value: ms(twenty) },
    ];
  } finally {
    await kits.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function call(kits: KitRuntime, module: ModuleSpec): Promise<void> {
  const outcome = await kits.call(module, CALL, quiet, new AbortController().signal);
  if (!outcome.ok || outcome.value !== 19_900) throw new Error(`A call failed: ${JSON.stringify(outcome)}`);
}

/** What went before is over: containers on their way out take time too. */
const settle = (): Promise<void> => wait(400);

async function makeModule(folder: string, image: string): Promise<ModuleSpec> {
  const toolsDir = join(folder, 'tools');
  const workspaceDir = join(folder, 'workspace');
  mkdirSync(toolsDir);
  mkdirSync(workspaceDir);
  writeFileSync(join(toolsDir, 'total.mjs'), TOOL);
  await giveToKitUser(workspaceDir);
  return {
    moduleId: 'warm',
    runtime: 'node',
    image,
    digest: '',
    toolsDir,
    workspaceDir,
    environment: {},
    ports: [],
    network: 'none',
  };
}

/** So that it is built: without dependencies nobody minds. */
async function forget(docker: Docker, kits: KitRuntime, base: string): Promise<void> {
  const found = await kits.findImage({ runtime: 'node', base }, never);
  if (found !== undefined) await docker.getImage(found.image).remove({ force: true });
}

/** Waits until a container of the module waits, and has had the time to get ready. */
async function warmUp(docker: Docker, { moduleId }: ModuleSpec): Promise<void> {
  for (;;) {
    const found = await docker.listContainers({ filters: { label: [`pagehand.module=${moduleId}`] } });
    await settle();
    if (found.length > 0) return;
  }
}

/** The same container, with the same limits, as the command line makes it. */
const hardened = ({ toolsDir, workspaceDir }: ModuleSpec): string[] => [
  ...['--init', '--network=none', '--read-only', '--cap-drop=ALL', '--security-opt=no-new-privileges:true'],
  ...['--pids-limit=64', '--memory=512m', '--memory-swap=512m', '--cpus=1', '--user=10001:10001', '--log-driver=none'],
  ...['--tmpfs=/tmp:rw,noexec,nosuid,nodev,size=16m,mode=1777', '--workdir=/repo', '--entrypoint='],
  ...[
    `--mount=type=bind,source=${toolsDir},target=/tools,readonly`,
    `--mount=type=bind,source=${workspaceDir},target=/repo`,
  ],
];
/** The function alone, in one process: no output apart from the result, no errors told, nothing ended. */
const BARE = [
  ...['node', '--input-type=module', '-e'],
  `import { total } from '/tools/total.mjs';
   import { readFileSync } from 'node:fs';
   console.log(JSON.stringify({ value: total(JSON.parse(readFileSync(0, 'utf8')).rows) }));`,
];

/** A container for `docker exec`: it waits for a call that never comes. */
async function startSleeping(module: ModuleSpec): Promise<string> {
  const idle = ['node', '-e', 'setInterval(() => {}, 1e6)'];
  return (await dockerCli(['run', '--rm', '-d', ...hardened(module), module.image, ...idle])).trim();
}

function dockerCli(args: string[], input = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn('docker', args, { stdio: ['pipe', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (piece: Buffer) => {
      output += piece.toString('utf8');
      // Answered: as with ours, the rest is not waited for.
      if (output.includes('"value"')) resolve(output);
    });
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve(output) : reject(new Error(`docker ${args[0]} ended with ${code}`)),
    );
    child.stdin.end(input);
  });
}
