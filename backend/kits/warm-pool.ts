import { KIT_LIMITS } from './kit-limits.ts';
import type { ModuleSpec } from './kit-runtime.ts';
import type { OneShot } from './one-shot.ts';

/** What one container of a module shares with another; the environment is not in it: it comes with the call. */
const keyOf = ({ digest, runtime, image, toolsDir, workspaceDir, network }: ModuleSpec): string =>
  JSON.stringify([digest, runtime, image, toolsDir, workspaceDir, network]);

type Shelf = { module: ModuleSpec; key: string; size: number; shots: OneShot[]; filling: boolean };

/** Started containers that wait, per module; each is handed out once. */
export class WarmPool {
  private readonly shelves = new Map<string, Shelf>();
  private readonly start: (module: ModuleSpec, signal: AbortSignal) => Promise<OneShot>;
  private readonly closing = new AbortController();
  private readonly work = new Set<Promise<void>>();

  constructor(start: (module: ModuleSpec, signal: AbortSignal) => Promise<OneShot>) {
    this.start = start;
  }

  /** See `KitRuntime.warm`. */
  keep(module: ModuleSpec, size: number): void {
    if (this.closing.signal.aborted || module.ports.length > 0) return;
    const wanted = Math.min(Math.max(0, Math.trunc(size)), KIT_LIMITS.warm);
    const known = this.shelves.get(module.moduleId);
    if (known !== undefined && known.key !== keyOf(module)) this.track(this.drop(module.moduleId));
    const shelf = this.shelves.get(module.moduleId) ?? {
      module,
      key: keyOf(module),
      size: 0,
      shots: [],
      filling: false,
    };
    this.shelves.set(module.moduleId, shelf);
    shelf.size = wanted;
    for (const extra of shelf.shots.splice(wanted)) this.track(extra.remove());
    this.fill(shelf);
  }

  /** One that waits for a call of exactly this module; undefined where there is none. */
  take(module: ModuleSpec): OneShot | undefined {
    const shelf = this.shelves.get(module.moduleId);
    if (shelf === undefined || shelf.key !== keyOf(module)) return undefined;
    for (let shot = shelf.shots.shift(); shot !== undefined; shot = shelf.shots.shift()) {
      // One that is not ready yet is still ahead of a new one.
      if (!shot.isOver()) return shot;
      this.track(shot.remove());
    }
    return undefined;
  }

  /** Puts new ones in the place of those that were taken. */
  refill(moduleId: string): void {
    const shelf = this.shelves.get(moduleId);
    if (shelf !== undefined) this.fill(shelf);
  }

  async drop(moduleId: string): Promise<void> {
    const shelf = this.shelves.get(moduleId);
    if (shelf === undefined) return;
    this.shelves.delete(moduleId);
    shelf.size = 0;
    await Promise.all(shelf.shots.splice(0).map((shot) => shot.remove()));
  }

  async close(): Promise<void> {
    this.closing.abort();
    await Promise.all([...this.shelves.keys()].map((moduleId) => this.drop(moduleId)));
    await Promise.all(this.work);
  }

  private fill(shelf: Shelf): void {
    if (shelf.filling || this.closing.signal.aborted) return;
    shelf.filling = true;
    this.track(
      this.fillUp(shelf)
        // Calls start cold then, and say what is wrong.
        .catch(() => undefined)
        .finally(() => {
          shelf.filling = false;
        }),
    );
  }

  private async fillUp(shelf: Shelf): Promise<void> {
    while (shelf.shots.length < shelf.size) {
      const shot = await this.start(shelf.module, this.closing.signal);
      if (shelf.shots.length < shelf.size) shelf.shots.push(shot);
      else await shot.remove();
    }
  }

  private track(work: Promise<void>): void {
    this.work.add(work);
    work.finally(() => this.work.delete(work));
  }
}
