import { parentOf } from './capture-kit.ts';
import type { ActContext } from './context.ts';
import { sleep } from './sleep.ts';

/**
 * Scrolls an element to the middle of what scrolls around it, at once (no smooth scrolling), unless it is in view, and
 * waits until its place is the same twice: at most half a second for things that move.
 */
export async function scrollIntoView(element: Element, context: ActContext): Promise<void> {
  if (!inView(element, context.view))
    element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
  let before = element.getBoundingClientRect();
  for (let round = 0; round < 10; round += 1) {
    await sleep(round === 0 ? 16 : 50, context.signal);
    const now = element.getBoundingClientRect();
    if (
      Math.abs(now.left - before.left) < 1 &&
      Math.abs(now.top - before.top) < 1 &&
      Math.abs(now.width - before.width) < 1
    )
      return;
    before = now;
  }
}

function inView(element: Element, view: Window): boolean {
  const box = element.getBoundingClientRect();
  if (box.top < 0 || box.left < 0 || box.bottom > view.innerHeight || box.right > view.innerWidth) return false;
  for (let node = parentOf(element); node !== null; node = parentOf(node)) {
    const style = getComputedStyle(node);
    if (style.overflowX === 'visible' && style.overflowY === 'visible') continue;
    const frame = node.getBoundingClientRect();
    if (
      box.top < frame.top - 1 ||
      box.bottom > frame.bottom + 1 ||
      box.left < frame.left - 1 ||
      box.right > frame.right + 1
    )
      return node.localName === 'body' || node.localName === 'html';
  }
  return true;
}
