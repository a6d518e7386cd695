import { LIMITS } from '@pagehand/contracts/limits';
import { attribute, idOf, localName } from './dom.ts';
import { isDisplayed, mathTag } from './formulas.ts';
import { cleanPageText, type Redacted } from './text-hygiene.ts';

/** Kept as they are. Everything else becomes `div` where it is laid out as a block, and nothing where it is inline. */
const KEPT = new Set(
  'p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table caption thead tbody tfoot tr th td blockquote pre code kbd samp em strong b i del ins s sup sub mark q cite time figure figcaption section article main nav aside header footer address details summary button label fieldset legend select option optgroup'.split(
    ' ',
  ),
);
const VOID = new Set(['br', 'hr', 'wbr']);
/** Of a longer menu the rest is left out. */
const MAX_CHOICES = 100;

/** Writes the cleaned HTML of what a person can see. Of the attributes only class and id stay: readability scores by them. */
export class TextWriter {
  readonly parts: string[] = [];
  /** Characters written, at most `limit`. */
  length = 0;
  readonly limit: number;
  #redacted: Redacted;
  /** Characters of text that no longer fitted. */
  dropped = 0;
  constructor(redacted: Redacted, limit: number = LIMITS.text - 2_000) {
    this.#redacted = redacted;
    this.limit = limit;
  }

  get full(): boolean {
    return this.length >= this.limit;
  }

  /** @returns the end tag to write with `close` when the element's content is done. */
  open(element: Element, display: string, style: CSSStyleDeclaration | undefined): string {
    const math = mathTag(element);
    if (math !== undefined) return this.#openMath(element, math);
    const tag = localName(element);
    if (VOID.has(tag)) {
      this.#put(`<${tag}>`);
      return '';
    }
    if (tag === 'a') {
      const href = element instanceof HTMLAnchorElement ? linkTarget(element) : undefined;
      if (href === undefined) return '';
      this.#put(`<a href="${escapeAttribute(href)}">`);
      return '</a>';
    }
    const block = display !== 'inline' && display !== 'contents' && !display.startsWith('inline-');
    // A list without numbers on the screen has none.
    const kept = tag === 'ol' && style?.listStyleType === 'none' ? 'ul' : tag;
    const name = KEPT.has(tag) ? kept : block && display !== 'contents' ? 'div' : undefined;
    if (name === undefined) return '';
    this.#put(`<${name}${classAndId(element)}${name === 'ol' ? startOf(element) : spans(element)}>`);
    return `</${name}>`;
  }

  #openMath(element: Element, tag: string): string {
    this.#put(tag === 'math' && isDisplayed(element) ? '<math display="block">' : `<${tag}>`);
    return `</${tag}>`;
  }

  /** Writes MathML as it stands, without looking at what is visible: for formulas that are known to be painted. */
  math(element: Element): void {
    const tag = mathTag(element);
    if (tag === undefined) return;
    const end = this.#openMath(element, tag);
    for (let child = element.firstChild; child !== null; child = child.nextSibling)
      if (child instanceof Text) this.text(child.data);
      else if (child instanceof Element) this.math(child);
    this.close(end);
  }

  /** What can be chosen in a menu, a click away. Its value stands in the outline. */
  choices(select: HTMLSelectElement): void {
    for (const option of [...select.options].slice(0, MAX_CHOICES)) {
      const label = option.label.replace(/\s+/g, ' ').trim().slice(0, LIMITS.name);
      if (label === '' || option.hidden) continue;
      this.#put('<option>');
      this.text(label);
      this.close('</option>');
    }
  }

  close(endTag: string): void {
    // End tags are written even when the text is full: what is open must be closed.
    if (endTag !== '') this.parts.push(endTag);
  }

  /** @returns the text as it was cleaned; undefined where it did not fit. */
  text(data: string): string | undefined {
    if (this.full) {
      this.dropped += data.length;
      return undefined;
    }
    const room = this.limit - this.length;
    const kept = data.length > room ? data.slice(0, room) : data;
    this.dropped += data.length - kept.length;
    const clean = cleanPageText(kept, this.#redacted);
    this.#put(escapeText(clean));
    return kept.length === data.length ? clean : undefined;
  }

  /** Writes what another one has written: a range of its parts, so many characters. */
  takeOver(other: TextWriter, [from, to]: readonly [number, number], chars: number): void {
    for (let index = from; index < to; index += 1) this.parts.push(other.parts[index] ?? '');
    this.length += chars;
  }

  image(alt: string): void {
    const text = cleanPageText(alt.replace(/\s+/g, ' ').trim().slice(0, LIMITS.name), this.#redacted);
    if (text !== '') this.#put(`<img alt="${escapeAttribute(text)}">`);
  }

  frame(index: number): void {
    this.#put(`<iframe data-frame="${index}"></iframe>`);
  }

  #put(html: string): void {
    if (this.full) return;
    this.parts.push(html);
    this.length += html.length;
  }
}

/** The resolved address of a link a person could open; undefined for script and data addresses. */
export function linkTarget(element: HTMLAnchorElement | HTMLAreaElement): string | undefined {
  const href = element.href;
  return /^(?:https?|mailto|tel|ftp|file):/i.test(href) ? href.slice(0, LIMITS.url) : undefined;
}

function classAndId(element: Element): string {
  const name = attribute(element, 'class');
  const id = idOf(element);
  return `${name ? ` class="${escapeAttribute(name.slice(0, 120))}"` : ''}${id !== '' ? ` id="${escapeAttribute(id.slice(0, 60))}"` : ''}`;
}

function startOf(element: Element): string {
  const start = element instanceof HTMLOListElement ? element.start : 1;
  return start === 1 ? '' : ` start="${start}"`;
}

function spans(element: Element): string {
  if (!(element instanceof HTMLTableCellElement)) return '';
  return `${element.colSpan > 1 ? ` colspan="${element.colSpan}"` : ''}${element.rowSpan > 1 ? ` rowspan="${element.rowSpan}"` : ''}`;
}

export const escapeText = (text: string): string => (/[&<>]/.test(text) ? escapeAll(text) : text);
const escapeAll = (text: string): string =>
  text.replace(/[&<>]/g, (char) => (char === '&' ? '&amp;' : char === '<' ? '&lt;' : '&gt;'));
const escapeAttribute = (text: string): string => escapeText(text).replace(/"/g, '&quot;');
