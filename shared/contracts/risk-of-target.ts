import {
  countWords,
  type FoundMeaning,
  findMeanings,
  isGeneric,
  isNameless,
  isSearch,
  isUnreadable,
} from './find-meaning.ts';
import type { PinnedStep } from './plan.ts';
import { parseUrl } from './plan-url.ts';
import type { RiskContext } from './risk-context.ts';
import type { Risk } from './risk-level.ts';
import type { RiskNotes } from './risk-notes.ts';
import { noteDestination, notePath, otherOrigins } from './risk-of-url.ts';
import type { RefInfo } from './snapshot.ts';
import { isSecret } from './step-targets.ts';

/** Roles of fields: a click only puts the cursor there. */
const ENTRY_ROLES: ReadonlySet<string> = new Set([
  'textbox',
  'searchbox',
  'combobox',
  'spinbutton',
  'slider',
  'listbox',
]);
/** Roles that choose something; words on them say what is chosen, the doing comes later. */
const CHOICE_ROLES: ReadonlySet<string> = new Set([
  'radio',
  'option',
  'checkbox',
  'switch',
  'tab',
  'menuitemcheckbox',
  'menuitemradio',
  'treeitem',
]);
/** Roles of controls: on a link they say that a click does something instead of opening the address. */
const CONTROL_ROLES: ReadonlySet<string> = new Set(['button', 'menuitem', 'switch', 'checkbox']);
/** Languages that the word lists have words of. Of a page in another one nobody here can say what its buttons do. */
const KNOWN_LANGUAGES =
  /^(?:ar|cs|da|de|el|en|es|fa|fi|fr|he|hi|hu|id|it|iw|ja|ko|ms|nb|nl|nn|no|pl|pt|ro|ru|sv|th|tr|uk|vi|zh)(?![a-z])/i;
/** Links with more words are headlines, not commands. */
const COMMAND_WORDS = 5;

/** A click, Enter or Space on a target, or a field that is submitted after typing. */
export function noteActivation(
  notes: RiskNotes,
  step: PinnedStep,
  info: RefInfo | undefined,
  context: RiskContext,
): void {
  if (!info) {
    notes.add('high', 'unknown-target');
    return;
  }
  if (step.kind === 'click' && step.button === 'right') {
    notes.add('low', 'acts-on-page');
    return;
  }
  const entry = isEntry(info);
  if (entry && step.kind === 'click') {
    notes.add('low', 'acts-on-page');
    return;
  }
  const link = info.href === undefined ? undefined : parseUrl(info.href);
  if (link && link.protocol !== 'javascript:') {
    noteLink(notes, step, info, link, context);
    // `href="#"`: a script stands behind it.
    if (!CONTROL_ROLES.has(info.role) && !isEmptyFragment(link, step.origin)) return;
  }
  if (info.submits && info.submits.method !== 'dialog') noteSubmit(notes, step, info, info.submits, context);
  else if (entry) noteEnter(notes, step, info, context);
  else noteButton(notes, info, context);
}

/** Ticking a box. */
export function noteChange(notes: RiskNotes, info: RefInfo | undefined): void {
  if (!info) return;
  for (const found of findMeanings(info.name))
    if (found.meaning !== 'sends-data' && !isEntry(info)) notes.add('high', found.meaning, found.word);
}

/**
 * Choosing options by their labels. A native `select` only takes a choice; the popup of anything else is a menu, and
 * choosing from it is a click on its entry.
 */
export function noteChoice(notes: RiskNotes, info: RefInfo | undefined, labels: readonly string[]): void {
  noteChange(notes, info);
  if (!info) return;
  for (const label of labels) noteFound(notes, findMeanings(label), info.tag === 'select' ? 'high' : 'critical');
}
/** Whether text that is filled in stays text: fields that take it as it is. In others it is the label of an option. */
export const takesTextAsItIs = (info: RefInfo): boolean =>
  isEntry(info) && (info.tag === 'input' || info.tag === 'textarea');

const isEmptyFragment = (link: URL, origin: string): boolean =>
  link.origin === origin && link.hash === '' && link.href.endsWith('#');

/** Meanings whose weak words (`Remove`, `Log out`, `Unsubscribe`) take something away. */
const ENDS: ReadonlySet<string> = new Set(['deletes', 'signs-in', 'changes-account']);

function noteLink(notes: RiskNotes, step: PinnedStep, info: RefInfo, url: URL, context: RiskContext): void {
  noteDestination(notes, url, step.origin, context);
  notePath(notes, url);
  if (info.newTab) notes.add('low', 'opens-tab');
  if (countWords(info.name) > COMMAND_WORDS) return;
  for (const { meaning, strength, word } of findMeanings(info.name)) {
    // A link within the site to a page about signing in or the account only shows that page. Of the weak words only those
    // that end something are done by opening an address.
    if (strength === 'weak') {
      if (ENDS.has(meaning)) notes.add('high', meaning, word);
      continue;
    }
    notes.add(meaning === 'signs-in' || meaning === 'changes-account' ? 'high' : 'critical', meaning, word);
  }
}

