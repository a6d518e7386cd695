import { attribute } from './dom.ts';
import { join, type Part } from './name-parts.ts';

/**
 * What a control gives to the text that it stands in (Accessible Name Computation 1.2, step 2C): its value. Never called
 * for a field that holds a secret. undefined: its role has no value, its content counts.
 */
export function embeddedValue(element: Element, role: string, contentOf: (option: Element) => Part): Part | undefined {
  switch (role) {
    case 'textbox':
    case 'searchbox':
      if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)
        return { text: element.value, seen: true };
      return undefined;
    case 'combobox':
    case 'listbox':
      if (element instanceof HTMLSelectElement)
        return { text: [...element.selectedOptions].map((option) => option.label).join(' '), seen: true };
      if (element instanceof HTMLInputElement) return { text: element.value, seen: true };
      return join([...element.querySelectorAll('[role=option][aria-selected=true]')].map(contentOf));
    case 'slider':
    case 'spinbutton':
    case 'progressbar':
    case 'meter':
    case 'scrollbar': {
      const text = attribute(element, 'aria-valuetext') ?? attribute(element, 'aria-valuenow');
      if (text !== null) return { text, seen: true };
      if (element instanceof HTMLInputElement) return { text: element.value, seen: true };
      return undefined;
    }
    default:
      return undefined;
  }
}
