import { PageToolArtifactSchema } from '@pagehand/contracts/interrupts';
import type { PageSnapshot } from '@pagehand/contracts/snapshot';
import type { Store } from '../store/store.ts';

/** Text looked for in what a plan sends elsewhere: enough for a leak to show, small enough to search in. */
const READ_TEXT = 200_000;
/** Pages of the conversation, newest first, that are looked at: those of every round of a long call, and some before. */
const READ_PAGES = 12;
/** Results of `read` and `find` steps, newest first; and of tools. */
const READ_STEPS = 30;
const READ_RESULTS = 30;

/** What was read on one page. */
type ReadPage = { origins: string[]; origin: string; text: string };

/** The pages of one run: snapshots by id (the store holds them), and what the conversation has read (taint). */
export class RunPages {
  readonly #store: Store;
  readonly #threadId: string;
  readonly #turnId: string;
  readonly #known = new Map<string, PageSnapshot>();
  readonly #read = new Map<string, ReadPage>();
  #newest: PageSnapshot | undefined;

  constructor(store: Store, threadId: string, turnId: string) {
    this.#store = store;
    this.#threadId = threadId;
    this.#turnId = turnId;
  }

  /** Keeps a fresh snapshot; it is durable when this returns. */
  add(snapshot: PageSnapshot): void {
    this.#store.snapshots.put(this.#turnId, snapshot);
    this.#known.set(snapshot.snapshotId, snapshot);
    this.#newest = snapshot;
  }

  /** A page of another tab that the person named: it is read and counts as read, and is never the page in front. */
  addMention(snapshot: PageSnapshot): void {
    this.#store.snapshots.put(this.#turnId, snapshot, true);
    this.#known.set(snapshot.snapshotId, snapshot);
  }

  /** Those of this turn. */
  mentioned(): PageSnapshot[] {
    return this.#store.snapshots.mentioned(this.#turnId);
  }

  get(snapshotId: string): PageSnapshot | undefined {
    const known = this.#known.get(snapshotId) ?? this.#store.snapshots.get(snapshotId);
    if (known !== undefined) this.#known.set(snapshotId, known);
    return known;
  }

  /** The newest snapshot of the turn. */
  newest(): PageSnapshot | undefined {
    this.#newest ??= this.#store.snapshots.latest(this.#turnId);
    return this.#newest;
  }

  /** Origins this conversation has read: its pages, and what its messages and open requests say of earlier ones. */
  taint(): string[] {
    const now = [
      ...this.#readPages().flatMap(({ origins }) => origins),
      ...this.#readBySteps().map(({ origin }) => origin),
    ];
    const before = this.#store.threads.messages(this.#threadId).flatMap(({ artifact }) => originsIn(artifact));
    const waiting = this.#store.interrupts
      .listOpen(this.#threadId)
      .flatMap(({ request }) => (request.kind === 'plan' || request.kind === 'page-tool' ? request.taint : []));
    return [...new Set([...now, ...before, ...waiting])];
  }

  /** What was read in this conversation, cut to 200,000 characters a page, newest first. */
  readTexts(): { origin: string; text: string }[] {
    const pages = this.#readPages().map(({ origin, text }) => ({ origin, text }));
    return [...pages, ...this.#readByTools(), ...this.#readBySteps(), ...this.#readInFiles()];
  }

  #readInFiles(): { origin: string; text: string }[] {
    return this.#store.attachments.sent(this.#threadId).map(({ attachmentId, name }) => ({
      origin: `the attached file ${name}`,
      text: (this.#store.attachments.text(this.#threadId, attachmentId) ?? '').slice(0, READ_TEXT),
    }));
  }

  /**
   * Results of tools, newest first and whole (`read_result` gives what the model did not see at first): each counts as
   * read on every origin it came from.
   */
  #readByTools(): { origin: string; text: string }[] {
    return this.#store.threads
      .messages(this.#threadId)
      .filter(({ role }) => role === 'tool')
      .slice(-READ_RESULTS)
      .reverse()
      .flatMap(({ artifact, content, toolCallId }) => {
        const origins = originsIn(artifact);
        if (origins.length === 0) return [];
        const whole = toolCallId === undefined ? undefined : this.#store.snapshots.getResult(toolCallId);
        const text = `${content}\n${whole ?? ''}`.slice(0, READ_TEXT);
        return origins.map((origin) => ({ origin, text }));
      });
  }

  /** What `read` and `find` steps brought: a plan may have read in a tab that no snapshot is of. */
  #readBySteps(): { origin: string; text: string }[] {
    return this.#store.interrupts.readTexts(this.#threadId, READ_STEPS);
  }

  /** A run sees one page or two; what the conversation read before a pause or in an earlier turn counts as well. */
  #readPages(): ReadPage[] {
    return this.#store.snapshots.newestIds(this.#threadId, READ_PAGES).flatMap((id) => {
      const known = this.#read.get(id);
      if (known !== undefined) return [known];
      const page = this.#known.get(id) ?? this.#store.snapshots.get(id);
      if (page === undefined) return [];
      const text = `${page.outline}\n${page.text}`.slice(0, READ_TEXT);
      const read = { origins: originsOf(page), origin: page.frames[0]?.origin ?? 'null', text };
      this.#read.set(id, read);
      return [read];
    });
  }
}

/** Origins of the frames that were read. */
export const originsOf = (page: PageSnapshot): string[] =>
  page.frames.filter((frame) => frame.readable).map((frame) => frame.origin);

/**
 * Origins noted in a stored message's artifact: the page of an ask, the taint of a plan, where a tool's result is from.
 * A kit and an MCP server are places of their own: `kit:ID`, `mcp:NAME`.
 */
function originsIn(artifact: Record<string, unknown> | undefined): string[] {
  if (artifact === undefined) return [];
  if (artifact['kind'] === 'page-tool') {
    const call = PageToolArtifactSchema.safeParse(artifact);
    return call.success ? [call.data.request.page.origin] : [];
  }
  if (artifact['kind'] === 'page' || artifact['kind'] === 'sources') return strings(artifact['origins']);
  if (artifact['kind'] === 'kit') return [`kit:${String(artifact['moduleId'])}`];
  if (artifact['kind'] === 'mcp') return [`mcp:${String(artifact['server'])}`];
  if (artifact['kind'] !== 'plans' || !Array.isArray(artifact['plans'])) return [];
  return artifact['plans'].flatMap((plan: { request?: { taint?: unknown } }) => strings(plan.request?.taint));
}

const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
