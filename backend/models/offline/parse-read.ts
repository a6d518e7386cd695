import type { TableFormat } from '../../documents/tables.ts';
import type { Command, ListKind } from './command.ts';
import type { Rule } from './parse-act.ts';
import { ordinalOf } from './parse-target.ts';
import { restore } from './quotes.ts';

const LISTS: readonly [RegExp, ListKind][] = [
  [/^(?:hyper)?links?$/i, 'links'],
  [/^(?:headings?|headlines?|sections?|titles?|outline|table of contents|toc|structure)$/i, 'headings'],
  [/^buttons?$/i, 'buttons'],
  [/^(?:(?:form |input |text )?fields?|inputs?|form controls?|controls?)$/i, 'fields'],
  [/^forms?$/i, 'forms'],
  [/^tables?$/i, 'tables'],
  [/^(?:images?|pictures?|photos?)$/i, 'images'],
];

const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const PAGE =
  '(?:(?:on|in|of|from) )?(?:the |this |that |current )?(?:web ?)?(?:page|site|website|article|document|text|tab|post|story|here|it)';

/** `three` or `3`: 1 to 20. */
export function countOf(word: string | undefined): number | undefined {
  if (word === undefined) return undefined;
  const index = NUMBERS.indexOf(word.toLowerCase());
  const value = index >= 0 ? index + 1 : Number(word);
  return Number.isInteger(value) && value > 0 ? Math.min(value, 20) : undefined;
}

function list(words: string): Command | undefined {
  const what = LISTS.find(([pattern]) =>
    pattern.test(words.replace(/^(?:all |the |of |all of the |every |its )+/i, '').trim()),
  )?.[1];
  return what === undefined ? undefined : { kind: 'list', what };
}

function formatOf(words: string): TableFormat {
  return /json/i.test(words) ? 'json' : /markdown|\bmd\b/i.test(words) ? 'markdown' : 'csv';
}

