import { attribute } from './dom.ts';

/**
 * Roles as browsers compute them: HTML-AAM's implicit roles, explicit `role` tokens by WAI-ARIA 1.2, with its conflict
 * rules (a focusable element or one with global ARIA attributes is never presentational).
 */

const KNOWN = new Set(
  'alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox complementary contentinfo definition deletion dialog directory document emphasis feed figure form generic grid gridcell group heading image img insertion link list listbox listitem log main mark marquee math menu menubar menuitem menuitemcheckbox menuitemradio meter navigation none note option paragraph presentation progressbar radio radiogroup region row rowgroup rowheader scrollbar search searchbox separator slider spinbutton status strong subscript superscript switch tab table tablist tabpanel term textbox time timer toolbar tooltip tree treegrid treeitem'.split(
    ' ',
  ),
);

/** Roles a person operates. */
export const WIDGETS: ReadonlySet<string> = new Set(
  'button link textbox searchbox combobox checkbox radio switch slider spinbutton listbox option tab menuitem menuitemcheckbox menuitemradio treeitem scrollbar gridcell'.split(
    ' ',
  ),
);

/** Roles named by their content (WAI-ARIA 1.2, "name from content"). */
export const NAMED_BY_CONTENT: ReadonlySet<string> = new Set(
  'button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox menuitemradio option radio row rowheader switch tab tooltip treeitem'.split(
    ' ',
  ),
);

export const LANDMARKS: ReadonlySet<string> = new Set([
  'banner',
  'complementary',
  'contentinfo',
  'form',
  'main',
  'navigation',
  'region',
  'search',
]);

const GLOBAL_ARIA = [
  'aria-atomic',
  'aria-busy',
  'aria-controls',
  'aria-current',
  'aria-describedby',
  'aria-description',
  'aria-details',
  'aria-dropeffect',
  'aria-flowto',
  'aria-grabbed',
  'aria-keyshortcuts',
  'aria-label',
  'aria-labelledby',
  'aria-live',
  'aria-owns',
  'aria-relevant',
  'aria-roledescription',
];
const SECTIONING =
  'article,aside,main,nav,section,[role=article],[role=complementary],[role=main],[role=navigation],[role=region]';

const TEXT_TYPES = new Set([
  'text',
  'email',
  'tel',
  'url',
  'password',
  'search',
  'date',
  'month',
  'week',
  'time',
  'datetime-local',
  'color',
]);

/** Whether the element takes part in focus navigation or can be focused by script. */
export function isFocusable(element: Element): boolean {
  if (element.hasAttribute('tabindex') && !Number.isNaN(Number.parseInt(attribute(element, 'tabindex') ?? '', 10)))
    return true;
  switch (element.localName) {
    case 'a':
    case 'area':
      return element.hasAttribute('href');
    case 'button':
    case 'select':
    case 'textarea':
      return !isDisabled(element);
    case 'input':
      return !isDisabled(element) && attribute(element, 'type') !== 'hidden';
    case 'iframe':
      return true;
    case 'summary':
      return element.parentElement?.localName === 'details';
    default:
      return element instanceof HTMLElement && element.isContentEditable && isEditingHost(element);
  }
}

/** The root of a contenteditable region. */
export function isEditingHost(element: Element): boolean {
  const value = attribute(element, 'contenteditable');
  return (
    value !== null && value.toLowerCase() !== 'false' && element instanceof HTMLElement && element.isContentEditable
  );
}

/** Disabled as HTML defines it: by itself, or by a fieldset (but not in its first legend). */
export function isDisabled(element: Element): boolean {
  return element.matches(':disabled');
}

export function roleOf(element: Element): string {
  if (element instanceof HTMLFormElement) return formRole(element);
  const explicit = attribute(element, 'role');
  if (explicit !== null && explicit !== '') {
    for (const token of explicit.toLowerCase().split(/\s+/)) {
      if (!KNOWN.has(token)) continue;
      if (token === 'none' || token === 'presentation') {
        if (isFocusable(element) || GLOBAL_ARIA.some((name) => element.hasAttribute(name))) break;
        return 'none';
      }
      if (token === 'img' || token === 'image') return 'img';
      if ((token === 'form' || token === 'region') && !isNamed(element)) continue;
      return token;
    }
  }
  return implicitRole(element);
}

/** Forms apart: their controls may shadow the methods that the rest uses. */
function formRole(form: HTMLFormElement): string {
  const role = attribute(form, 'role')?.trim().toLowerCase();
  if (role === 'search' || role === 'none' || role === 'presentation') return role === 'search' ? role : 'none';
  const named = ['aria-label', 'aria-labelledby', 'title'].some((name) => Boolean(attribute(form, name)?.trim()));
  return named ? 'form' : 'generic';
}

