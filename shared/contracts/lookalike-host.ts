import { decodeHost } from './punycode.ts';

/** Letters of other scripts, and digits, that look like a Latin letter. */
const CONFUSABLES: Readonly<Record<string, string>> = {
  а: 'a',
  в: 'b',
  е: 'e',
  ё: 'e',
  з: '3',
  и: 'u',
  і: 'i',
  ї: 'i',
  ј: 'j',
  к: 'k',
  м: 'm',
  н: 'h',
  о: 'o',
  р: 'p',
  с: 'c',
  т: 't',
  у: 'y',
  х: 'x',
  ԁ: 'd',
  ԛ: 'q',
  ԝ: 'w',
  ѕ: 's',
  ь: 'b',
  һ: 'h',
  ӏ: 'l',
  г: 'r',
  п: 'n',
  α: 'a',
  β: 'b',
  γ: 'y',
  ε: 'e',
  η: 'n',
  ι: 'i',
  κ: 'k',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  σ: 'o',
  τ: 't',
  υ: 'u',
  χ: 'x',
  ω: 'w',
  օ: 'o',
  ս: 'u',
  ո: 'n',
  հ: 'h',
  ց: 'g',
  ք: 'p',
  յ: 'j',
  զ: 'q',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ħ: 'h',
  ŧ: 't',
  ƅ: 'b',
  ɑ: 'a',
  ɡ: 'g',
  ɩ: 'i',
  ꞌ: "'",
};

const SCRIPTS = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Armenian',
  'Cherokee',
  'Hebrew',
  'Arabic',
  'Devanagari',
  'Han',
  'Hangul',
  'Thai',
  'Georgian',
] as const;
const SCRIPT_TESTS = SCRIPTS.map((script) => ({ script, test: new RegExp(`\\p{Script=${script}}`, 'u') }));

/** A word that mixes Latin with look-alikes, written all in Latin; other words as they are. */
export function confusableSkeleton(word: string): string {
  if (!/[a-z]/.test(word)) return word;
  return [...word].map((char) => CONFUSABLES[char] ?? char).join('');
}

/** Scripts of the letters in a text. */
export function scriptsOf(text: string): string[] {
  return SCRIPT_TESTS.filter(({ test }) => test.test(text)).map(({ script }) => script);
}

/** Host written as the eye takes it: look-alikes as Latin, 0 as o, 1 as l, rn as m, vv as w, no accents. */
function visualForm(host: string): string {
  const latin = [...host.normalize('NFD').replace(/[\u0300-\u036f]/g, '')]
    .map((char) => CONFUSABLES[char] ?? char)
    .join('');
  return latin
    .replaceAll('0', 'o')
    .replace(/[1i|]/g, 'l')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll('5', 's')
    .replaceAll('-', '');
}

/**
 * Why a host could be taken for another: international letters (punycode shown beside them), scripts mixed in one
 * label, or a name made to look like a known one. Undefined when nothing is odd.
 * @param host `URL.hostname` (punycode). @param known host names of the page and of the sites that the run has read.
 */
export function lookalikeReason(host: string, known: readonly string[]): string | undefined {
  if (known.includes(host)) return undefined;
  const shown = decodeHost(host);
  if (shown !== host || host.split('.').some((label) => label.startsWith('xn--'))) {
    const mixed = shown
      .split('.')
      .map(scriptsOf)
      .find((scripts) => scripts.length > 1);
    return `${host} is ${shown}${mixed ? `, which mixes ${mixed.join(' and ')}` : ''}`;
  }
  const bare = host.replace(/^www\./, '');
  for (const other of known) {
    const name = other.replace(/^www\./, '');
    if (name.length < 4 || !name.includes('.') || bare === name) continue;
    if (bare.startsWith(`${name}.`) || bare.startsWith(`${name.replaceAll('.', '-')}.`))
      return `${host} begins like ${other} but is another site`;
    if (visualForm(bare) === visualForm(name)) return `${host} looks like ${other}`;
  }
  return undefined;
}
