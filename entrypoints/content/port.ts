import type { PageAnswer, PageRequest } from '@pagehand/contracts/page-port';
import type { ActPort } from './act/context.ts';
import { captureDocument } from './capture/capture-document.ts';
import type { ShadowRootOf } from './capture/flat-tree.ts';
import { framePath } from './capture/frames.ts';
import { createMemory } from './capture/page-memory.ts';
import { Banner } from './draw/banner.ts';
import { TargetOutline } from './draw/outline-target.ts';
import { SecretMask } from './draw/secret-mask.ts';
import { Quiet } from './quiet.ts';

type Failure = Extract<PageAnswer, { ok: false }>;

/**
 * The page's side of the port: answers one request of the panel at a time or several, by `callId`. Nothing runs before
 * the first request. From the first capture until the panel lets go (`abort` without a call) the document is watched for
 * changes, so that the next capture need not read all of it.
 */
export function createPort(
  view: Window,
  shadowRootOf: ShadowRootOf,
  loadedAct: () => ActPort | undefined,
): (request: PageRequest) => Promise<PageAnswer> {
  const { document } = view;
  const memory = createMemory(document, shadowRootOf);
  const running = new Map<string, AbortController>();
  const outline = new TargetOutline(document);
  const mask = new SecretMask(document, memory.secrets);
  const quiet = new Quiet(document);
  let stopPressed = false;
  const banner = new Banner(document, () => {
    stopPressed = true;
    for (const controller of running.values()) controller.abort();
  });

  async function call<Answer extends PageAnswer>(
    callId: string,
    work: (signal: AbortSignal) => Promise<Answer>,
  ): Promise<Answer | Failure> {
    const controller = new AbortController();
    running.set(callId, controller);
    try {
      return await work(controller.signal);
    } catch (error) {
      if (controller.signal.aborted) return failure('cancelled', 'It was stopped.', false);
      return failure(
        'internal',
        `The page could not be handled: ${error instanceof Error ? error.message.slice(0, 300) : 'unknown'}`,
        true,
      );
    } finally {
      running.delete(callId);
    }
  }

  return async (request) => {
    switch (request.op) {
      case 'hello':
        return {
          ok: true,
          op: 'hello',
          documentId: memory.documentId,
          origin: view.origin,
          url: document.URL.slice(0, 2_048),
          framePath: framePath(view),
        };
      case 'capture':
        return call(request.callId, async (signal) => {
          const { elements: _elements, ...capture } = await captureDocument(document, memory, signal);
          return { ok: true, op: 'capture', capture };
        });
      case 'act': {
        if (stopPressed) return failure('cancelled', 'Stop was pressed in the page.', false);
        if (request.documentId !== memory.documentId)
          return failure('document-changed', 'The page was loaded anew since the plan was made.', false);
        if (request.origin !== view.origin)
          return failure('origin-changed', `The page is on ${view.origin} now.`, false);
        const run = loadedAct();
        if (run === undefined) return failure('internal', 'The script that acts is not in the page.', true);
        return call(request.callId, (signal) =>
          run(request, { document, view, memory, targets: request.targets, signal }),
        );
      }
      case 'abort': {
        for (const [callId, controller] of running)
          if (request.callId === undefined || request.callId === callId) controller.abort();
        if (request.callId === undefined) {
          outline.clear();
          banner.hide();
          quiet.end();
          memory.watch.end();
        }
        return { ok: true, op: 'abort' };
      }
      case 'outline': {
        const element = request.ref === undefined ? undefined : memory.refs.elementOf(request.ref);
        if (element === undefined) outline.clear();
        else outline.show(element, request.label ?? '');
        if (request.ref !== undefined && !element?.isConnected)
          return failure('target-missing', 'The element is not on the page any more.', false);
        return { ok: true, op: 'outline' };
      }
      case 'mask':
        if (request.state === 'on') mask.show(rootsOf(document, shadowRootOf));
        else mask.clear();
        return { ok: true, op: 'mask' };
      case 'banner':
        if (request.state === 'off') banner.hide();
        else {
          // Shown anew, so a new plan begins: an earlier Stop was for the plan before.
          if (!banner.shown) stopPressed = false;
          banner.show(request.text, request.stop);
        }
        return { ok: true, op: 'banner' };
      case 'status':
        return {
          ok: true,
          op: 'status',
          documentId: memory.documentId,
          origin: view.origin,
          url: document.URL.slice(0, 2_048),
          readyState: document.readyState,
          quietMs: quiet.ms(),
          stopPressed,
        };
      default:
        return failure('bad-request', 'The page does not know this request.', false);
    }
  };
}

/** The document and every shadow root in it. */
function rootsOf(document: Document, shadowRootOf: ShadowRootOf): (Document | ShadowRoot)[] {
  const roots: (Document | ShadowRoot)[] = [document];
  // The list grows while it is walked: roots lie in roots.
  for (const root of roots)
    for (const element of root.querySelectorAll('*')) {
      const inner = shadowRootOf(element);
      if (inner !== null) roots.push(inner);
    }
  return roots;
}

const failure = (code: Failure['error']['code'], message: string, retryable: boolean): Failure => ({
  ok: false,
  error: { code, message, retryable },
});
