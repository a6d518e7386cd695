import { bodyOf, flatChildList, flatParent, Visibility } from './capture-kit.ts';
import type { ActContext } from './context.ts';

/** Next element in the sequential focus order (HTML, 6.6.3): positive tabindex first, then the flat tree's order. */
export function nextTabStop(from: Element, backwards: boolean, context: ActContext): HTMLElement | undefined {
  const visibility = new Visibility(context.document, context.memory.shadowRootOf);
  const scope = visibility.modal ?? bodyOf(context.document);
  const stops: HTMLElement[] = [];
  const order: Element[] = [];
  const stack: Element[] = [scope];
  for (let element = stack.pop(); element !== undefined; element = stack.pop()) {
    order.push(element);
    const sight = visibility.sightOf(element);
    if (!sight.rendered) continue;
    if (
      element instanceof HTMLElement &&
      element.tabIndex >= 0 &&
      sight.visible &&
      sight.exposed &&
      !element.matches(':disabled') &&
      isRadioStop(element) &&
      element !== bodyOf(context.document)
    )
      stops.push(element);
    const children = flatChildList(element, context.memory.shadowRootOf);
    for (let index = children.length - 1; index >= 0; index -= 1) {
      const child = children[index];
      if (child instanceof Element) stack.push(child);
    }
  }
  const ranked = [
    ...stops.filter((stop) => stop.tabIndex > 0).sort((a, b) => a.tabIndex - b.tabIndex),
    ...stops.filter((stop) => stop.tabIndex === 0),
  ];
  if (ranked.length === 0) return undefined;
  const at = from instanceof HTMLElement ? ranked.indexOf(from) : -1;
  if (at >= 0) return ranked[(at + (backwards ? -1 : 1) + ranked.length) % ranked.length];
  const place = order.indexOf(from);
  if (place < 0 || flatParent(from, context.memory.shadowRootOf) === null) return backwards ? ranked.at(-1) : ranked[0];
  const after = ranked.filter((stop) => (backwards ? order.indexOf(stop) < place : order.indexOf(stop) > place));
  return backwards ? (after.at(-1) ?? ranked.at(-1)) : (after[0] ?? ranked[0]);
}

/** Of a group of radio buttons only the checked one is a stop, or all while none is. */
function isRadioStop(element: HTMLElement): boolean {
  if (!(element instanceof HTMLInputElement) || element.type !== 'radio' || element.name === '' || element.checked)
    return true;
  const root = element.getRootNode();
  if (!(root instanceof Document || root instanceof ShadowRoot)) return true;
  for (const other of root.querySelectorAll('input[type=radio]:checked'))
    if (other instanceof HTMLInputElement && other.name === element.name && other.form === element.form) return false;
  return true;
}
