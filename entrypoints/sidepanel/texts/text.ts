import { browser } from 'wxt/browser';
import { create } from 'zustand';
import english from '../../../public/_locales/en/messages.json';

/** Every text that the panel shows has its key in `public/_locales/en/messages.json`. */
type Key = keyof typeof english;
type Plural<K> = K extends `${infer Base}_other` ? Base : never;
export type PluralKey = Plural<Key>;
export type TextKey = Exclude<Key, `${PluralKey}_one` | `${PluralKey}_other`>;
/** Values for the `{name}` places of a text. */
export type TextValues = Readonly<Record<string, string | number>>;

export const LANGUAGES = ['en', 'de', 'hi'] as const;
export type Language = (typeof LANGUAGES)[number];
const RIGHT_TO_LEFT = ['ar', 'fa', 'he', 'ur'];

type Messages = Readonly<Record<string, { message: string }>>;
type TextState = { language: string; messages: Messages };

const useTexts = create<TextState>()(() => ({ language: 'en', messages: english }));

/** The language to speak: the chosen one, else the browser's when we have it, else English. */
export function languageFor(chosen: string | undefined, ofBrowser: string): Language {
  const wanted = [chosen, ofBrowser, ofBrowser.split('-')[0]];
  const known = wanted.flatMap((one) => LANGUAGES.find((language) => language === one) ?? []);
  return known[0] ?? 'en';
}

/**
 * Switches the language; a text that a language lacks stays English. The texts are files of the extension.
 */
export async function switchLanguage(chosen: string | undefined): Promise<void> {
  const language = languageFor(chosen, browser.i18n.getUILanguage());
  let messages: Messages = english;
  if (language !== 'en') {
    // WXT knows the paths of the build, but not those of `public/_locales`.
    const response = await fetch(browser.runtime.getURL(`/_locales/${language}/messages.json` as '/'));
    messages = { ...english, ...((await response.json()) as Messages) }; // parse boundary: our own file
  }
  document.documentElement.lang = language;
  document.documentElement.dir = RIGHT_TO_LEFT.includes(language) ? 'rtl' : 'ltr';
  useTexts.setState({ language, messages });
}

function fill(text: string, values: TextValues): string {
  return text.replace(/\{(\w+)\}/gu, (whole, name: string) => (name in values ? String(values[name]) : whole));
}

export type Translate = {
  (key: TextKey, values?: TextValues): string;
  /** A text that depends on a number; `{n}` is the number as the language writes it. */
  count(key: PluralKey, n: number, values?: TextValues): string;
  /** A number as the language writes it. */
  number(n: number): string;
  /** A time of day, or a date when it is not today. */
  when(ms: number): string;
  language: string;
};

function translator({ language, messages }: TextState): Translate {
  const t = (key: TextKey, values: TextValues = {}): string =>
    fill(messages[key]?.message ?? english[key].message, values);
  const number = (n: number): string => new Intl.NumberFormat(language).format(n);
  const count = (key: PluralKey, n: number, values: TextValues = {}): string => {
    const form = new Intl.PluralRules(language).select(n) === 'one' ? 'one' : 'other';
    return fill(messages[`${key}_${form}`]?.message ?? english[`${key}_${form}`].message, { ...values, n: number(n) });
  };
  const when = (ms: number): string => {
    const sameDay = new Date(ms).toDateString() === new Date().toDateString();
    return new Intl.DateTimeFormat(language, sameDay ? { timeStyle: 'short' } : { dateStyle: 'medium' }).format(ms);
  };
  return Object.assign(t, { count, number, when, language });
}

let cached: { state: TextState; translate: Translate } | undefined;

/** A text in English, for the built-in offline model, which reads nothing else. */
export const englishText = (key: TextKey): string => english[key].message;

/** The texts as they are now, outside of components. */
export function currentText(): Translate {
  return translator(useTexts.getState());
}

/** The texts in the language of the panel; a component that uses it is drawn again when the language changes. */
export function useText(): Translate {
  const state = useTexts();
  if (cached?.state !== state) cached = { state, translate: translator(state) };
  return cached.translate;
}
