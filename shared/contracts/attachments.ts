import * as z from 'zod';
import { LIMITS } from './limits.ts';

const id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);

/** What a file is, by its own first bytes: neither its name nor what the browser says of it is believed. */
export const ATTACHMENT_TYPES = {
  'image/png': 'image',
  'image/jpeg': 'image',
  'image/gif': 'image',
  'image/webp': 'image',
  'application/pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'table',
  'text/csv': 'table',
  'text/tab-separated-values': 'table',
  'text/plain': 'text',
} as const;
export type AttachmentType = keyof typeof ATTACHMENT_TYPES;

/** A file that the person attached, as the panel and the thread know it. Its content stays in the backend. */
export const AttachmentSchema = z.strictObject({
  attachmentId: id,
  name: z.string().max(LIMITS.attachmentName),
  type: z.enum(Object.keys(ATTACHMENT_TYPES) as [AttachmentType, ...AttachmentType[]]), // parse boundary: keys of a const record
  bytes: z.int().min(0),
  /** Characters of text that were read from it; 0 for an image or a PDF of scanned pages. */
  chars: z.int().min(0),
});
export type Attachment = z.infer<typeof AttachmentSchema>;

/** What a stored ask's `artifact` tells of the files and tabs that went along with it, among other things. */
export const GivenArtifactSchema = z.object({
  attachments: z.array(AttachmentSchema).max(LIMITS.attachments).default([]),
  mentions: z
    .array(z.strictObject({ url: z.string().max(LIMITS.url), title: z.string() }))
    .max(LIMITS.mentions)
    .default([]),
});

/** `POST /api/attachments/{verb}`. */
export const AttachmentRequests = {
  /** Keeps a file for the next message of the thread. `data` is base64. */
  add: z.strictObject({
    threadId: id,
    name: z.string().min(1).max(1_000),
    data: z
      .string()
      .max(Math.ceil(LIMITS.attachmentBytes / 3) * 4)
      .regex(/^[A-Za-z0-9+/]*={0,2}$/),
  }),
  /** Removes one that was not sent yet. */
  remove: z.strictObject({ threadId: id, attachmentId: id }),
} as const;
export const AttachmentResponses = {
  add: z.strictObject({ attachment: AttachmentSchema }),
  remove: z.strictObject({ ok: z.literal(true) }),
} as const;
