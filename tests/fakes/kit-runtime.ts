import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@pagehand/contracts/errors';
import type { KitOutcome, KitRuntime, ModuleSpec } from '../../backend/kits/kit-runtime.ts';

/** What stands for the code of a kit: it gets what the container would see. */
type Handler = (
  args: Record<string, unknown>,
  container: {
    repo: string;
    env: Record<string, string>;
    print(stream: 'stdout' | 'stderr', text: string): void;
    signal: AbortSignal;
  },
) => unknown;

const IMAGE = `sha256:${'a'.repeat(64)}`;

/**
 * A runtime of kits without containers, for tests of what lies around them: modules, workspaces, tools. It keeps the
 * promises of KitRuntime towards its callers; what a container holds is tested against the real engine.
 */
export class FakeKitRuntime implements KitRuntime {
  readonly handlers = new Map<string, Handler>();
  readonly calls: { module: ModuleSpec; source: string; parameters: string[] | undefined }[] = [];
  readonly dropped: string[] = [];
  readonly warmed: [string, number][] = [];
  /** Switched by tests: no Docker, no image, a build that waits. */
  engine = true;
  built = false;
  build: () => Promise<void> = async () => undefined;

  async status(): ReturnType<KitRuntime['status']> {
    return this.engine
      ? { ready: true, version: '20.10', runtimes: ['runc'] }
      : { ready: false, error: new AppError('kit-engine-missing', 'Docker is not running.').toBody() };
  }

  async resolveBase(): ReturnType<KitRuntime['resolveBase']> {
    return { image: IMAGE };
  }

  async prepareImage(
    ...[, onProgress]: Parameters<KitRuntime['prepareImage']>
  ): ReturnType<KitRuntime['prepareImage']> {
    onProgress('Step 1');
    await this.build();
    this.built = true;
    return { image: IMAGE, cached: false };
  }

  async findImage(): ReturnType<KitRuntime['findImage']> {
    return this.built ? { image: IMAGE } : undefined;
  }

  async call(...[module, call, onOutput, signal]: Parameters<KitRuntime['call']>): Promise<KitOutcome> {
    const source = readFileSync(join(module.toolsDir, call.file), 'utf8');
    this.calls.push({ module, source, parameters: call.parameters });
    const printed = { stdout: '', stderr: '' };
    const handler = this.handlers.get(call.function);
    const print = (stream: 'stdout' | 'stderr', text: string): void => {
      printed[stream] += text;
      onOutput(stream, text);
    };
    try {
      const value = await handler?.(call.args, { repo: module.workspaceDir, env: module.environment, print, signal });
      return { ok: true, value, ...printed, ms: 3 };
    } catch (error) {
      if (signal.aborted) return { ok: false, error: new AppError('cancelled', 'stopped').toBody(), ...printed, ms: 3 };
      const kind = { type: 'ValueError', message: String(error), trace: 'rows.ts:3' };
      return { ok: false, error: new AppError('kit-failed', 'The tool failed.').toBody(), kind, ...printed, ms: 3 };
    }
  }

  warm(module: ModuleSpec, size: number): void {
    this.warmed.push([module.moduleId, size]);
  }

  async drop(moduleId: string): Promise<void> {
    this.dropped.push(moduleId);
  }

  async reap(): Promise<number> {
    return 0;
  }

  async close(): Promise<void> {}
}
