/** A piece of an accessible name; `seen`: at least a part of it is text on the screen. */
export type Part = { text: string; seen: boolean };
export const NONE: Part = { text: '', seen: false };

export const join = (parts: readonly Part[]): Part => ({
  text: parts.map((part) => part.text).join(' '),
  seen: parts.some((part) => part.seen && part.text.trim() !== ''),
});

const UNEVEN = /^\s|\s$|\s\s|[^\S ]|[\ue000-\uf8ff]/;

/** Collapses white space, and drops the private-use glyphs of icon fonts: they say nothing in words. */
export function squash(text: string): string {
  if (!UNEVEN.test(text)) return text;
  return text
    .replace(/[\ue000-\uf8ff]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Whether some style rule writes text before or after an element; shadow roots that are met bring rules of their own. */
export type GeneratedText = { readonly generates: boolean; meet(root: ShadowRoot): void };
/** Where the rules are not known. */
export const MAY_GENERATE: GeneratedText = { generates: true, meet: () => undefined };

/** Text that a style sheet generates before or after an element's content. */
export function generatedText(element: Element, pseudo: '::before' | '::after'): Part {
  const style = getComputedStyle(element, pseudo);
  const content = style.content;
  if (content === 'none' || content === 'normal' || content === '' || content === '""') return NONE;
  if (style.display === 'none' || style.visibility !== 'visible') return NONE;
  const alternative = /\/\s*"((?:[^"\\]|\\.)*)"\s*$/.exec(content);
  const strings = alternative
    ? [alternative[1] ?? '']
    : [...content.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map((match) => match[1] ?? '');
  const text = strings.join('').replace(/\\(["\\])/g, '$1');
  return { text: style.display === 'inline' ? text : ` ${text} `, seen: false };
}
