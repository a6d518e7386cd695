import type { PageAnswer, PageRequest } from '@pagehand/contracts/page-port';
import type { ActScript } from './act/context.ts';
import { captureDocument } from './capture/capture-document.ts';
import { allIn, unshadowed, urlOf } from './capture/dom.ts';
import type { ShadowRootOf } from './capture/flat-tree.ts';
import { framePath } from './capture/frames.ts';
import { createMemory } from './capture/page-memory.ts';
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
  loadedAct: () => ActScript | undefined,
): (request: PageRequest) => Promise<PageAnswer> {
  const { document } = view;
  const memory = createMemory(document, shadowRootOf);
  const running = new Map<string, AbortController>();
  const quiet = new Quiet(document);
  let stopPressed = false;
  const stop = (): void => {
    stopPressed = true;
    for (const controller of running.values()) controller.abort();
  };
  let drawn: ReturnType<ActScript['draw']> | undefined;
  /** What is drawn over the page: it comes with the script that acts. */
  const draw = (): typeof drawn => {
    drawn ??= loadedAct()?.draw(document, memory.secrets, stop);
    return drawn;
  };

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
          url: urlOf(document).slice(0, 2_048),
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
        const script = loadedAct();
        if (script === undefined) return notLoaded;
        return call(request.callId, (signal) =>
          script.act(request, { document, view, memory, targets: request.targets, signal }),
        );
      }
      case 'abort': {
        for (const [callId, controller] of running)
          if (request.callId === undefined || request.callId === callId) controller.abort();
        if (request.callId === undefined) {
          drawn?.outline.clear();
          drawn?.banner.hide();
          quiet.end();
          memory.watch.end();
        }
        return { ok: true, op: 'abort' };
      }
      case 'outline': {
        const element = request.ref === undefined ? undefined : memory.refs.elementOf(request.ref);
        if (element === undefined) drawn?.outline.clear();
        else if (draw() === undefined) return notLoaded;
        else draw()?.outline.show(element, request.label ?? '');
        if (request.ref !== undefined && !element?.isConnected)
          return failure('target-missing', 'The element is not on the page any more.', false);
        return { ok: true, op: 'outline' };
      }
      case 'mask':
        if (request.state === 'off') drawn?.mask.clear();
        else {
          const covered = draw()?.mask.show(rootsOf(document, shadowRootOf), request.entered);
          return covered === undefined ? notLoaded : { ok: true, op: 'mask', covered };
        }
        return { ok: true, op: 'mask', covered: 0 };
      case 'banner':
        if (request.state === 'off') drawn?.banner.hide();
        else {
          const banner = draw()?.banner;
          if (banner === undefined) return notLoaded;
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
          url: urlOf(document).slice(0, 2_048),
          readyState: unshadowed(document, 'readyState'),
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
    for (const element of allIn(root, '*')) {
      const inner = shadowRootOf(element);
      if (inner !== null) roots.push(inner);
    }
  return roots;
}

const failure = (code: Failure['error']['code'], message: string, retryable: boolean): Failure => ({
  ok: false,
  error: { code, message, retryable },
});

const notLoaded = failure('internal', 'The script that acts is not in the page.', true);
