import { activeIn, attribute } from './dom.ts';
import { isDisabled } from './roles.ts';

const TOGGLES = new Set(['checkbox', 'radio', 'switch', 'menuitemcheckbox', 'menuitemradio']);
const SELECTABLE = new Set(['option', 'tab', 'treeitem', 'row', 'gridcell', 'columnheader', 'rowheader', 'cell']);

/** Disabled natively, by aria-disabled on itself, or on an ancestor that groups it (WAI-ARIA: it goes for descendants). */
export function disabledBy(element: Element): 'native' | 'aria' | undefined {
  if (isDisabled(element)) return 'native';
  const holder = element.closest('[aria-disabled=true]');
  return holder === null ? undefined : 'aria';
}

/** States in words, in a fixed order. `focused` is the document's (or the shadow root's) active element. */
export function statesOf(element: Element, role: string): string[] {
  const states: string[] = [];
  const aria = (name: string) => attribute(element, `aria-${name}`);
  if (disabledBy(element) !== undefined) states.push('disabled');
  if (TOGGLES.has(role)) {
    if (element instanceof HTMLInputElement)
      states.push(element.indeterminate ? 'mixed' : element.checked ? 'checked' : 'unchecked');
    else states.push(aria('checked') === 'mixed' ? 'mixed' : aria('checked') === 'true' ? 'checked' : 'unchecked');
  } else if (aria('checked') === 'true') states.push('checked');
  const expanded =
    element.localName === 'summary' && element.parentElement instanceof HTMLDetailsElement
      ? String(element.parentElement.open)
      : aria('expanded');
  if (expanded === 'true') states.push('expanded');
  if (expanded === 'false') states.push('collapsed');
  if (
    SELECTABLE.has(role) &&
    (aria('selected') === 'true' || (element instanceof HTMLOptionElement && element.selected))
  )
    states.push('selected');
  const pressed = aria('pressed');
  if (pressed === 'true') states.push('pressed');
  if (pressed === 'mixed') states.push('partly pressed');
  if (invalid(element)) states.push('invalid');
  if (aria('required') === 'true' || element.matches(':required')) states.push('required');
  if (
    aria('readonly') === 'true' ||
    ((element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) &&
      element.readOnly &&
      element.hasAttribute('readonly'))
  )
    states.push('readonly');
  const current = aria('current');
  if (current !== null && current !== '' && current !== 'false') states.push('current');
  if (aria('busy') === 'true') states.push('busy');
  if (isActive(element)) states.push('focused');
  return states;
}

/** Marked by the page, or refused by the browser after the person has been at the field (`:user-invalid`). */
function invalid(element: Element): boolean {
  const aria = attribute(element, 'aria-invalid');
  if (aria !== null && aria !== '' && aria !== 'false') return true;
  return (
    (element instanceof HTMLInputElement ||
      element instanceof HTMLSelectElement ||
      element instanceof HTMLTextAreaElement) &&
    element.matches(':user-invalid')
  );
}

function isActive(element: Element): boolean {
  const root = element.getRootNode();
  return (
    (root instanceof Document || root instanceof ShadowRoot) &&
    activeIn(root) === element &&
    element.localName !== 'body'
  );
}
