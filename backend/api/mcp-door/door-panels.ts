import { isPageToolName } from '@pagehand/contracts/page-tool-names';
import { isPageTool, type PageToolDeclaration } from '../../tools/page-tool.ts';

/** A panel that did not ask for this long is closed, hidden or cut off, ms. */
const GONE_MS = 5_000;

type Surface = { surfaceId: string; tools: readonly PageToolDeclaration[] };

/** The panels that ask for calls, and what the pages beside them offer. */
export class DoorPanels {
  readonly #panels = new Map<string, { seenAt: number; surface: Surface | undefined }>();
  readonly #listeners = new Set<() => void>();
  #told = '';
  #timer: NodeJS.Timeout | undefined;

  /** A panel asked. @returns the surface that is known of it. */
  seen(
    panelId: string,
    surface?: { surfaceId: string; tools: Parameters<typeof isPageTool>[0][] },
  ): string | undefined {
    const known =
      surface === undefined
        ? this.#panels.get(panelId)?.surface
        : {
            surfaceId: surface.surfaceId,
            tools: surface.tools.filter(isPageTool).filter(({ name }) => isPageToolName(name)),
          };
    this.#panels.set(panelId, { seenAt: performance.now(), surface: known });
    this.#tellChange();
    return known?.surfaceId;
  }

  /** Whether a panel is there to show something. */
  present(): boolean {
    return this.#alive().length > 0;
  }

  /** The page tools of all panels that are there, one per name. */
  tools(): PageToolDeclaration[] {
    const byName = new Map(
      this.#alive().flatMap(({ surface }) => (surface?.tools ?? []).map((tool) => [tool.name, tool])),
    );
    return [...byName.values()];
  }

  /** Whether this panel's page has the tool. */
  offers(panelId: string, tool: string): boolean {
    return this.#panels.get(panelId)?.surface?.tools.some(({ name }) => name === tool) ?? false;
  }

  /** Told when the page tools have changed. @returns how to end it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#panels.clear();
    this.#listeners.clear();
  }

  #alive() {
    // Not the time of day: that may jump.
    const oldest = performance.now() - GONE_MS;
    for (const [panelId, { seenAt }] of this.#panels) if (seenAt < oldest) this.#panels.delete(panelId);
    return [...this.#panels.values()];
  }

  #tellChange(): void {
    const now = JSON.stringify(this.tools().map(({ name, page }) => [name, page.hash]));
    clearTimeout(this.#timer);
    // The tools of a panel that is gone are gone too.
    if (this.#panels.size > 0) this.#timer = setTimeout(() => this.#tellChange(), GONE_MS + 100).unref();
    if (now === this.#told) return;
    this.#told = now;
    for (const listener of this.#listeners) listener();
  }
}
