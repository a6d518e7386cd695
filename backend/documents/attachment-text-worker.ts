import { boundArrays } from './bound-arrays.ts';
import { type AttachmentTask, readAttachment } from './read-attachment.ts';

boundArrays();

/** The worker thread of attachments.ts: one file in, its text out. */
export function read(task: AttachmentTask): Promise<string> {
  return readAttachment(task);
}
