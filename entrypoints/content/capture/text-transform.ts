/** Languages whose capitals need the language to be known. */
const SPECIAL = /^(?:tr|az|lt|el)(?:-|$)/i;

/** A text as `text-transform` shows it: what a person reads, finds and would quote. */
export function transformText(text: string, transform: string, lang: string): string {
  if (transform === 'none' || transform === '') return text;
  const locale = SPECIAL.test(lang) ? lang.slice(0, 2) : 'en';
  if (transform.includes('uppercase')) return text.toLocaleUpperCase(locale);
  if (transform.includes('lowercase')) return text.toLocaleLowerCase(locale);
  if (transform.includes('capitalize'))
    return text.replace(/(?<![\p{L}\p{N}\p{M}'\u2019])\p{L}/gu, (letter) => letter.toLocaleUpperCase(locale));
  return text;
}
