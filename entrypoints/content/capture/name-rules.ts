import { attribute, byId } from './dom.ts';
import { NONE, type Part } from './name-parts.ts';

/** Longer content is cut: a name that long is prose. Keeps the work linear on nested controls. */
export const MAX_CHARS = 2_000;
export const MAX_DEPTH = 300;
export const REPLACED = new Set([
  'iframe',
  'video',
  'audio',
  'canvas',
  'object',
  'embed',
  'textarea',
  'input',
  'select',
  'img',
  'meter',
  'progress',
]);
/** HTML's labelable elements. */
export const LABELABLE = 'button,input:not([type=hidden]),meter,output,progress,select,textarea';

/**
 * Roles whose content does not become part of a name around them, unless they have a name of their own: as Chromium
 * does it (asked by experiment: a link around each role). Native lists and tables are read through.
 */
export const CLOSED_IN_NAMES = new Set(
  'alert alertdialog application article banner blockquote combobox complementary contentinfo dialog document feed figure form grid group img listbox log main marquee menu menubar navigation note progressbar radiogroup row rowgroup search separator status table tablist tabpanel timer toolbar tree treegrid'.split(
    ' ',
  ),
);
export const OPEN_TAGS = new Set([
  'ul',
  'ol',
  'menu',
  'dl',
  'table',
  'tbody',
  'thead',
  'tfoot',
  'tr',
  'details',
  'fieldset',
  'address',
  'output',
  'svg',
]);

/** Names by HTML-AAM that stand in attributes or a title. undefined: none of its kind, content may name it. */
export function nativeText(element: Element): Part | undefined {
  switch (element.localName) {
    case 'optgroup': {
      const label = attribute(element, 'label');
      return label === null ? NONE : { text: label, seen: true };
    }
    case 'option': {
      const label = attribute(element, 'label');
      return label ? { text: label, seen: true } : undefined;
    }
    case 'img':
    case 'area': {
      const alt = attribute(element, 'alt');
      return alt !== null && alt.trim() !== '' ? { text: alt, seen: false } : NONE;
    }
    case 'iframe': {
      const title = attribute(element, 'title');
      return title ? { text: title, seen: false } : NONE;
    }
    case 'svg': {
      for (let child = element.firstElementChild; child !== null; child = child.nextElementSibling)
        if (child.localName === 'title') return { text: child.textContent, seen: false };
      return attribute(element, 'role') === null ? NONE : undefined;
    }
    case 'a': {
      const title = element.namespaceURI?.endsWith('svg')
        ? element.getAttributeNS('http://www.w3.org/1999/xlink', 'title')
        : null;
      return title ? { text: title, seen: false } : undefined;
    }
    default:
      return undefined;
  }
}

/** What `aria-owns` adds to the content of an element. */
export function ownedBy(element: Element): readonly Element[] {
  const ids = attribute(element, 'aria-owns');
  if (ids === null) return NOBODY;
  const root = element.getRootNode();
  if (!(root instanceof Document || root instanceof ShadowRoot)) return NOBODY;
  return ids
    .trim()
    .split(/\s+/)
    .flatMap((id) => byId(root, id) ?? [])
    .filter((target) => !target.contains(element));
}
const NOBODY: readonly Element[] = [];

/** The last resort: title, then placeholder. */
export function tooltip(element: Element): Part {
  const title = attribute(element, 'title');
  if (title !== null && title.trim() !== '') return { text: title, seen: false };
  const placeholder = attribute(element, 'placeholder') ?? attribute(element, 'aria-placeholder');
  if (placeholder !== null && placeholder.trim() !== '' && /^(?:input|textarea)$/.test(element.localName))
    return { text: placeholder, seen: false };
  return NONE;
}

/** What stands on a button that is an input; undefined for other inputs. */
export function buttonText(element: HTMLInputElement): Part | undefined {
  const value = element.hasAttribute('value');
  switch (element.type) {
    case 'button':
      return { text: element.value, seen: true };
    case 'submit':
      return { text: value ? element.value : 'Submit', seen: true };
    case 'reset':
      return { text: value ? element.value : 'Reset', seen: true };
    case 'image':
      return { text: [element.alt, element.title].find((text) => text.trim() !== '') ?? 'Submit', seen: false };
    default:
      return undefined;
  }
}
