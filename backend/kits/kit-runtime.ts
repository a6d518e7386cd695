import type { AppErrorBody } from '@pagehand/contracts/errors';
import type { KitConnection } from '@pagehand/contracts/kit-module';

/**
 * What runs the code of kits. `createKitRuntime` (run-kits.ts) makes the one that there is: containers of a Docker engine.
 *
 * For callers:
 * - Everything that a kit returns, prints or says in an error is untrusted data: `value`, `stdout`, `stderr`, `kind`.
 * - `prepareImage` before `call`: what comes back as `image` (an id, `sha256:...`) goes into `ModuleSpec.image`.
 * - The container sees `toolsDir` as `/tools` (read-only) and `workspaceDir` as `/repo` (read and write). Both are folders
 *   of this machine with absolute, real paths (no link in them); the files of tools run as they are, TypeScript as well.
 *   A module without a workspace of its own gets an empty folder.
 * - After `call` no code of the kit runs on, so the workspace may be committed; the exception is told (`lingers`). Calls of one workspace are serialised by
 *   the caller. The workspace may hold links to anywhere: never follow one on the host.
 * - Where the backend is root, the files of the workspace are given to the container's user before each call
 *   (`kitUser` in kit-user.ts); Git then needs `safe.directory`.
 * - `environment` is what the module has, secrets included: it goes to the runner through stdin, and stands neither in
 *   the container's configuration nor in any image.
 */
export type KitRuntimeName = 'node' | 'python';

/** One port that the kit's code listens on while a call runs: `127.0.0.1:PORT` of this machine leads to it. */
export type KitPort = {
  name: string;
  /** 1024 to 65535. */
  port: number;
};

export type ModuleSpec = {
  moduleId: string;
  /** Of the kit's lock: another kit in the same folder is another module, whose waiting containers have dead mounts. */
  digest: string;
  runtime: KitRuntimeName;
  /** Id of the ready image, as `prepareImage` gave it. A tag is refused. */
  image: string;
  toolsDir: string;
  workspaceDir: string;
  environment: Record<string, string>;
  ports: KitPort[];
  /** `none`, or the hosts that were approved: `host` (port 443) or `host:port`; nothing else is reached. */
  network: 'none' | string[];
};

export type KitCall = {
  callId: string;
  /** Path below `/tools`, with `/` between parts. */
  file: string;
  function: string;
  /** Parameters by name. Python: keyword arguments. Node: in the order of `parameters`. */
  args: Record<string, unknown>;
  /** Node only: names of the function's parameters, in their order; `undefined` stands for those without a value. */
  parameters?: string[];
  /** Wall clock, from the moment the call begins in its container; 100 to 3 600 000. */
  timeoutMs: number;
};

/** What the kit's own code threw. */
export type KitFailure = {
  /** Name of the error's class. At most 200 characters. */
  type: string;
  /** At most 4 000 characters. */
  message: string;
  /** Frames of the kit's own files only, innermost last in Python, first in Node. At most 8 000 characters. */
  trace: string;
};

export type KitOutcome = (
  | {
      ok: true;
      /** JSON, at most 4 MB. */
      value: unknown;
    }
  | {
      ok: false;
      /**
       * `kit-failed` (with `kind`), `kit-crashed`, `kit-out-of-memory`, `kit-output-flood`, `kit-bad-result`,
       * `kit-engine-missing`, `kit-engine-lost`, `kit-image-missing`, `kit-not-hardened`, `timeout`, `cancelled`,
       * `port-in-use`.
       */
      error: AppErrorBody;
      kind?: KitFailure;
    }
) & {
  /** What it printed, capped at `LIMITS` of kit-limits.ts; a last line says how much was left out. */
  stdout: string;
  stderr: string;
  /** Wall clock of the call itself, without waiting for a free place. */
  ms: number;
  /** To the hosts that the kit names: each that it had or wanted, the first hundred. */
  connections?: KitConnection[];
  /**
   * Only where its container could not be seen to end: the engine hangs or is gone, and the kit's code may still run and
   * write. Resolves when it has ended, rejects when the runtime closes before; nobody may read the workspace before.
   */
  lingers?: Promise<void>;
};

export type ImageSpec = {
  runtime: KitRuntimeName;
  /** Digest (`name@sha256:...`) or local image id (`sha256:...`): what `resolveBase` gave. */
  base: string;
  /** The lock of the dependencies and, for Node, the package.json that belongs to it. Absent: none. */
  dependencies?:
    | { file: 'requirements.txt'; content: string }
    | { file: 'package-lock.json'; content: string; packageJson: string }
    | undefined;
};

export type KitEngineStatus =
  | {
      ready: true;
      version: string;
      /** OCI runtimes of the engine, like `runc`, `runsc`. */
      runtimes: string[];
    }
  | { ready: false; error: AppErrorBody };

export interface KitRuntime {
  /** Asks the engine; never throws but when the signal aborts. At most 3 s. */
  status(signal: AbortSignal): Promise<KitEngineStatus>;
  /**
   * What to pin in the lock for the `image` of a kit.yaml (a tag is resolved, pulled where it is not there) or, without
   * one, for the runtime's default base.
   * @throws AppError `kit-image-missing`, `kit-engine-missing`
   */
  resolveBase(
    image: string | undefined,
    runtime: KitRuntimeName,
    onProgress: (line: string) => void,
    signal: AbortSignal,
  ): Promise<{ image: string }>;
  /**
   * Base, runner and locked dependencies as one image; found again by the hash of its content. Only this has a network.
   * @throws AppError `kit-build-failed` (with the last lines of the package manager), `kit-image-missing`,
   * `kit-dependencies-refused`, `kit-engine-missing`, `cancelled`
   */
  prepareImage(
    spec: ImageSpec,
    onProgress: (line: string) => void,
    signal: AbortSignal,
  ): Promise<{ image: string; cached: boolean }>;
  /** Whether `prepareImage` would find it; builds nothing. */
  findImage(spec: ImageSpec, signal: AbortSignal): Promise<{ image: string } | undefined>;
  /** Runs one function, once, in a container of its own. Never throws: what went wrong is in the outcome. */
  call(
    module: ModuleSpec,
    call: KitCall,
    onOutput: (stream: 'stdout' | 'stderr', text: string) => void,
    signal: AbortSignal,
  ): Promise<KitOutcome>;
  /** Keeps `size` containers of the module started and waiting (0 to 4); each serves one call. Not for modules with ports. */
  warm(module: ModuleSpec, size: number): void;
  /** Ends what runs and what waits of a module. Call it before its folders go away. */
  drop(moduleId: string): Promise<void>;
  /** Removes what an earlier process of the same data folder left behind; how many. Call it once, at start. */
  reap(): Promise<number>;
  /** Ends everything; nothing of it is left in the engine but images. */
  close(): Promise<void>;
}
