import type { TextKey, Translate } from '../texts/text.ts';

/** What the backend and the capture name by a code: parts of a prompt, kinds of what was masked, why a frame is closed. */
const WORDS: Readonly<Record<string, TextKey>> = {
  'instructions': 'sentInstructions',
  'conversation': 'sentConversation',
  'page': 'sentPage',
  'page outline': 'sentOutline',
  'message': 'sentMessage',
  'attachments': 'sentAttachments',
  'tabs': 'sentTabs',
  'card-number': 'maskedCard',
  'iban': 'maskedIban',
  'private-key': 'maskedKey',
  'api-key': 'maskedApiKey',
  'jwt': 'maskedToken',
  'bearer-token': 'maskedToken',
  'url-token': 'maskedToken',
  'assigned-secret': 'maskedSecret',
  'invisible': 'maskedInvisible',
  'no-access': 'frameNoAccess',
  'restricted': 'frameRestricted',
  'sandboxed': 'frameSandboxed',
  'timeout': 'frameTimeout',
  'not-loaded': 'frameNotLoaded',
  'too-many': 'frameTooMany',
};

/** In the language of the panel where we have words for it, else the code itself. */
export function sentWord(code: string, t: Translate): string {
  const key = WORDS[code];
  return key === undefined ? code : t(key);
}
