import type { BridgeAnswer, BridgeList, BridgeRequest, FoundTool } from '@pagehand/contracts/page-tools-bridge';
import { callForm, listForms } from './declarative-forms.ts';
import { callModelContext, isOfBrowser, listModelContext, modelContextOf } from './model-context.ts';
import { callPackage, findPort, listPackage, validateByPackage } from './page-package.ts';

/** Tools of one document that are listed; the rest is counted. */
const MOST_TOOLS = 200;
/** How often is looked for changes that nothing announces. */
const POLL_MS = 500;
/** Changes of one moment go out as one. */
const GATHER_MS = 50;

const running = new Map<string, AbortController>();

/** Answers one request of the panel. JSON text in and out; never throws. */
export async function answer(text: string): Promise<string> {
  try {
    const request: BridgeRequest = JSON.parse(text); // from our own panel: see page-tool-bridge.ts
    return JSON.stringify(await handle(request));
  } catch (error) {
    return JSON.stringify({ ok: false, code: 'handler-error', message: messageOf(error) });
  }
}

async function handle(request: BridgeRequest): Promise<BridgeAnswer> {
  switch (request.op) {
    case 'list':
      if (request.maxTools !== undefined) findPort()?.setMaxTools(request.maxTools);
      return list(request.pageWorld);
    case 'wait':
      return waitForChange(request);
    case 'validate':
      return request.source === 'package'
        ? validateByPackage(request.name, request.args)
        : { ok: true, valid: true, issues: [] };
    case 'call':
      return call(request);
    case 'abort':
      running.get(request.callId)?.abort();
      findPort()?.abort(request.callId);
      return { ok: true, valid: true, issues: [] };
  }
}

async function call(request: Extract<BridgeRequest, { op: 'call' }>): Promise<BridgeAnswer> {
  const { callId, source, name, args } = request;
  // Looked at in the very moment of the call: the frame may have gone to another site since it was last asked.
  if (location.origin !== request.origin)
    return { ok: false, code: 'surface-changed', message: `The frame is on ${location.origin} now.` };
  const controller = new AbortController();
  running.set(callId, controller);
  try {
    if (source === 'package') return await callPackage(callId, name, args, request.expected);
    if (source === 'form') return await callForm(name, JSON.parse(args), controller.signal);
    return await callModelContext(name, args, controller.signal);
  } catch (error) {
    if (controller.signal.aborted) return { ok: false, code: 'cancelled', message: 'It was stopped.' };
    return { ok: false, code: 'handler-error', message: messageOf(error) };
  } finally {
    running.delete(callId);
  }
}

/** The browser's own context and forms are read in the isolated world, the page's own making in the page's world. */
async function list(pageWorld: boolean): Promise<BridgeList> {
  const context = contextFor(pageWorld);
  const own = pageWorld ? listPackage() : undefined;
  const found: FoundTool[] = [...(own?.tools ?? [])];
  if (context !== undefined) found.push(...(await listModelContext(context, pageWorld ? 'polyfill' : 'native')));
  else if (!pageWorld) found.push(...listForms());
  const tools = found.slice(0, MOST_TOOLS);
  const refused = own?.refused ?? [];
  const stamp = digest(JSON.stringify([found.length, tools, refused]));
  return { ok: true, tools, total: found.length, refused, stamp };
}

/** In the page's world only what the page itself put there: the browser's own is asked in the isolated one. */
function contextFor(pageWorld: boolean): ReturnType<typeof modelContextOf> {
  const context = modelContextOf();
  return context !== undefined && pageWorld && isOfBrowser(context) ? undefined : context;
}

async function waitForChange({ pageWorld, stamp, ms }: Extract<BridgeRequest, { op: 'wait' }>): Promise<BridgeList> {
  const end = Date.now() + ms;
  let now = await list(pageWorld);
  // Chromium holds the load event back until what was injected has answered: while the page loads nobody waits here.
  while (now.stamp === stamp && Date.now() < end && document.readyState === 'complete') {
    await nextSign(pageWorld, Math.min(POLL_MS, end - Date.now()));
    now = await list(pageWorld);
  }
  if (now.stamp === stamp) return now;
  await sleep(GATHER_MS);
  return list(pageWorld);
}

/** Resolves at the next sign of a change, or after `ms`. */
function nextSign(pageWorld: boolean, ms: number): Promise<void> {
  const context = contextFor(pageWorld);
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      context?.removeEventListener?.('toolchange', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    context?.addEventListener?.('toolchange', done);
    const own = pageWorld ? listPackage() : undefined;
    if (own !== undefined)
      void findPort()
        ?.waitForChange(own.revision, ms)
        .then(done, () => undefined);
  });
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
export const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 1_000);

/** FNV-1a over the text with its length: tells versions of a list apart, nothing more. */
function digest(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return `${text.length}-${(hash >>> 0).toString(16)}`;
}
