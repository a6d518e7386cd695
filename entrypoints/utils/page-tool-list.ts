/** The tools that a page declares, in all frames that we may read, judged and named for the wire. */
import { cap, cleanText, hasInvisible } from '@pagehand/contracts/clean-text';
import { AppError } from '@pagehand/contracts/errors';
import { LIMITS } from '@pagehand/contracts/limits';
import { declarationHash, pageToolWireName } from '@pagehand/contracts/page-tool-names';
import { maxRisk } from '@pagehand/contracts/risk-level';
import type { PageToolIdentity, ToolDeclaration } from '@pagehand/contracts/snapshot';
import { ToolRegistry } from '@pagehand/contracts/tool-registry';
import { type BrowserFrame, callFrame } from './call-frame.ts';
import type { Found } from './page-tool-answer.ts';
import { askBridge, hasOwnTools, injectBridge, type World, worldOf } from './page-tool-bridge.ts';
import { readParameters } from './page-tool-schema.ts';

/** A tool that can be called, with where it is. */
export type PageTool = {
  declaration: ToolDeclaration & { page: PageToolIdentity };
  source: Found['source'];
  frame: BrowserFrame;
  /** What the page said of it, word for word (JSON): its package refuses a call that was made for anything else. */
  expected: string;
};
/** A tool that the page declares and that is not offered. */
export type RefusedTool = { name: string; origin: string; reason: 'limit' | 'name' | 'schema'; detail: string };

/** How each world of a frame stood: what `wait` needs. */
export type FrameState = {
  frame: BrowserFrame;
  documentId: string;
  origin: string;
  stamps: Partial<Record<World, string>>;
};

export type PageToolList = {
  tabId: number;
  /** The top document. */
  documentId: string;
  origin: string;
  url: string;
  tools: PageTool[];
  refused: RefusedTool[];
  frames: FrameState[];
};

/** Which one is taken when a tool is there twice: our package registers its tools in WebMCP as well. */
const ORDER: readonly Found['source'][] = ['package', 'native', 'polyfill', 'form'];

/**
 * Lists what a tab's page offers now.
 * @param maxTools the backend's limit; the names that come first stay.
 * @throws AppError `site-access-missing`, `page-restricted`, `page-gone`, `page-timeout`, `tab-missing`, `cancelled`.
 */
export async function listPageTools(
  tabId: number,
  options: { maxTools: number; signal: AbortSignal },
): Promise<PageToolList> {
  const { maxTools, signal } = options;
  const ids = await injectBridge(tabId, signal);
  const listed = await Promise.all(ids.map((browserFrameId) => listFrame({ tabId, browserFrameId }, maxTools, signal)));
  const frames = listed.filter((frame) => frame !== undefined);
  const top = frames.find(({ state }) => state.frame.browserFrameId === 0);
  if (top === undefined) throw new AppError('page-gone', 'The page moved on while its tools were read.');
  const refused: RefusedTool[] = frames.flatMap((frame) => frame.refused);
  const known = new Map<string, PageTool>();
  const registry = new ToolRegistry({ maxTools });
  // The top document first: a frame cannot take its place.
  for (const { tools } of [top, ...frames.filter((frame) => frame !== top)])
    for (const tool of tools) {
      const { name, page } = tool.declaration;
      if (known.has(name)) {
        refused.push({ name: page.name, origin: page.origin, reason: 'name', detail: 'Another tool has this name.' });
        continue;
      }
      const added = registry.add(tool.declaration);
      if (added.ok) known.set(name, tool);
      else refused.push({ name: page.name, origin: page.origin, reason: 'limit', detail: String(added.refusal.limit) });
    }
  return {
    tabId,
    documentId: top.state.documentId,
    origin: top.state.origin,
    url: top.url,
    tools: [...known.values()],
    refused: refused.slice(0, 200),
    frames: frames.map(({ state }) => state),
  };
}

type ListedFrame = { state: FrameState; url: string; tools: PageTool[]; refused: RefusedTool[] };