function noteSubmit(
  notes: RiskNotes,
  step: PinnedStep,
  info: RefInfo,
  form: NonNullable<RefInfo['submits']>,
  context: RiskContext,
): void {
  const url = parseUrl(form.action);
  const fields = context.snapshot.refs.filter(
    (other) => other.frameId === info.frameId && other.submits !== undefined && isSameForm(other.submits, form),
  );
  // A script that takes the submit itself leaves the method at its default, GET: only a search is known to just look.
  const looksOnly = form.method === 'get' && isSearchForm(info, fields);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    notes.add('high', 'submits-form', form.action.slice(0, 100));
  else if (url.origin !== step.origin) {
    noteDestination(notes, url, step.origin, context);
    notes.add('high', 'sends-data', `to ${url.host}`);
  }
  const others = otherOrigins(url?.origin ?? step.origin, context);
  if (others.length > 0) notes.add('high', 'writes-to-other-site', `${others.slice(0, 3).join(', ')} was read before`);
  notes.add(looksOnly ? 'low' : 'high', 'submits-form', looksOnly ? undefined : url?.host);
  if (form.method !== 'get' && url?.protocol === 'http:') notes.add('high', 'not-encrypted', url.host);
  if (fields.some((field) => field.secret === 'card')) notes.add('critical', 'pays', 'card field');
  else if (fields.some(isSecret)) notes.add('critical', 'signs-in', 'password field');
  if (url) notePath(notes, url);
  if (looksOnly && isSearchTarget(info)) return;
  noteWords(notes, info, 'critical');
  if (looksOnly) return;
  if (url) noteActionPath(notes, url);
  if (isGeneric(info.name) || isEntry(info))
    for (const field of fields)
      if (field !== info && isEntry(field) && !isSearchTarget(field)) noteEntryWords(notes, field);
}

function isSameForm(one: NonNullable<RefInfo['submits']>, other: NonNullable<RefInfo['submits']>): boolean {
  if (one.form !== undefined && other.form !== undefined) return one.form === other.form;
  return one.action === other.action && one.method === other.method;
}

/** The target is a search box or button, or all that one can write into its form are search boxes. */
function isSearchForm(info: RefInfo, fields: readonly RefInfo[]): boolean {
  if (fields.some(isSecret)) return false;
  const entries = fields.filter(isEntry);
  return entries.length === 0 ? isSearchTarget(info) : entries.every(isSearchTarget);
}

/** A form that posts to /delete or /login does that, whatever its button is called. */
function noteActionPath(notes: RiskNotes, url: URL): void {
  for (const segment of url.pathname.split('/').slice(-2)) {
    const words = segment.replace(/\.\w{1,5}$/, '');
    if (countWords(words) > 3) continue;
    for (const { meaning, strength, word } of findMeanings(words))
      if (strength === 'strong') notes.add('critical', meaning, word);
  }
}

/** Enter in a field outside of a form: a search, or who knows what. */
function noteEnter(notes: RiskNotes, step: PinnedStep, info: RefInfo, context: RiskContext): void {
  if (otherOrigins(step.origin, context).length > 0) notes.add('high', 'writes-to-other-site', step.origin);
  if (isSearchTarget(info)) {
    notes.add('low', 'acts-on-page');
    return;
  }
  notes.add('high', 'sends-data', info.name.slice(0, 80) || undefined);
  noteEntryWords(notes, info);
}

/** Fields whose text goes to people. */
function noteEntryWords(notes: RiskNotes, info: RefInfo): void {
  const label = `${info.name} ${info.place ?? ''}`;
  if (
    /\b(?:message|nachricht|mensaje|messaggio|mensagem|bericht|chat|e-?mail body)\b|сообщени|संदेश|消息|信息|メッセージ|메시지/i.test(
      label,
    ) &&
    !isSearch(label)
  )
    notes.add('critical', 'sends', info.name.slice(0, 80));
  else if (
    /\b(?:comment|kommentar|commentaire|comentario|commento|coment[aá]rio|reactie|review|post|tweet)\b|комментари|टिप्पणी|评论|コメント|댓글/i.test(
      label,
    ) &&
    !isSearch(label)
  )
    notes.add('critical', 'publishes', info.name.slice(0, 80));
}

function noteButton(notes: RiskNotes, info: RefInfo, context: RiskContext): void {
  notes.add('low', 'acts-on-page');
  const { lang } = context.snapshot;
  if (isNameless(info.name)) notes.add('high', 'unknown-target', info.place?.slice(0, 100));
  else if (isUnreadable(info.name) || (lang !== '' && !KNOWN_LANGUAGES.test(lang) && !isGeneric(info.name)))
    notes.add('high', 'unknown-target', info.name.slice(0, 100));
  noteWords(notes, info, CHOICE_ROLES.has(info.role) ? 'high' : 'critical');
}

/** Words on the target; when they say nothing by themselves, those of its dialog, form or row. */
function noteWords(notes: RiskNotes, info: RefInfo, most: Risk): void {
  const own = findMeanings(info.name);
  noteFound(notes, own, most);
  if (info.place !== undefined && isGeneric(info.name)) noteFound(notes, findMeanings(info.place), most);
}

function noteFound(notes: RiskNotes, found: readonly FoundMeaning[], most: Risk): void {
  for (const { meaning, strength, word } of found) notes.add(strength === 'strong' ? most : 'high', meaning, word);
}

/** A field by what it is; a role alone makes no field of a button or a link. */
const isEntry = (info: RefInfo): boolean => {
  if (info.tag === 'input')
    return !['button', 'submit', 'reset', 'image', 'checkbox', 'radio', 'file'].includes(info.inputType ?? 'text');
  if (info.tag === 'textarea' || info.tag === 'select') return true;
  return ENTRY_ROLES.has(info.role) && !CONTROL_TAGS.has(info.tag);
};
const CONTROL_TAGS: ReadonlySet<string> = new Set(['button', 'a', 'area', 'summary']);

const isSearchTarget = (info: RefInfo): boolean =>
  findMeanings(info.name).length === 0 &&
  (info.role === 'searchbox' ||
    info.inputType === 'search' ||
    isSearch(info.name) ||
    (isGeneric(info.name) && isSearch(info.place ?? '')));
