/** Selectors and rules by which a change in one place shows in another one. */
const FAR = /:(?:has|focus-within|hover|nth-|first-|last-|only-|empty)|@container|[+~]/;

/** Rules that write text before or after an element. */
const GENERATES = /:(?:before|after)/;

type SheetSeen = { sheet: CSSStyleSheet; disabled: boolean; media: string; rules: readonly string[] | undefined };

/**
 * The style sheets of the document and its shadow roots as they were at the last look. Scripts change rules in place,
 * and nothing tells of it: the rules' text is read again.
 */
export class StyleRules {
  #seen: SheetSeen[] = [];
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
    }
    return !same;
  }

  /** Takes in the sheets of a root that a walk has met. */
  include(root: Document | ShadowRoot): void {
    const more = sheetsOf(root);
    this.#seen.push(...more);
    this.far ||= someRule(more, FAR);
    this.generates ||= someRule(more, GENERATES);
  }
}

function sheetsOf(root: Document | ShadowRoot): SheetSeen[] {
  const seen = (sheet: CSSStyleSheet): SheetSeen => ({
    sheet,
    disabled: sheet.disabled,
    media: sheet.media.mediaText,
    rules: rulesOf(sheet),
  });
  return [...root.styleSheets, ...root.adoptedStyleSheets].map(seen);
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
