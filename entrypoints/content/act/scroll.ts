import type { ActionStep } from '@pagehand/contracts/plan';
import { allIn, bodyOf, unshadowed } from './capture-kit.ts';
import type { ActContext } from './context.ts';
import { inWords, locate } from './locate.ts';
import type { ActResult } from './refusal.ts';
import { scrollIntoView } from './scroll-into-view.ts';
import { sleep } from './sleep.ts';

/** Scrolls the page, or what scrolls around `ref`, by pages of its own height or width. Sends no event; scroll comes from the browser. */
export async function scroll(step: Extract<ActionStep, { kind: 'scroll' }>, context: ActContext): Promise<ActResult> {
  const located = step.ref === undefined ? undefined : await locate(step.ref, context);
  const sideways = step.direction === 'left' || step.direction === 'right';
  const box = scroller(located?.element, sideways, context);
  const sign = step.direction === 'up' || step.direction === 'left' ? -1 : 1;
  const by = sign * (step.pages ?? 0.9) * (sideways ? box.clientWidth : box.clientHeight);
  const place = () => Math.round(sideways ? box.scrollLeft : box.scrollTop);
  const before = place();
  box.scrollBy({ behavior: 'instant', ...(sideways ? { left: by } : { top: by }) });
  await sleep(120, context.signal);
  const after = place();
  const end = Math.round(sideways ? box.scrollWidth - box.clientWidth : box.scrollHeight - box.clientHeight);
  const evidence = {
    summary:
      after === before
        ? `It is at its ${sign < 0 ? 'beginning' : 'end'} (${after} of ${end} px).`
        : `scrolled from ${before} to ${after} of ${end} px`,
    ...(located === undefined ? {} : { found: located.found }),
  };
  return { outcome: after === before ? 'no-effect' : 'changed', evidence };
}

/** Scrolls an element into the middle of the view. */
export async function scrollTo(
  step: Extract<ActionStep, { kind: 'scroll_to' }>,
  context: ActContext,
): Promise<ActResult> {
  const located = await locate(step.ref, context);
  const before = located.element.getBoundingClientRect().top;
  await scrollIntoView(located.element, context);
  const now = located.element.getBoundingClientRect();
  const moved = Math.abs(now.top - before) > 1;
  const seen = now.bottom > 0 && now.top < context.view.innerHeight && now.width > 0;
  if (!seen)
    return {
      outcome: 'unsure',
      code: 'unconfirmed',
      evidence: { summary: `${inWords(located)} could not be brought into view.`, found: located.found },
    };
  return {
    outcome: moved ? 'changed' : 'ok',
    evidence: { summary: moved ? 'it is in view' : 'It already was in view.', found: located.found },
  };
}

/** Around the element; without one the page, or its largest scrolling box where the page itself does not scroll. */
function scroller(element: Element | undefined, sideways: boolean, { document }: ActContext): Element {
  const scrolls = (node: Element) => {
    const style = getComputedStyle(node);
    return sideways
      ? node.scrollWidth > node.clientWidth + 1 && /auto|scroll/.test(style.overflowX)
      : node.scrollHeight > node.clientHeight + 1 && /auto|scroll/.test(style.overflowY);
  };
  const page = unshadowed(document, 'scrollingElement') ?? unshadowed(document, 'documentElement');
  for (
    let node: Element | null | undefined = element;
    node != null && node !== bodyOf(document) && node !== page;
    node = unshadowed(node, 'assignedSlot') ?? unshadowed(node, 'parentElement') ?? hostOf(node)
  )
    if (scrolls(node)) return node;
  if (
    element !== undefined ||
    (sideways ? page.scrollWidth > page.clientWidth + 1 : page.scrollHeight > page.clientHeight + 1)
  )
    return page;
  let best = page;
  let area = 0;
  for (const node of allIn(document, 'body *')) {
    const size = node.clientWidth * node.clientHeight;
    if (
      size > area &&
      (sideways ? node.scrollWidth > node.clientWidth + 1 : node.scrollHeight > node.clientHeight + 1) &&
      scrolls(node)
    ) {
      best = node;
      area = size;
    }
  }
  return best;
}

function hostOf(node: Element): Element | null {
  const root = node.getRootNode();
  return root instanceof ShadowRoot ? root.host : null;
}
