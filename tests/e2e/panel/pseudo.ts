/**
 * Runs in the panel: every shown text and name that is neither between ⟦ and ⟧ nor data. Data is what stands in `bdi`,
 * `code`, `kbd`, `option` of a list of names, in what was asked and answered (also as it is announced), and in numbers.
 */
export function untranslated(): string[] {
  const data =
    'bdi, code, kbd, .ask, .markdown, select[lang], option[lang], .slash-name, .slash-about, [data-testid="announcement"], .tool';
  const found: string[] = [];
  // A text may be cut by elements inside of it: its brackets are looked for in the nearest whole.
  const marked = (element: Element | null): boolean => {
    for (let at = element; at && at.id !== 'root'; at = at.parentElement)
      if (at.textContent?.includes('⟦') && at.textContent.includes('⟧') && at.textContent.length < 400) return true;
    return false;
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = (node.textContent ?? '').trim();
    const parent = node.parentElement;
    if (parent === null || !/\p{L}{2,}/u.test(text) || parent.closest(data)) continue;
    if (!marked(parent)) found.push(text);
  }
  for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]')) {
    if (element.closest(data)) continue;
    for (const name of ['aria-label', 'placeholder', 'title']) {
      const value = element.getAttribute(name);
      if (
        value !== null &&
        /\p{L}{2,}/u.test(value) &&
        !value.includes('⟦') &&
        !element.matches('.chip, .header-title, input[type=url]')
      )
        found.push(`${name}: ${value}`);
    }
  }
  return found;
}
