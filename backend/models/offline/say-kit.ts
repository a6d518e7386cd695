import { errorText } from './page-reading.ts';

const BLOCK = /<untrusted [^\n]*>\n([\s\S]*?)\n<\/untrusted>/gu;

/** What a tool of a kit gave back, or why it failed, for a person: the kit's own words quoted, data as data. */
export function sayKit(content: string, failed: boolean): string {
  if (!failed) return withoutBlocks(content);
  const said = /"details":"((?:[^"\\]|\\.)*)"\}$/su.exec(content)?.[1];
  const details = said === undefined ? '' : withoutBlocks(unquoted(said));
  return [errorText(content), details].filter((part) => part !== '').join('\n\n');
}

const withoutBlocks = (content: string): string => content.replace(BLOCK, (_, body: string) => quoted(body)).trim();

/** JSON and text of several lines stand as they are, in a block of code. */
function quoted(body: string): string {
  const text = body.trim();
  const json = /^[[{]/u.test(text);
  if (!json && !text.includes('\n')) return text;
  return `~~~${json ? 'json' : ''}\n${text.replaceAll('~~~', '~ ~ ~')}\n~~~`;
}

function unquoted(text: string): string {
  try {
    return String(JSON.parse(`"${text}"`));
  } catch {
    return '';
  }
}
