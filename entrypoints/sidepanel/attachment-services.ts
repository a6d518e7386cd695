import { AppError } from '@pagehand/contracts/errors';
import { LIMITS } from '@pagehand/contracts/limits';
import { attachments } from '../utils/backend-client.ts';
import { toBase64 } from '../utils/picked-files.ts';
import type { Services } from './services.ts';
import { currentText } from './texts/text.ts';

/** Files on their way to the backend. Too large ones are refused before they are read. */
export const attachmentServices: Services['attachments'] = {
  async add(threadId, file, signal) {
    if (file.size > LIMITS.attachmentBytes) {
      const t = currentText();
      const most = t.number(LIMITS.attachmentBytes / 1_000_000);
      throw new AppError('too-large', t('attachTooLarge', { name: file.name, n: most }));
    }
    const data = toBase64(new Uint8Array(await file.arrayBuffer()));
    return (await attachments.add({ threadId, name: file.name === '' ? 'file' : file.name, data }, signal)).attachment;
  },
  async remove(threadId, attachmentId, signal) {
    await attachments.remove({ threadId, attachmentId }, signal);
  },
};
