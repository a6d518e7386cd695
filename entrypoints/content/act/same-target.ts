import { attribute } from './capture-kit.ts';
import type { Target } from './context.ts';

type Seen = Pick<Target, 'role' | 'name' | 'href' | 'newTab' | 'submits'>;

/** What is not as the plan says, in words that follow the target's; undefined: all of it is. */
export function differenceOf(now: Seen, target: Target, element: Element): string | undefined {
  if (now.role !== target.role || now.name !== target.name)
    return `is now ${now.name === '' ? `a ${now.role} without a name` : `${now.role} "${now.name}"`}`;
  if (now.href !== target.href) return `leads to ${now.href?.slice(0, 200) ?? 'no address'} now`;
  if (now.newTab !== target.newTab) return now.newTab ? 'opens a new tab now' : 'opens in this tab now';
  if (now.submits?.method !== target.submits?.method || !sameAction(now, target, element))
    return `sends to ${now.submits === undefined ? 'no form' : `${now.submits.method.toUpperCase()} ${now.submits.action.slice(0, 200)}`} now`;
  return undefined;
}

/** A form without an action sends to the address of the page, whose query may change as one types. */
function sameAction(now: Seen, target: Target, element: Element): boolean {
  const one = now.submits?.action;
  const other = target.submits?.action;
  if (one === other) return true;
  if (one === undefined || other === undefined) return false;
  const form = formOf(element);
  const own = (form === null ? '' : attribute(form, 'action')) || element.getAttribute('formaction');
  return !own && withoutQuery(one) === withoutQuery(other);
}

const withoutQuery = (url: string): string => url.replace(/[?#].*$/, '');

const formOf = (element: Element): HTMLFormElement | null =>
  element instanceof HTMLInputElement || element instanceof HTMLButtonElement || element instanceof HTMLTextAreaElement
    ? element.form
    : null;

/** How long ago something was, which changes by itself. */
const AGES = /\b(?:just now|(?:\d+|an?) ?(?:s|m|h|d|secs?|seconds?|mins?|minutes?|hours?|days?) ago)\b/gi;

/** Whether two places in words are the same but for ages ("3 minutes ago"). */
export const samePlace = (one: string, other: string): boolean =>
  one === other || one.replace(AGES, '') === other.replace(AGES, '');
