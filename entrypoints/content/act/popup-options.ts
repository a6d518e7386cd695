import { exactLabel } from '@pagehand/contracts/option-labels';
import { parentOf, renderedText, squash, Visibility } from './capture-kit.ts';
import type { ActContext } from './context.ts';

export const OPTION = '[role=option],[role=menuitem],[role=menuitemradio],[role=treeitem],[role=radio]';
/** What rows of a list look like where the options by role are for screen readers alone. */
const ROW = '[aria-selected],[data-value],[title],li,[class*=option i],[class*=item i]';

/** The visible option whose whole label is meant. */
export function findOption(element: Element, value: string, context: ActContext): Element | undefined {
  const options = visibleOptions(element, context);
  const index = exactLabel(value, options.map(labelOf));
  return index === undefined ? undefined : options[index];
}

export const labelOf = (option: Element): string => squash(option.getAttribute('aria-label') ?? renderedText(option));

/** Options that can be seen: of the list that the control names, else in it, else of any list that is visible now. */
export function visibleOptions(element: Element, context: ActContext): Element[] {
  const root = element.getRootNode();
  const ids = `${element.getAttribute('aria-controls') ?? ''} ${element.getAttribute('aria-owns') ?? ''}`.trim();
  const named: Element[] = [];
  if (root instanceof Document || root instanceof ShadowRoot)
    for (const id of ids.split(/\s+/).filter(Boolean)) {
      const list = root.getElementById(id);
      if (list !== null) named.push(list);
    }
  const visibility = new Visibility(context.document, context.memory.shadowRootOf);
  const seenIn = (list: ParentNode, selector: string) =>
    [...list.querySelectorAll(selector)].filter((option) => {
      const { visible, seen } = visibility.sightOf(option);
      return visible && seen && option.getClientRects().length > 0;
    });
  for (const list of named) {
    const shown = seenIn(list, OPTION);
    if (shown.length > 0) return shown;
    // Some libraries keep the list by role out of sight and draw rows without roles beside it.
    const rows = list.contains(element) ? [] : seenIn(layerOf(list), ROW).filter((row) => labelOf(row) !== '');
    if (rows.length > 0) return rows;
  }
  for (const list of [element, ...(root instanceof ShadowRoot ? [root] : []), context.document]) {
    const shown = seenIn(list, OPTION);
    if (shown.length > 0) return shown;
  }
  return [];
}

/** The floating box that a list lies in. */
function layerOf(list: Element): Element {
  for (let node: Element | null = list; node !== null && node.localName !== 'body'; node = parentOf(node))
    if (/^(?:absolute|fixed)$/.test(getComputedStyle(node).position)) return node;
  return list;
}

/** What scrolls around an option; lists that scroll by script hide what runs over. */
export function scrollerOf(element: Element): Element | undefined {
  for (let node = parentOf(element); node !== null && node.localName !== 'body'; node = parentOf(node))
    if (node.scrollHeight > node.clientHeight + 1 && /auto|scroll|hidden/.test(getComputedStyle(node).overflowY))
      return node;
  return undefined;
}