const isNamed = (element: Element) =>
  Boolean(
    attribute(element, 'aria-label')?.trim() ||
      attribute(element, 'aria-labelledby')?.trim() ||
      attribute(element, 'title')?.trim(),
  );

/** What a tag alone decides. */
const BY_TAG: ReadonlyMap<string, string> = new Map(
  Object.entries({
    article: 'article',
    blockquote: 'blockquote',
    button: 'button',
    caption: 'caption',
    dd: 'definition',
    dt: 'term',
    details: 'group',
    fieldset: 'group',
    optgroup: 'group',
    address: 'group',
    hgroup: 'group',
    dialog: 'dialog',
    figure: 'figure',
    h1: 'heading',
    h2: 'heading',
    h3: 'heading',
    h4: 'heading',
    h5: 'heading',
    h6: 'heading',
    hr: 'separator',
    svg: 'img',
    main: 'main',
    math: 'math',
    menu: 'list',
    ol: 'list',
    ul: 'list',
    meter: 'meter',
    nav: 'navigation',
    option: 'option',
    output: 'status',
    p: 'paragraph',
    progress: 'progressbar',
    search: 'search',
    table: 'table',
    tbody: 'rowgroup',
    tfoot: 'rowgroup',
    thead: 'rowgroup',
    textarea: 'textbox',
  }),
);

function implicitRole(element: Element): string {
  const tag = element.localName;
  const known = BY_TAG.get(tag);
  if (known !== undefined) return known;
  switch (tag) {
    case 'a':
    case 'area':
      return element.hasAttribute('href') || element.hasAttribute('xlink:href') ? 'link' : 'generic';
    case 'aside':
      return isNamed(element) || !inSection(element) ? 'complementary' : 'generic';
    case 'footer':
      return inSection(element) ? 'generic' : 'contentinfo';
    case 'header':
      return inSection(element) ? 'generic' : 'banner';
    case 'img':
      return attribute(element, 'alt') === '' && !isNamed(element) && !isFocusable(element) ? 'none' : 'img';
    case 'input':
      return inputRole(element);
    case 'li':
      return element.parentElement !== null && /^(?:ul|ol|menu)$/.test(element.parentElement.localName)
        ? 'listitem'
        : 'generic';
    case 'section':
      return isNamed(element) ? 'region' : 'generic';
    case 'select':
      return element instanceof HTMLSelectElement && (element.multiple || element.size > 1) ? 'listbox' : 'combobox';
    case 'summary':
      return element.parentElement?.localName === 'details' ? 'button' : 'generic';
    case 'td': {
      const table = element.closest('table,[role=grid],[role=treegrid]');
      const role = table && attribute(table, 'role');
      return role === 'grid' || role === 'treegrid'
        ? 'gridcell'
        : role === 'none' || role === 'presentation'
          ? 'generic'
          : 'cell';
    }
    case 'th':
      return attribute(element, 'scope') === 'row' || attribute(element, 'scope') === 'rowgroup'
        ? 'rowheader'
        : 'columnheader';
    case 'tr':
      return /^(?:none|presentation)$/.test(element.closest('table')?.getAttribute('role') ?? '') ? 'generic' : 'row';
    default:
      return isEditingHost(element) ? 'textbox' : 'generic';
  }
}

function inputRole(element: Element): string {
  const type = element instanceof HTMLInputElement ? element.type : 'text';
  switch (type) {
    case 'button':
    case 'submit':
    case 'reset':
    case 'image':
    case 'file':
      return 'button';
    case 'checkbox':
      return element.hasAttribute('switch') ? 'switch' : 'checkbox';
    case 'radio':
      return 'radio';
    case 'range':
      return 'slider';
    case 'number':
      return 'spinbutton';
    case 'hidden':
      return 'none';
    default: {
      if (!TEXT_TYPES.has(type)) return 'textbox';
      const list = attribute(element, 'list');
      const root = element.getRootNode();
      if (
        list !== null &&
        (root instanceof Document || root instanceof ShadowRoot) &&
        root.getElementById(list)?.localName === 'datalist'
      )
        return 'combobox';
      return type === 'search' ? 'searchbox' : 'textbox';
    }
  }
}

const inSection = (element: Element) => element.parentElement?.closest(SECTIONING) != null;

/** `aria-level`, or the number of h1 to h6; undefined where neither says one. */
export function headingLevel(element: Element): number | undefined {
  const level = Number.parseInt(attribute(element, 'aria-level') ?? '', 10);
  if (level >= 1 && level <= 9) return level;
  const match = /^h([1-6])$/.exec(element.localName);
  return match ? Number(match[1]) : undefined;
}
