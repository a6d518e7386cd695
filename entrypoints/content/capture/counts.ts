import { attribute } from './dom.ts';

const ITEMS: ReadonlySet<string> = new Set(['option', 'listitem', 'treeitem', 'article', 'row', 'radio', 'menuitem']);

/** What a page says of a list that it renders only a part of: `20 of 1000 rows are rendered`. undefined: all is there. */
export function renderedOfTotal(element: Element, role: string): string | undefined {
  if (role === 'table' || role === 'grid' || role === 'treegrid') {
    const total = Number.parseInt(attribute(element, 'aria-rowcount') ?? '', 10);
    const rendered = total > 0 ? element.querySelectorAll('tr,[role=row]').length : 0;
    return total > rendered ? `${rendered} of ${total} rows are rendered` : undefined;
  }
  if (!ITEMS.has(role)) return undefined;
  const total = Number.parseInt(attribute(element, 'aria-setsize') ?? '', 10);
  // Said once, at the first item.
  if (!(total > 0) || element.previousElementSibling?.hasAttribute('aria-setsize')) return undefined;
  const rendered = element.parentElement?.querySelectorAll(':scope > [aria-setsize]').length ?? 0;
  return total > rendered ? `${rendered} of ${total} are rendered` : undefined;
}
