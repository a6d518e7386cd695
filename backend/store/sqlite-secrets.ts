import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { AppError } from '@pagehand/contracts/errors';
import { preparePrivateFile } from './data-folder.ts';
import type { Sql } from './sql.ts';
import type { Store } from './store.ts';

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Secrets at rest: AES-256-GCM, a fresh 96-bit IV for each, the name as associated data so that two rows cannot be
 * swapped. Layout: IV, tag, ciphertext. The key lies beside the database in a file 0600: a copy of the database alone
 * gives nothing away.
 */
export function sqliteSecrets(sql: Sql, keyPath: string): Store['secrets'] {
  let key: Buffer | undefined;
  const readKey = (): Buffer => {
    key ??= loadKey(keyPath);
    return key;
  };
  return {
    get(name) {
      const row = sql.get<{ sealed: Buffer }>('SELECT sealed FROM secrets WHERE name = ?', name);
      if (row === undefined) return undefined;
      try {
        const decipher = createDecipheriv('aes-256-gcm', readKey(), row.sealed.subarray(0, IV_BYTES));
        decipher.setAAD(Buffer.from(name));
        decipher.setAuthTag(row.sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
        return Buffer.concat([decipher.update(row.sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString(
          'utf8',
        );
      } catch (error) {
        throw new AppError('store-unavailable', 'A stored key cannot be decrypted: enter it again in the settings.', {
          cause: error,
        });
      }
    },
    set(name, value) {
      if (value === null) {
        sql.durable(() => sql.run('DELETE FROM secrets WHERE name = ?', name));
        return;
      }
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', readKey(), iv);
      cipher.setAAD(Buffer.from(name));
      const body = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()]);
      const sealed = Buffer.concat([iv, cipher.getAuthTag(), body]);
      sql.durable(() =>
        sql.run(
          'INSERT INTO secrets (name, sealed) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET sealed = excluded.sealed',
          name,
          sealed,
        ),
      );
    },
  };
}

function loadKey(path: string): Buffer {
  try {
    if (!existsSync(path)) writeFileSync(path, randomBytes(KEY_BYTES), { mode: 0o600, flag: 'wx' });
    preparePrivateFile(path);
    const key = readFileSync(path);
    if (key.length !== KEY_BYTES) throw new Error('wrong length');
    return key;
  } catch (error) {
    throw new AppError('store-unavailable', 'The key file of the secrets cannot be read or made.', { cause: error });
  }
}
