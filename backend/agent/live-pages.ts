import type { ContextUpdate } from '@pagehand/contracts/api';
import { AppError, type AppErrorBody } from '@pagehand/contracts/errors';
import { isPageToolName } from '@pagehand/contracts/page-tool-names';
import { ToolRegistry } from '@pagehand/contracts/tool-registry';
import { isPageTool, type PageToolDeclaration } from '../tools/page-tool.ts';
import type { LivePage } from './run-scope.ts';

/** Threads whose last update is kept; the oldest is dropped. */
const MAX_THREADS = 200;
const OWNER = 'page';

type Known = {
  update: ContextUpdate;
  moved: boolean;
  tools: ToolRegistry;
  refused: Set<string>;
  untold: AppErrorBody[];
};

/** What the extension last announced of the page in front and of its tools, by thread. Lives as long as the process. */
export class LivePages {
  readonly #known = new Map<string, Known>();
  readonly #maxTools: number;

  /** @param maxTools tools of a page that one thread may have active. */
  constructor(maxTools: number) {
    this.#maxTools = maxTools;
  }

  /** An update of the same document with a revision that is not newer is ignored. */
  update(update: ContextUpdate): void {
    const before = this.#known.get(update.threadId);
    const same = before?.update.documentId === update.documentId;
    if (before !== undefined && same && before.update.revision >= update.revision) return;
    // The names that came first stay when there are too many: a document keeps its registry.
    const known: Known =
      before !== undefined && same
        ? { ...before, update, moved: true }
        : {
            update,
            moved: true,
            tools: new ToolRegistry({ maxTools: this.#maxTools }),
            refused: new Set(),
            untold: [],
          };
    const refusals = known.tools.replaceOwner(
      OWNER,
      update.activeTools.filter((tool) => isPageTool(tool) && isPageToolName(tool.name)),
    );
    const over = [
      ...refusals.map(
        ({ toolName }) => update.activeTools.find(({ name }) => name === toolName)?.page?.name ?? toolName,
      ),
      ...(update.refused ?? []).map(({ toolName }) => toolName),
    ];
    this.#tellRefused(known, over);
    this.#known.delete(update.threadId);
    this.#known.set(update.threadId, known);
    const oldest = this.#known.keys().next().value;
    if (this.#known.size > MAX_THREADS && oldest !== undefined) this.#known.delete(oldest);
  }

  /** One notice for all that a change brought; a name that was refused before is not told again. */
  #tellRefused(known: Known, names: readonly string[]): void {
    const fresh = [...new Set(names)].filter((name) => !known.refused.has(name));
    if (fresh.length === 0) return;
    for (const name of fresh) known.refused.add(name);
    const listed = fresh.slice(0, 5).map((name) => JSON.stringify(name.slice(0, 60)));
    known.untold.push(
      new AppError(
        'tool-limit',
        `The page declares more than ${this.#maxTools} tools. Not offered: ${listed.join(', ')}${fresh.length > 5 ? ` and ${fresh.length - 5} more` : ''}.`,
      ).toBody(),
    );
  }

  get(threadId: string): LivePage | undefined {
    const known = this.#known.get(threadId);
    return known === undefined || !known.moved ? undefined : { url: known.update.url, title: known.update.title };
  }

  /** The tools of the page in front now. */
  tools(threadId: string): PageToolDeclaration[] {
    return (this.#known.get(threadId)?.tools.list() ?? []).filter(isPageTool);
  }

  /** Refusals that nobody was told of yet; they are told once. */
  takeRefusals(threadId: string): AppErrorBody[] {
    return this.#known.get(threadId)?.untold.splice(0) ?? [];
  }

  /** A fresh snapshot says more than the last announcement. Its tools stay: the extension announces those by themselves. */
  forget(threadId: string): void {
    const known = this.#known.get(threadId);
    if (known !== undefined) known.moved = false;
  }
}
