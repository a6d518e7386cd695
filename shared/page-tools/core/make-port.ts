import type { PageToolsPort } from '@pagehand/contracts/page-tools-port';
import type { PageTools } from './page-tools.ts';
import { messageOf, PageToolError } from './tool-error.ts';

/** Refused names in one list at most; the page may have declared any number. */
const MOST_REFUSED = 50;

const read = (argsJson: string): unknown => {
  try {
    return JSON.parse(argsJson);
  } catch {
    return undefined; // no object, so the check of the arguments says what is wrong
  }
};

/** What the extension calls in the page's world; see the contract for each function. */
export function makePort({ registry, calls }: PageTools): PageToolsPort {
  const list = (): string => {
    registry.flush();
    const { revision, maxTools } = registry;
    const tools = registry.list();
    const refused = registry
      .refusedNames()
      .slice(0, MOST_REFUSED)
      .map((toolName) => ({ toolName, limit: maxTools, count: tools.length }));
    return JSON.stringify({ revision, maxTools, tools, refused });
  };
  const failure = (name: string, error: unknown) => {
    const { code, message, issues } =
      error instanceof PageToolError ? error : new PageToolError('handler-error', name, messageOf(error));
    return { ok: false, code, message, ...(issues.length > 0 ? { issues } : {}) };
  };
  return {
    version: 1,
    list,
    waitForChange: (revision, ms) =>
      new Promise((resolve) => {
        const end = (): void => {
          clearTimeout(timer);
          stop();
          resolve(list());
        };
        const timer = setTimeout(end, ms);
        const stop = registry.events.add(({ type }) => {
          if (type !== 'tool.call') end();
        });
        if (registry.revision !== revision) end();
      }),
    setMaxTools: (limit) => registry.setMaxTools(limit),
    validate: async (name, argsJson) => {
      try {
        const runner = await calls();
        const { args } = await runner.check(runner.find(name), read(argsJson));
        return JSON.stringify({ ok: true, args });
      } catch (error) {
        return JSON.stringify({ issues: [], ...failure(name, error) });
      }
    },
    call: async (callId, name, argsJson, expected) => {
      const answer = (body: object): string => JSON.stringify({ ...body, revision: registry.revision });
      try {
        const result = await (await calls()).run({
          callId,
          name,
          given: read(argsJson),
          caller: 'extension',
          expected,
        });
        return answer({ ok: true, result: result === undefined ? null : result });
      } catch (error) {
        return answer(failure(name, error));
      }
    },
    abort: (callId) => void calls().then((runner) => runner.abort(callId)),
  };
}
