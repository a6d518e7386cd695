import type Docker from 'dockerode';
import type { KitRuntimeName } from './kit-runtime.ts';
import { kitUser } from './kit-user.ts';
import type { NetworkHost } from './network-hosts.ts';

const MIB = 1024 * 1024;

/** Labels by which our containers are found again. */
export const LABELS = { owner: 'pagehand.owner', module: 'pagehand.module', role: 'pagehand.role' } as const;

/** Where the image has our runner. */
export const RUNNER_FOLDER = '/pagehand';

export type Sandbox = {
  /** The engine would filter no system calls by itself. */
  unfiltered: boolean;
} & (
  | {
      role: 'call';
      owner: string;
      moduleId: string;
      runtime: KitRuntimeName;
      image: string;
      toolsDir: string;
      workspaceDir: string;
      /** What kit.yaml names; the container gets names for them, and no network. */
      hosts: readonly NetworkHost[];
      /** gVisor, where the engine has it. */
      gvisor: boolean;
    }
  | { role: 'build'; owner: string; runtime: KitRuntimeName; image: string; network: boolean }
);

/** How the runner is started. `-I` and `-B`: no path and no setting from outside, nothing written beside the code. */
const COMMANDS: Record<KitRuntimeName, Record<Sandbox['role'], string[]>> = {
  node: {
    call: ['node', '--disable-warning=ExperimentalWarning', `${RUNNER_FOLDER}/run.mjs`],
    build: ['node', `${RUNNER_FOLDER}/install.mjs`],
  },
  python: {
    call: ['python3', '-I', '-B', '-X', 'utf8', `${RUNNER_FOLDER}/run.py`],
    build: ['python3', '-I', '-B', '-X', 'utf8', `${RUNNER_FOLDER}/install.py`],
  },
};

/**
 * The one place that says how a container of a kit is made. `call` runs the kit's code; `build` installs locked
 * dependencies, runs no code of the kit, and is the only one with a network and a root that can be written.
 * Whatever comes out goes through `assertHardened` before it reaches the engine.
 */
export function sandboxOptions(sandbox: Sandbox): Docker.ContainerCreateOptions {
  const { uid, gid } = kitUser();
  const building = sandbox.role === 'build';
  const memory = (building ? 1_024 : 512) * MIB;
  return {
    Image: sandbox.image,
    Entrypoint: [],
    Cmd: COMMANDS[sandbox.runtime][sandbox.role],
    User: `${uid}:${gid}`,
    WorkingDir: building ? '/' : '/repo',
    Hostname: 'kit',
    // The module's own environment comes by stdin: what stands here is kept in the engine's files.
    Env: ['HOME=/tmp', 'LANG=C.UTF-8', 'OPENBLAS_NUM_THREADS=1', 'OMP_NUM_THREADS=1', 'UV_THREADPOOL_SIZE=2'],
    Labels: {
      [LABELS.owner]: sandbox.owner,
      [LABELS.role]: sandbox.role,
      ...(sandbox.role === 'call' ? { [LABELS.module]: sandbox.moduleId } : {}),
    },
    AttachStdin: true,
    AttachStdout: true,
    AttachStderr: true,
    OpenStdin: true,
    // When the backend dies its connection closes, the runner reads the end of stdin and goes.
    StdinOnce: true,
    Tty: false,
    Healthcheck: { Test: ['NONE'] },
    HostConfig: {
      AutoRemove: !building,
      Init: true,
      NetworkMode: building && sandbox.network ? 'bridge' : 'none',
      ReadonlyRootfs: !building,
      Privileged: false,
      CapDrop: ['ALL'],
      CapAdd: [],
      SecurityOpt: ['no-new-privileges:true', ...(sandbox.unfiltered ? ['seccomp=builtin'] : [])],
      PidMode: '',
      IpcMode: 'private',
      UTSMode: '',
      UsernsMode: '',
      Devices: [],
      PidsLimit: 64,
      Memory: memory,
      MemorySwap: memory,
      NanoCpus: 1_000_000_000,
      OomScoreAdj: 500,
      ShmSize: 16 * MIB,
      Ulimits: [
        { Name: 'nofile', Soft: 1_024, Hard: 1_024 },
        { Name: 'core', Soft: 0, Hard: 0 },
        { Name: 'fsize', Soft: 256 * MIB, Hard: 256 * MIB },
      ],
      Tmpfs: { '/tmp': 'rw,noexec,nosuid,nodev,size=16m,mode=1777' },
      // No file of what it prints is written.
      LogConfig: { Type: 'none', Config: {} },
      RestartPolicy: { Name: 'no' },
      Mounts: building ? [] : [bind(sandbox.toolsDir, '/tools', true), bind(sandbox.workspaceDir, '/repo', false)],
      ...(sandbox.role === 'call' && sandbox.gvisor ? { Runtime: 'runsc' } : {}),
      ...(sandbox.role === 'call' && sandbox.hosts.length > 0 ? namesOnLoopback(sandbox.hosts) : {}),
    },
  };
}

/** The hosts of a kit by name, on the container's own loopback, where the runner may listen below port 1024 too. */
const namesOnLoopback = (hosts: readonly NetworkHost[]): Docker.HostConfig => ({
  ExtraHosts: [...new Set(hosts.map(({ host, address }) => `${host}:${address}`))],
  Sysctls: { 'net.ipv4.ip_unprivileged_port_start': '0' },
});

const bind = (source: string, target: string, readOnly: boolean): Docker.MountSettings => ({
  Type: 'bind',
  Source: source,
  Target: target,
  ReadOnly: readOnly,
  BindOptions: { Propagation: 'rprivate' },
});
