import { type BaseMessage, HumanMessage } from '@langchain/core/messages';
import { untrustedBlock } from '@pagehand/contracts/untrusted-block';
import { isPageData } from './page-data.ts';

/** What the person gave along with a message beside the page in front: a file, or another tab. */
export type GivenSource = {
  /** Names it in `read_source`. */
  id: string;
  kind: 'attachment' | 'tab';
  /** Name of the file, or title of the tab. */
  name: string;
  /** Origin of the tab; for a file its name. */
  source: string;
  /** Text, already cut to its budget; tables as Markdown. */
  text: string;
  /** Characters that there are. */
  total: number;
};

const SOURCE = 'pagehand_source';
const SKILL = 'pagehand_skill';
const NOTE = 'pagehand_note';

/** The message that carries a file or a tab: data, never a system message. `picture`: a data URL, for models that see. */
export function sourceMessage(given: GivenSource, notes: readonly string[], picture?: string): HumanMessage {
  const what = given.kind === 'attachment' ? 'A file that the person attached' : 'Another tab, which the person named';
  const text = [
    `${what} (source ${given.id}).`,
    ...notes,
    untrustedBlock({ source: given.source, kind: given.kind, note: given.name }, given.text),
  ].join('\n');
  return new HumanMessage({
    content:
      picture === undefined
        ? text
        : [
            { type: 'text', text },
            { type: 'image_url', image_url: { url: picture } },
          ],
    additional_kwargs: { [SOURCE]: given },
  });
}

/** Names files that came with earlier turns: their text is not in the prompt. */
export function earlierFilesMessage(files: readonly { id: string; name: string }[]): HumanMessage {
  const lines = files.map(({ id, name }) => `${id}: ${name}`).join('\n');
  return new HumanMessage({
    content: `Files attached earlier in this conversation; read_source reads them.\n${untrustedBlock({ source: 'attachments', kind: 'list' }, lines)}`,
    additional_kwargs: { [NOTE]: true },
  });
}

/** The message that carries the instructions of a skill: the person's own choice, so a message of theirs. */
export function skillMessage(skill: {
  name: string;
  instructions: string;
  offline?: string | undefined;
}): HumanMessage {
  return new HumanMessage({
    content: `I chose the skill "${skill.name}" for my next message. Follow its instructions:\n\n${skill.instructions}`,
    additional_kwargs: { [SKILL]: { offline: skill.offline ?? '' } },
  });
}

/** True for a message that is not the person's own words: whoever looks for those skips it. */
export const isGiven = (message: BaseMessage): boolean =>
  isPageData(message) ||
  message.additional_kwargs[SOURCE] !== undefined ||
  message.additional_kwargs[SKILL] !== undefined ||
  message.additional_kwargs[NOTE] !== undefined;

/** The files and tabs of a prompt, as they were given to `sourceMessage`. */
export function sourcesIn(messages: readonly BaseMessage[]): GivenSource[] {
  // parse boundary: put there by sourceMessage in this very process
  return messages.flatMap((message) => (message.additional_kwargs[SOURCE] as GivenSource | undefined) ?? []);
}

/** What the offline model does for the skill of this prompt; undefined without a skill, empty when it says nothing. */
export function offlineSkill(messages: readonly BaseMessage[]): string | undefined {
  const found = messages.flatMap(({ additional_kwargs: { [SKILL]: skill } }) =>
    typeof skill === 'object' && skill !== null && 'offline' in skill ? String(skill.offline) : [],
  );
  return found.at(-1);
}
