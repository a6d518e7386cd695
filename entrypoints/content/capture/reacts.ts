import { attribute, localName } from './dom.ts';
import { WIDGETS } from './roles.ts';

/** A widget by its role, or something that focus or a click attribute says can be operated. */
export function reacts(element: Element, role: string, tabindex: string | null): boolean {
  if (WIDGETS.has(role)) {
    if (role === 'gridcell') return tabindex !== null;
    if (role === 'option') return localName(element) !== 'option';
    return true;
  }
  return (
    (tabindex !== null && Number.parseInt(tabindex, 10) >= 0) ||
    (attribute(element, 'onclick') ?? attribute(element, 'ondblclick')) !== null
  );
}
