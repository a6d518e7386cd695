import { AttachmentRequests } from '@pagehand/contracts/attachments';
import type { Hono } from 'hono';
import type { ApiDependencies, ApiEnv } from '../api-types.ts';
import { jsonRoutes } from '../json-routes.ts';
import { ATTACHMENT_LIMITS } from '../read-body.ts';

/** `POST /api/attachments/{verb}`: files for the next message of a thread. */
export function attachmentsRoute({ attachments }: Pick<ApiDependencies, 'attachments'>): Hono<ApiEnv> {
  return jsonRoutes(
    '/api/attachments',
    AttachmentRequests,
    {
      async add({ threadId, name, data }, signal) {
        const content = new Uint8Array(Buffer.from(data, 'base64'));
        return { attachment: await attachments.add(threadId, name, content, signal) };
      },
      remove({ threadId, attachmentId }) {
        attachments.remove(threadId, attachmentId);
      },
    },
    { add: ATTACHMENT_LIMITS },
  );
}
