import { type BaseMessage, HumanMessage } from '@langchain/core/messages';
import { untrustedBlock } from '@pagehand/contracts/untrusted-block';

/**
 * Text of a page on its way to a model: a user-role message, fenced and named with its origin, never a system message.
 * What stands inside is data; the system prompt says so.
 */
export type PageData = {
  /** Serialized origin of the page. */
  origin: string;
  url: string;
  title: string;
  /** Markdown, already cut to its budget. */
  text: string;
  /** Notes of ours: what was cut, which frames could not be read, that the page has moved on. */
  notes: readonly string[];
};

const KEY = 'pagehand_page';

/** The message that carries a page. */
export function pageDataMessage(data: PageData): HumanMessage {
  const content = [
    'The page in front of the person.',
    ...data.notes,
    untrustedBlock({ source: data.origin, kind: 'page', note: `${data.title} ${data.url}` }, data.text),
  ].join('\n');
  return new HumanMessage({ content, additional_kwargs: { [KEY]: { ...data, notes: [...data.notes] } } });
}

/** True for a message made by `pageDataMessage`: whoever looks for the person's own words skips it. */
export const isPageData = (message: BaseMessage): boolean => message.additional_kwargs[KEY] !== undefined;