/** Undefined when the frame is gone or does not answer. */
async function listFrame(frame: BrowserFrame, maxTools: number, signal: AbortSignal): Promise<ListedFrame | undefined> {
  try {
    const [hello, own] = await Promise.all([
      callFrame(frame, { op: 'hello' }, { signal, timeoutMs: 3_000 }),
      askBridge(frame, 'ISOLATED', { op: 'list', pageWorld: false }, { signal }),
    ]);
    if (!own.ok) return undefined;
    const page = (await hasOwnTools(frame, { ms: 0, signal }))
      ? await askBridge(frame, 'MAIN', { op: 'list', pageWorld: true, maxTools }, { signal })
      : undefined;
    const main = page?.ok === true ? page : undefined;
    const { documentId, origin } = hello;
    // A page can put a bridge of its own into its world; what stands for the browser's own does not come from there.
    const found = dedupe([...own.tools, ...(main?.tools ?? []).filter((tool) => worldOf(tool) === 'MAIN')]);
    const judged = await Promise.all(found.map((tool) => judge(tool, { frame, documentId, origin })));
    const over = [own, main].flatMap((list) =>
      list === undefined || list.total <= list.tools.length
        ? []
        : [limitRefusal(`${list.total - list.tools.length} more`, origin, maxTools)],
    );
    return {
      state: {
        frame,
        documentId,
        origin,
        stamps: { ISOLATED: own.stamp, ...(main === undefined ? {} : { MAIN: main.stamp }) },
      },
      url: hello.url,
      tools: judged.flatMap((one) => ('declaration' in one ? [one] : [])),
      refused: [
        ...judged.flatMap((one) => ('declaration' in one ? [] : [one])),
        ...(main?.refused ?? []).map(({ toolName, limit }) => limitRefusal(toolName, origin, limit)),
        ...over,
      ],
    };
  } catch (error) {
    // The whole list depends on the top frame; of the others each stands for itself.
    if (frame.browserFrameId === 0 || (error instanceof AppError && error.code === 'cancelled')) throw error;
    return undefined;
  }
}

const limitRefusal = (name: string, origin: string, limit: number): RefusedTool => ({
  name: cap(cleanText(name).text, LIMITS.pageToolName),
  origin,
  reason: 'limit',
  detail: String(limit),
});

/** One tool per name; its risk is the highest that any of its registrations says. */
function dedupe(all: readonly Found[]): Found[] {
  const byName = new Map<string, Found>();
  for (const tool of [...all].sort((a, b) => ORDER.indexOf(a.source) - ORDER.indexOf(b.source))) {
    const known = byName.get(tool.name);
    if (known === undefined) byName.set(tool.name, tool);
    else if (tool.risk !== undefined && maxRisk(known.risk, tool.risk) !== maxRisk(known.risk))
      byName.set(tool.name, { ...known, risk: maxRisk(known.risk, tool.risk) });
  }
  return [...byName.values()];
}

async function judge(
  found: Found,
  place: { frame: BrowserFrame; documentId: string; origin: string },
): Promise<PageTool | RefusedTool> {
  const { frame, documentId, origin } = place;
  const refuse = (reason: 'name' | 'schema', detail: string): RefusedTool => ({
    name: cap(cleanText(found.name).text, 60),
    origin,
    reason,
    detail,
  });
  if (found.name === '' || found.name.length > LIMITS.pageToolName)
    return refuse('name', `A name has 1 to ${LIMITS.pageToolName} characters.`);
  if (hasInvisible(found.name)) return refuse('name', 'Its name holds characters that nobody sees.');
  if (origin === 'null') return refuse('name', 'Its frame has no origin that could be trusted.');
  const read = readParameters(found.parameters);
  if (!read.ok) return refuse('schema', read.reason);
  const { parameters } = read;
  const owner = frame.browserFrameId === 0 ? 'page' : `frame-${frame.browserFrameId}`;
  return {
    declaration: {
      name: await pageToolWireName({ origin, frame: owner === 'page' ? '' : owner, name: found.name }),
      description: cap(cleanText(found.description).text.trim(), LIMITS.pageToolDescription),
      parameters,
      risk: maxRisk(found.risk),
      source: 'page',
      owner,
      global: found.global,
      page: {
        name: found.name,
        origin,
        documentId,
        hash: await declarationHash({
          name: found.name,
          description: found.description,
          parameters,
          risk: found.risk ?? null,
        }),
      },
    },
    source: found.source,
    frame,
    expected: JSON.stringify({
      name: found.name,
      description: found.description,
      parameters: found.parameters,
      risk: found.risk,
    }),
  };
}
