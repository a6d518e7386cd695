import { LIMITS } from '@pagehand/contracts/limits';
import { attribute } from './dom.ts';
import { isEditingHost } from './roles.ts';
import { cleanPageText, type Redacted } from './text-hygiene.ts';

/** Value as the person sees it; undefined where the role has none. Never called for secrets. Capped, not redacted. */
export function currentValue(element: Element, role: string): string | undefined {
  if (element instanceof HTMLInputElement) {
    switch (element.type) {
      case 'checkbox':
      case 'radio':
      case 'button':
      case 'submit':
      case 'reset':
      case 'image':
      case 'hidden':
        return undefined;
      case 'file':
        return [...(element.files ?? [])]
          .map((file) => file.name)
          .join(', ')
          .slice(0, 2_000);
      default:
        return element.value.slice(0, 2_000);
    }
  }
  if (element instanceof HTMLTextAreaElement) return element.value.slice(0, 2_000);
  if (element instanceof HTMLSelectElement)
    return [...element.selectedOptions]
      .map((option) => option.label.trim())
      .join(', ')
      .slice(0, 2_000);
  if (isEditingHost(element)) return editedText(element).slice(0, 2_000);
  if (
    role === 'slider' ||
    role === 'spinbutton' ||
    role === 'scrollbar' ||
    role === 'progressbar' ||
    role === 'meter'
  ) {
    const own =
      element instanceof HTMLProgressElement || element instanceof HTMLMeterElement ? String(element.value) : null;
    return (attribute(element, 'aria-valuetext') ?? attribute(element, 'aria-valuenow') ?? own ?? undefined)?.slice(
      0,
      LIMITS.value,
    );
  }
  return undefined;
}

/** Text as it is laid out: line breaks where blocks end, nothing of what is not rendered. */
export function renderedText(node: Node): string {
  return node instanceof HTMLElement ? node.innerText : (node.textContent ?? '');
}

/** Text of an editor, line by line, without the zero-width fillers and the closing line feed that editors keep. */
export function editedText(host: Element): string {
  return renderedText(host)
    .replace(/[\u200b\ufeff]/g, '')
    .replace(/\u00a0/g, ' ')
    .replace(/\n$/, '');
}

/** The label of an option as the snapshot lists it. */
export const listedLabel = (option: HTMLOptionElement, redacted: Redacted = {}): string =>
  cleanPageText(option.label.replace(/\s+/g, ' ').trim().slice(0, LIMITS.name), redacted, LIMITS.name);

/** Labels of a select's options, disabled ones marked; undefined for anything else. */
export function optionsOf(element: Element, redacted: Redacted): string[] | undefined {
  if (!(element instanceof HTMLSelectElement)) return undefined;
  const labels: string[] = [];
  for (const option of element.options) {
    if (labels.length >= LIMITS.options) break;
    if (option.hidden) continue;
    const off =
      option.disabled || (option.parentElement instanceof HTMLOptGroupElement && option.parentElement.disabled);
    labels.push(`${listedLabel(option, redacted)}${off ? ' (disabled)' : ''}`.slice(0, LIMITS.name));
  }
  return labels;
}
