import { currentValue, disabledBy, parentOf } from './capture-kit.ts';
import type { ActContext } from './context.ts';

/** What can be read off a target before and after an action. */
export type Facts = {
  value: string | undefined;
  checked: string | undefined;
  selected: string | undefined;
  expanded: string | undefined;
  disabled: boolean;
  open: boolean | undefined;
};

export const NO_FACTS: Facts = {
  value: undefined,
  checked: undefined,
  selected: undefined,
  expanded: undefined,
  disabled: false,
  open: undefined,
};

/** The value of a password, code or card is never read. */
export function factsOf(element: Element, { memory }: Pick<ActContext, 'memory'>): Facts {
  const secret = memory.secrets.kindOf(element) !== undefined;
  const input = element instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(element.type) ? element : undefined;
  const details = element.localName === 'summary' ? parentOf(element) : element;
  return {
    value: secret ? undefined : currentValue(element, element.getAttribute('role') ?? ''),
    checked:
      input !== undefined
        ? String(input.checked)
        : (element.getAttribute('aria-checked') ?? element.getAttribute('aria-pressed') ?? undefined),
    selected: element.getAttribute('aria-selected') ?? undefined,
    expanded: element.getAttribute('aria-expanded') ?? undefined,
    disabled: disabledBy(element) !== undefined,
    open: details instanceof HTMLDetailsElement || details instanceof HTMLDialogElement ? details.open : undefined,
  };
}

/** The differences, in words. */
export function factChanges(before: Facts, after: Facts): string[] {
  const lines: string[] = [];
  if (before.value !== after.value) lines.push(`value is "${(after.value ?? '').slice(0, 120)}"`);
  if (before.checked !== after.checked)
    lines.push(
      after.checked === 'true'
        ? 'it is checked'
        : after.checked === 'false'
          ? 'it is not checked'
          : `checked is ${after.checked ?? 'gone'}`,
    );
  if (before.selected !== after.selected)
    lines.push(after.selected === 'true' ? 'it is selected' : 'it is not selected');
  if (before.expanded !== after.expanded) lines.push(after.expanded === 'true' ? 'it is expanded' : 'it is collapsed');
  if (before.open !== after.open) lines.push(after.open ? 'it is open' : 'it is closed');
  if (before.disabled !== after.disabled) lines.push(after.disabled ? 'it is disabled now' : 'it is enabled now');
  return lines;
}
