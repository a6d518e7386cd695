import type { BaseMessage } from '@langchain/core/messages';
import type { Attachment } from '@pagehand/contracts/attachments';
import { LIMITS } from '@pagehand/contracts/limits';
import { earlierFilesMessage, type GivenSource, skillMessage, sourceMessage } from '../models/given-data.ts';
import type { RunScope } from './run-scope.ts';
import { cutToTokens } from './tokens.ts';

/** Estimated tokens for all files and tabs of one prompt together. */
const TOKENS = 6_000;

export type GivenMessages = {
  messages: BaseMessage[];
  parts: { label: string; sent: number; total: number }[];
  /** Pictures among them. */
  pictures: number;
};

/**
 * What came along with this turn: attached files, mentioned tabs, the instructions of a skill. Files of earlier turns are
 * named only; `read_source` gives their text.
 * @param share of the budget, 0 to 1. @param see false: the model does not take pictures.
 */
export async function givenMessages(scope: RunScope, share: number, see: boolean): Promise<GivenMessages> {
  const { store, threadId, turnId } = scope;
  const files = store.attachments.sent(threadId, turnId);
  const tabs = scope.pages.mentioned();
  const each = (TOKENS * share) / Math.max(1, files.length + tabs.length);
  const now = new Set(files.map(({ attachmentId }) => attachmentId));
  const earlier = store.attachments.sent(threadId).filter(({ attachmentId }) => !now.has(attachmentId));
  const messages: BaseMessage[] =
    earlier.length === 0
      ? []
      : [earlierFilesMessage(earlier.map(({ attachmentId, name }) => ({ id: attachmentId, name })))];
  const sum = { files: { sent: 0, total: 0 }, tabs: { sent: 0, total: 0 } };
  let pictures = 0;
  const add = (given: Omit<GivenSource, 'text' | 'total'>, whole: string, notes: string[], picture?: string): void => {
    const text = cutToTokens(whole, each);
    const counted = given.kind === 'attachment' ? sum.files : sum.tabs;
    counted.sent += text.length;
    counted.total += whole.length;
    const cut =
      text.length < whole.length
        ? [`Shown: ${text.length} of ${whole.length} characters; read_source (offset ${text.length}) gives more.`]
        : [];
    messages.push(sourceMessage({ ...given, text, total: whole.length }, [...notes, ...cut], picture));
    if (picture !== undefined) pictures += 1;
  };
  for (const file of files) {
    const { picture, note } = pictureOf(scope, file, see);
    const text = store.attachments.text(threadId, file.attachmentId) ?? '';
    add(
      { id: file.attachmentId, kind: 'attachment', name: file.name, source: file.name },
      text === '' && picture === undefined && note === ''
        ? '(no text could be read: perhaps it holds pictures of pages)'
        : text,
      [`Its type: ${file.type}, ${file.bytes} bytes.`, ...(note === '' ? [] : [note])],
      picture,
    );
  }
  for (const tab of tabs)
    add(
      { id: tab.snapshotId, kind: 'tab', name: tab.title, source: tab.frames[0]?.origin ?? 'null' },
      await scope.pageText.markdown(tab, 'main', scope.signal),
      [],
    );
  const { skill } = scope;
  if (skill !== null) messages.push(skillMessage(skill));
  return {
    messages,
    pictures,
    parts: [
      ...(files.length === 0 ? [] : [{ label: 'attachments', ...sum.files }]),
      ...(tabs.length === 0 ? [] : [{ label: 'tabs', ...sum.tabs }]),
      ...(skill === null
        ? []
        : [{ label: `skill ${skill.name}`, sent: skill.instructions.length, total: skill.instructions.length }]),
    ],
  };
}

function pictureOf(scope: RunScope, file: Attachment, see: boolean): { picture?: string; note: string } {
  if (!file.type.startsWith('image/')) return { note: '' };
  if (scope.resolved.kind === 'offline' || !see) return { note: 'This model does not see pictures.' };
  if (file.bytes > LIMITS.pictureBytes)
    return { note: `It is too large to be shown to a model (more than ${LIMITS.pictureBytes / 1_000_000} MB).` };
  const content = scope.store.attachments.content(scope.threadId, file.attachmentId);
  return { picture: `data:${file.type};base64,${Buffer.from(content).toString('base64')}`, note: '' };
}
