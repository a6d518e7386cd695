/**
 * Finds a visible element by role and accessible name. Runs in the page (it is serialized): uses nothing from outside.
 * The name is computed simply; that is enough for our own panel.
 */
export function findByRole(role: string, name: string, exact: boolean, nth: number): Element | null {
  const implicit: Record<string, string> = {
    button: 'button,summary,input[type=button],input[type=submit]',
    link: 'a[href]',
    textbox:
      'textarea,input:not([type]),input[type=text],input[type=email],input[type=url],input[type=password],[contenteditable=true]',
    searchbox: 'input[type=search]',
    checkbox: 'input[type=checkbox]',
    radio: 'input[type=radio]',
    combobox: 'select',
    option: 'option',
    heading: 'h1,h2,h3,h4,h5,h6',
    listitem: 'li',
    list: 'ul,ol',
    article: 'article',
    dialog: 'dialog[open]',
    alert: '[role=alert]',
    spinbutton: 'input[type=number]',
  };
  const own = implicit[role];
  const selector = `[role="${role}"]${own === undefined ? '' : `,${own}`}`;
  const words = (text: string | null | undefined): string => (text ?? '').replace(/\s+/gu, ' ').trim();
  const nameOf = (element: Element): string => {
    const by = (element.getAttribute('aria-labelledby') ?? '')
      .split(/\s+/u)
      .filter((id) => id !== '')
      .map((id) => words(document.getElementById(id)?.textContent))
      .join(' ');
    if (by !== '') return by;
    const label = words(element.getAttribute('aria-label'));
    if (label !== '') return label;
    if (
      element instanceof HTMLInputElement ||
      element instanceof HTMLTextAreaElement ||
      element instanceof HTMLSelectElement
    ) {
      const labels = [...(element.labels ?? [])].map((one) => words(one.textContent)).join(' ');
      if (labels !== '') return labels;
      return words(
        element.getAttribute('placeholder') ?? element.getAttribute('title') ?? element.getAttribute('value'),
      );
    }
    return words(element.textContent) || words(element.getAttribute('title'));
  };
  const wanted = words(name).toLowerCase();
  const fits = [...document.querySelectorAll(selector)].filter((element) => {
    const given = element.getAttribute('role');
    if (given !== null && given !== role) return false;
    if (element.closest('[aria-hidden="true"],[inert]') !== null) return false;
    const box = element.getBoundingClientRect();
    if (box.width === 0 && box.height === 0) return false;
    const found = nameOf(element).toLowerCase();
    return exact ? found === wanted : found.includes(wanted);
  });
  return fits[nth] ?? null;
}
