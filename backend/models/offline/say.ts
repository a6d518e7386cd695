import { errorText } from './page-reading.ts';

/** All texts of the offline model that are not about one page. Plain words, no promises. */
const WHAT_IT_IS =
  'I am the offline model: I follow direct commands and quote the page. I do not write texts of my own, and I know nothing beyond the page. For open questions connect a model in the settings.';

const WHAT_IT_CAN = `You can say, for example:
- **Act:** \`click "Save"\`, \`type "Ada" into Name\`, \`select Germany from Country\`, \`check "I agree"\`, \`scroll to Reviews\`, \`press Enter\`, \`wait for "Saved"\`, \`go back\`, \`open example.com\`
- **Fill a form:** one \`field: value\` per line, then \`submit\`
- **Look:** \`what is on this page\`, \`list links\`, \`list headings\`, \`list fields\`, \`find "refund"\`
- **Tables:** \`extract the second table as CSV\` (or Markdown, JSON)
- **Read:** \`summarize in 3 sentences\`, or ask a question that the page answers
- **Several at once:** \`open Pricing, then click "Buy", then summarize\``;

export function sayHelp(): string {
  return `${WHAT_IT_IS}\n\n${WHAT_IT_CAN}`;
}

export function sayGreeting(): string {
  return `Hello. ${WHAT_IT_IS}\n\nAsk about the page in front of you, or say \`help\`.`;
}

export function sayThanks(): string {
  return 'You are welcome.';
}

export function sayBeyond(text: string): string {
  return `${quoteAsk(text)} is beyond me. ${WHAT_IT_IS}\n\n${WHAT_IT_CAN}`;
}

export function sayRefused(text: string, why: string): string {
  return `I will not do ${quoteAsk(text)}. ${why}`;
}

export function sayNoPage(): string {
  return 'No page is attached to this message, so there is nothing to read or act on. Open a page, or put the page chip back, and ask again.';
}

export function sayNoPageTool(slug: string, before: readonly string[]): string {
  return [...before, `The page offers no tool for "${slug.slice(0, 80)}" now.`].join('\n\n');
}

/** What a tool of the page gave back, quoted: it is the page that says it. */
export function sayPageTool(slug: string, content: string): string {
  const block = /^<untrusted [^\n]*>\n([\s\S]*)\n<\/untrusted>((?:\n\[[^\n]*\])*)$/u.exec(content);
  const said = (block?.[1] ?? content).trim();
  const notes = (block?.[2] ?? '').trim();
  const json = said.startsWith('{') || said.startsWith('[');
  const shown = json ? `~~~json\n${said.replaceAll('~~~', '~ ~ ~')}\n~~~` : said;
  return [`The page's tool **${slug}** says:`, shown, notes].filter((part) => part !== '').join('\n\n');
}

function quoteAsk(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return `"${line.length > 120 ? `${line.slice(0, 117)}...` : line}"`;
}

/** What became of a `browser_action`, from its result; and whether what follows may go on. */
export function sayActed(content: string, failed: boolean): { text: string; done: boolean } {
  const [, end, summary = ''] = /^(Done|Blocked)\.\n<untrusted [^\n]*>\n([\s\S]*?)\n<\/untrusted>/u.exec(content) ?? [];
  if (end === 'Done') return { text: bullets('Done.', summary), done: true };
  // A code before the words ("tab-missing: The tab was closed.") is for models.
  if (end === 'Blocked') return { text: `I stopped. ${summary.replace(/^[a-z]+(?:-[a-z]+)+: /u, '')}`, done: false };
  if (failed) return { text: `I stopped. ${errorText(content)}`, done: false };
  return { text: content.trim(), done: true };
}

function bullets(intro: string, summary: string): string {
  const notes = summary
    .split('\n')
    .map((note) => note.replace(/^- /, '').trim())
    .filter((note) => note !== '');
  return notes.length <= 1
    ? `${intro.replace(/\.$/, ':')} ${notes[0] ?? ''}`
    : `${intro}\n${notes.map((note) => `- ${note}`).join('\n')}`;
}

export function sayNotDone(commands: readonly string[]): string {
  return commands.length === 0 ? '' : `Not done: ${commands.join('; ')}.`;
}

/** Tools of a service are there only once it is connected. */
export function sayNotConnected(tool: string): string {
  const service = /^gmail/.test(tool)
    ? 'Gmail'
    : /^calendar/.test(tool)
      ? 'the Google calendar'
      : /^pyjiit/.test(tool)
        ? 'the JIIT portal'
        : `the tool ${tool}`;
  return `For this, ${service} must be connected. Open the settings and connect it there, then ask again.`;
}