/** "the second table", "the Prices table", `table "Prices"`, "table 2", "all tables". */
function table(words: string, format: TableFormat, parts: readonly string[]): Command | undefined {
  const first = /^(?:an? |the )?(csv|json|markdown)(?: version| export| file)? (?:of|from|for) (.*)$/i.exec(words);
  if (first !== null) return table(first[2] ?? '', formatOf(first[1] ?? ''), parts);
  const text = words
    .replace(new RegExp(`\\s+${PAGE}$`, 'i'), '')
    .replace(/^(?:the|a|this|that|all|every)\s+/i, '')
    .trim();
  if (/^tables?(?: data)?$|^data$/i.test(text)) return { kind: 'table', format };
  const after = /^tables?\s+(?:called|named|titled|about|of|with|under|for|number|#|no\.)?\s*(.+)$/i.exec(text);
  const before = /^(.+?)\s+tables?(?: data)?$/i.exec(text);
  const which = restore(after?.[1] ?? before?.[1] ?? '', parts);
  if (which === '') return undefined;
  const ordinal = ordinalOf(which);
  return { kind: 'table', format, which: ordinal === undefined ? { name: which } : { ordinal } };
}

const ASKS =
  /^(?:who|whom|whose|what|when|where|why|how|which|is|are|was|were|do|does|did|has|have|had|will|would|can|could|should|may|might|if|whether|in what|in which|on what|at what|for how|according to)\b/i;

/** Commands that only read; a text that fits none of them is looked at as a question. */
export const READ_RULES: readonly Rule[] = [
  [
    /^(?:help|\?|commands|what can (?:you|i) (?:do|ask|say)(?: here| with (?:you|this))?|what do you do|how (?:do|can) i use (?:this|you|pagehand)|how does this work|what are you|who are you|are you (?:an? )?(?:ai|bot|robot|human|chatgpt|gpt|claude|llm|model|real)[\w -]*|show (?:me )?(?:the )?(?:help|commands))$/i,
    () => ({ kind: 'help' }),
  ],
  [
    /^(?:hi|hello|hey|hiya|good (?:morning|afternoon|evening|day)|greetings)(?: there| pagehand| everyone)?$/i,
    () => ({ kind: 'greeting' }),
  ],
  [
    /^(?:thanks|thank you|thx|cheers|great|ok(?:ay)?|cool|nice|perfect|good job|well done)(?: (?:a lot|very much|so much|you|then))*$/i,
    () => ({ kind: 'thanks' }),
  ],

  [
    new RegExp(
      `^(?:what(?: is|'s|s)? (?:there )?${PAGE}|what(?: is|'s) (?:there )?here|what (?:do|can) (?:you|i) see(?: ${PAGE})?|where am i|(?:describe|look at|show(?: me)?|overview of) ${PAGE}|(?:give (?:me )?)?an? overview(?: ${PAGE})?|overview|what(?: is|'s) (?:the )?(?:title|url|address)(?: ${PAGE})?|what(?: is|'s) this|which page is this|what page (?:is this|am i on))$`,
      'i',
    ),
    () => ({ kind: 'overview' }),
  ],
  [
    new RegExp(
      `^(?:read|show|print|give)(?: me)?(?: (?:the|all|whole|full|main|entire))* (?:text|content|contents|page|article)(?: ${PAGE})?(?: aloud| to me)?$`,
      'i',
    ),
    () => ({ kind: 'read' }),
  ],

  [
    /^(?:summari[sz]e|sum up|(?:give (?:me )?|write |show (?:me )?|make )?(?:a |the )?(?:short |brief |quick )?(?:summary|tl;?dr|gist|overview) of|tl;?dr|sum it up|(?:give me |show me )?(?:the )?(?:gist|key points|main points|highlights)(?: of)?|(?:a |the )?(?:short )?summary|boil down)(?:\s+(.+?))?$/i,
    summarize,
  ],
  [
    /^(?:what(?: is|'s) (?:this|the) (?:page|article|site|text|post|story|document) about|what(?: is|'s) (?:this|it) (?:all )?about)$/i,
    () => ({ kind: 'summarize', sentences: 3 }),
  ],

  [
    /^(?:extract|export|get|copy|download|save|convert|turn|give me|show me|show|print|read|grab|scrape)\s+(.*\btables?\b.*?|data)(?:\s+(?:as|to|in|into)\s+(?:an? )?(csv|markdown|md|json)(?: (?:format|file|table))?)?$/i,
    (match, parts) => table(match[1] ?? '', formatOf(match[2] ?? ''), parts),
  ],
  [
    /^(?:(?:give|get|make|create|show|export)(?: me)? )?(?:an? |the )?(csv|json|markdown)(?: version| export| file)? (?:of|from|for) (.*)$/i,
    (match, parts) =>
      table(
        /\btables?\b/i.test(match[2] ?? '') ? (match[2] ?? '') : `${match[2]} table`,
        formatOf(match[1] ?? ''),
        parts,
      ),
  ],
  [
    /^(?:extract|export|download|get|save|copy|give me|show(?: me)?)\s+(?:the )?(.+?)\s+(?:as|to|in)\s+(?:an? )?(csv|markdown|md|json)(?: file| format)?$/i,
    (match, parts) =>
      table(
        /\btables?\b/i.test(match[1] ?? '') ? (match[1] ?? '') : `${match[1]} table`,
        formatOf(match[2] ?? ''),
        parts,
      ),
  ],
  [
    /^(?:the )?(.*\btables?\b)\s+(?:as|to|in)\s+(csv|markdown|md|json)$/i,
    (match, parts) => table(match[1] ?? '', formatOf(match[2] ?? ''), parts),
  ],

  [
    new RegExp(
      `^(?:list|show|give|name|get|extract|find|display|enumerate|print|tell)(?: me)?\\s+(?:all |the |of |every |me )*([a-z ]+?)(?:\\s+(?:there are|you (?:see|find)))?(?:\\s+${PAGE})?$`,
      'i',
    ),
    (match) => list(match[1] ?? ''),
  ],
  [
    new RegExp(`^(?:what|which|how many)\\s+([a-z ]+?)\\s+(?:are|is)(?: there| available)?(?:\\s+${PAGE})?$`, 'i'),
    (match) => list(match[1] ?? ''),
  ],
  [
    new RegExp(`^(?:what|which) (?:are|is) (?:all )?the\\s+([a-z ]+?)(?:\\s+${PAGE})?$`, 'i'),
    (match) => list(match[1] ?? ''),
  ],
  [
    new RegExp(`^(?:all )?(links|headings|buttons|fields|forms|tables|images|outline)(?:\\s+${PAGE})?$`, 'i'),
    (match) => list(match[1] ?? ''),
  ],

  [
    new RegExp(
      `^(?:find|look for|locate|where (?:is|are)|search ${PAGE} for)\\s+(?:the (?:word|words|text|phrase) )?(⟦\\d+⟧)(?:\\s+${PAGE})?$`,
      'i',
    ),
    (match, parts) => ({ kind: 'find', text: restore(match[1] ?? '', parts) }),
  ],
  [
    new RegExp(
      `^(?:find|look for|locate|highlight)\\s+(?:(?:all )?(?:mentions|occurrences|places?) (?:of|about|where)\\s+)?(?:the (?:word|words|text|phrase) )?(.+?)(?:\\s+${PAGE})?$`,
      'i',
    ),
    (match, parts) => ({ kind: 'find', text: restore(match[1] ?? '', parts) }),
  ],
  [
    new RegExp(`^search(?: for)?\\s+(.+?)\\s+${PAGE}$|^search ${PAGE} for\\s+(.+)$`, 'i'),
    (match, parts) => ({ kind: 'find', text: restore(match[1] ?? match[2] ?? '', parts) }),
  ],

  [
    /^(?:tell me|answer|explain|show me|let me know|say|i (?:want|would like|need) to know|do you know|i wonder)(?: to me)?(?:,| this:?)?\s+((?:about |if |whether |who |what |when |where |why |how |which ).+)$/i,
    question,
  ],
  [/^(?:explain|define|describe|quote)\s+(.+)$/i, question],
];

function summarize(match: RegExpExecArray, parts: readonly string[]): Command {
  let rest = (match[1] ?? '').trim();
  const size =
    /(?:in|into|with|using|to)\s+(?:at most |about |only |max(?:imum)? )?(\w+) (?:short |brief |bullet |key )?(?:sentences?|points?|bullets?|lines?)$/i.exec(
      rest,
    );
  const sentences = countOf(size?.[1]);
  if (size !== null) rest = rest.slice(0, size.index).trim();
  rest = rest
    .replace(new RegExp(`^${PAGE}(?:'s (?:content|text))?$`, 'i'), '')
    .replace(/^(?:for me|please|briefly|shortly|this)$/i, '');
  const about = restore(
    rest.replace(
      /^(?:what (?:it|the page|the article|this page) says )?(?:about|on|the (?:part|section)s? (?:about|on|called|titled)|section)\s+/i,
      '',
    ),
    parts,
  ).replace(/\s+(?:part|section)$/i, '');
  return { kind: 'summarize', ...(sentences === undefined ? {} : { sentences }), ...(about === '' ? {} : { about }) };
}

function question(match: RegExpExecArray, parts: readonly string[]): Command {
  return { kind: 'question', text: restore(match[1] ?? '', parts) };
}

const BEYOND =
  /^(?:translate|drag|upload|google|search the web|compose|draft|rewrite|rephrase|paraphrase|proofread|brainstorm|imagine|invent|calculate|compute|code|program|sing|joke|tell (?:me )?a (?:joke|story)|write (?:me |us )?(?:an?|the|some) |make up|generate|create (?:an?|some|the) |book |buy |order |pay |log ?in|sign ?in|log ?on|sign me |compare |recommend|suggest|remind me|schedule |email |call |play )/i;

/** What no rule fits: asked for beyond what is here, a question, or words to look for. */
export function otherwise(text: string, parts: readonly string[]): Command {
  const words = restore(text, parts);
  if (BEYOND.test(text)) return { kind: 'beyond', text: words };
  if (ASKS.test(text) || /\?\s*$/.test(text) || words.split(/\s+/).length >= 2)
    return { kind: 'question', text: words };
  return { kind: 'beyond', text: words };
}
