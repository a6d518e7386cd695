import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Attachment, AttachmentSchema } from '@pagehand/contracts/attachments';
import { AppError } from '@pagehand/contracts/errors';
import type { Sql } from './sql.ts';
import type { Store } from './store.ts';

type Row = { attachment_id: string; name: string; type: string; bytes: number; chars: number };

const COLUMNS = 'attachment_id, name, type, bytes, length(text) AS chars';
const toAttachment = (row: Row): Attachment =>
  AttachmentSchema.parse({
    attachmentId: row.attachment_id,
    name: row.name,
    type: row.type,
    bytes: row.bytes,
    chars: row.chars,
  });

/** @param folder made when the first file comes; files in it are 0600 and named by id alone. */
export function sqliteAttachments(sql: Sql, folder: string): Store['attachments'] {
  const path = (attachmentId: string): string => join(folder, attachmentId);
  const one = (threadId: string, attachmentId: string): { turn_id: string | null } | undefined =>
    sql.get<{ turn_id: string | null }>(
      'SELECT turn_id FROM attachments WHERE attachment_id = ? AND thread_id = ?',
      attachmentId,
      threadId,
    );
  return {
    add({ attachmentId, threadId, name, type, bytes, text }, content) {
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        writeFileSync(path(attachmentId), content, { mode: 0o600, flag: 'wx' });
      } catch (error) {
        throw new AppError('store-unavailable', 'The file could not be kept.', { cause: error });
      }
      sql.durable(() =>
        sql.run(
          `INSERT INTO attachments (attachment_id, thread_id, name, type, bytes, text, created_at)
           VALUES (?, ?, ?, ?, ?, ?, ?)`,
          attachmentId,
          threadId,
          name,
          type,
          bytes,
          text,
          Date.now(),
        ),
      );
    },
    sent: (threadId, turnId) =>
      (turnId === undefined
        ? sql.all<Row>(
            `SELECT ${COLUMNS} FROM attachments WHERE thread_id = ? AND turn_id IS NOT NULL ORDER BY n`,
            threadId,
          )
        : sql.all<Row>(
            `SELECT ${COLUMNS} FROM attachments WHERE thread_id = ? AND turn_id = ? ORDER BY n`,
            threadId,
            turnId,
          )
      ).map(toAttachment),
    send(threadId, turnId, attachmentIds) {
      return sql.transaction(() =>
        attachmentIds.map((attachmentId) => {
          const changed = sql.run(
            'UPDATE attachments SET turn_id = ? WHERE attachment_id = ? AND thread_id = ? AND turn_id IS NULL',
            turnId,
            attachmentId,
            threadId,
          );
          const row = sql.get<Row>(`SELECT ${COLUMNS} FROM attachments WHERE attachment_id = ?`, attachmentId);
          if (changed === 0 || row === undefined)
            throw new AppError('not-found', 'An attached file is not there any more. Attach it again.');
          return toAttachment(row);
        }),
      );
    },
    text: (threadId, attachmentId) =>
      sql.get<{ text: string }>(
        'SELECT text FROM attachments WHERE attachment_id = ? AND thread_id = ?',
        attachmentId,
        threadId,
      )?.text,
    content(threadId, attachmentId) {
      if (one(threadId, attachmentId) === undefined || !existsSync(path(attachmentId)))
        throw new AppError('not-found', 'There is no such attached file.');
      return readFileSync(path(attachmentId));
    },
    remove(threadId, attachmentId) {
      if (one(threadId, attachmentId)?.turn_id !== null) return false;
      sql.durable(() => sql.run('DELETE FROM attachments WHERE attachment_id = ?', attachmentId));
      rmSync(path(attachmentId), { force: true });
      return true;
    },
    sweep(before) {
      sql.durable(() => sql.run('DELETE FROM attachments WHERE turn_id IS NULL AND created_at < ?', before));
      if (!existsSync(folder)) return;
      const known = new Set(
        sql.all<{ attachment_id: string }>('SELECT attachment_id FROM attachments').map((row) => row.attachment_id),
      );
      for (const file of readdirSync(folder)) if (!known.has(file)) rmSync(path(file), { force: true });
    },
  };
}
