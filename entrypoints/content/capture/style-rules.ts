import { unshadowed } from './dom.ts';

/** Selectors and rules by which a change in one place shows in another one. */
const FAR = /:(?:has|focus-within|hover|nth-|first-|last-|only-|empty)|@container|[+~]/;

/** Rules that hang on what nothing tells of: any capture may see another state or size. */
const RESTLESS =
  /@container|:(?:state\(|--|defined|valid|invalid|user-|in-range|out-of-range|autofill|-webkit-autofill|default|dir\(|playing|paused|seeking|buffering|stalled|muted|open\b)/;
/** Rules that write text before or after an element. */
const GENERATES = /:(?:before|after)/;

type Texts = { all: string; far: string; readable: boolean; restless: boolean };
type SheetSeen = { sheet: CSSStyleSheet; disabled: boolean; media: string; rules: readonly string[] | undefined };

/**
 * The style sheets of the document and its shadow roots as they were at the last look. Scripts change rules in place,
 * and nothing tells of it: the rules' text is read again.
 */
export class StyleRules {
  #seen: SheetSeen[] = [];
  /** Words that were looked for in the rules, and whether they are there. */
  readonly #found = { all: new Map<string, boolean>(), far: new Map<string, boolean>() };
  #text: Texts | undefined;
  /** A change in one place may show in another: some rule says so, or some sheet of another origin cannot be read. */
  far = false;
  /** Some rule writes text before or after an element, or some sheet of another origin cannot be read. */
  generates = true;

  /** @returns whether anything is not as it was. */
  changed(roots: readonly (Document | ShadowRoot)[]): boolean {
    const now: SheetSeen[] = [];
    for (const root of roots) now.push(...sheetsOf(root));
    const before = this.#seen;
    this.#seen = now;
    const same = now.length === before.length && now.every((sheet, index) => isSame(sheet, before[index]));
    if (!same) {
      this.far = someRule(now, FAR);
      this.generates = someRule(now, GENERATES);
      this.#forgetWords();
    }
    return !same;
  }

  /** Styles may change although nothing tells of a change. */
  get restless(): boolean {
    return this.#texts().restless;
  }

  /**
   * Whether a rule has these words in it, lower case, as a style sheet writes them. `far`: a rule by which a change in
   * one place shows in another one.
   */
  mentions(words: string, far: boolean): boolean {
    const { all, far: farther, readable } = this.#texts();
    if (!readable) return true;
    const found = far ? this.#found.far : this.#found.all;
    let known = found.get(words);
    if (known === undefined) {
      known = (far ? farther : all).includes(words);
      found.set(words, known);
    }
    return known;
  }

  #texts(): Texts {
    this.#text ??= this.#seen.every(({ rules }) => rules !== undefined) ? textsOf(this.#seen) : UNREADABLE;
    return this.#text;
  }

  #forgetWords(): void {
    this.#text = undefined;
    this.#found.all.clear();
    this.#found.far.clear();
  }

  /** Takes in the sheets of a root that a walk has met. */
  include(root: Document | ShadowRoot): void {
    const more = sheetsOf(root);
    this.#seen.push(...more);
    this.far ||= someRule(more, FAR);
    this.generates ||= someRule(more, GENERATES);
    if (more.length > 0) this.#forgetWords();
  }
}

function sheetsOf(root: Document | ShadowRoot): SheetSeen[] {
  const seen = (sheet: CSSStyleSheet): SheetSeen => ({
    sheet,
    disabled: sheet.disabled,
    media: sheet.media.mediaText,
    rules: rulesOf(sheet),
  });
  return [...unshadowed(root, 'styleSheets'), ...unshadowed(root, 'adoptedStyleSheets')].map(seen);
}

const UNREADABLE: Texts = { all: '', far: '', readable: false, restless: true };

function textsOf(sheets: readonly SheetSeen[]): Texts {
  const rules = sheets.flatMap((sheet) => sheet.rules ?? []);
  const all = rules.join('\n').toLowerCase();
  const far = rules.filter((rule) => FAR.test(rule)).join('\n');
  return { all, far: far.toLowerCase(), readable: true, restless: RESTLESS.test(all) };
}

const someRule = (sheets: readonly SheetSeen[], pattern: RegExp): boolean =>
  sheets.some(({ rules }) => rules === undefined || rules.some((rule) => pattern.test(rule)));

/** undefined: a sheet of another origin, which the page's scripts cannot change either. */
function rulesOf(sheet: CSSStyleSheet): string[] | undefined {
  try {
    const texts: string[] = [];
    for (const rule of sheet.cssRules) {
      texts.push(rule.cssText);
      if (rule instanceof CSSImportRule && rule.styleSheet !== null) {
        const inner = rulesOf(rule.styleSheet);
        if (inner === undefined) return undefined;
        texts.push(...inner);
      }
    }
    return texts;
  } catch {
    return undefined;
  }
}

function isSame(a: SheetSeen, b: SheetSeen | undefined): boolean {
  if (b === undefined || a.sheet !== b.sheet || a.disabled !== b.disabled || a.media !== b.media) return false;
  if (a.rules === undefined || b.rules === undefined) return a.rules === b.rules;
  const { rules } = b;
  return a.rules.length === rules.length && a.rules.every((text, index) => text === rules[index]);
}
