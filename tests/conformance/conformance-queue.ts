import type { BrowserName } from '../e2e/support/build-extension.ts';
import type { PageServer } from '../fixtures/serve-pages.ts';
import type { ConformanceCase, ConformanceRow } from './conformance-case.ts';
import { openConformance } from './open-conformance.ts';

/** Cases that run one after the other in one browser, while others read their rows. */
export type ConformanceQueue = {
  /** The case's row, when it is there. Asked again, the case runs again, before all that wait. */
  rowOf(one: ConformanceCase): Promise<ConformanceRow>;
  /** Ends after the case that runs now. */
  close(): Promise<void>;
};

type Waiting = { one: ConformanceCase; give(row: ConformanceRow): void };

/** Opens the browser and begins with the first case at once. */
export async function startConformance(
  name: BrowserName,
  pages: PageServer,
  cases: readonly ConformanceCase[],
): Promise<ConformanceQueue> {
  const conformance = await openConformance(name, pages, cases);
  const rows = new Map<ConformanceCase, Promise<ConformanceRow>>();
  const waiting: Waiting[] = [];
  const queue = (one: ConformanceCase): [Waiting, Promise<ConformanceRow>] => {
    const { promise, resolve } = withResolvers<ConformanceRow>();
    return [{ one, give: resolve }, promise];
  };
  for (const one of cases) {
    const [entry, row] = queue(one);
    waiting.push(entry);
    rows.set(one, row);
  }
  let running: Promise<void> | undefined;
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      next.give(await conformance.run(next.one));
    running = undefined;
  };
  running = work();
  return {
    rowOf(one) {
      const first = rows.get(one);
      rows.delete(one);
      if (first !== undefined) return first;
      const [entry, row] = queue(one);
      waiting.unshift(entry);
      running ??= work();
      return row;
    },
    async close() {
      waiting.length = 0;
      await running;
      await conformance.close();
    },
  };
}

function withResolvers<T>(): { promise: Promise<T>; resolve(value: T): void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((give) => {
    resolve = give;
  });
  return { promise, resolve };
}
