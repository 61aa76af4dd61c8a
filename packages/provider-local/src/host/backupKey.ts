/** The key of the encrypted backups. */
import { randomBytes } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomic } from '@klutch/local-processes';

const keyBytes = 32;

/** The file in the provider's folder. */
export const backupKeyFileIn = (dataDir: string) => join(dataDir, 'backup-key');

/** Reads the key. Throws an error with a readable message when the file has none. */
export async function readBackupKey(file: string): Promise<Buffer> {
  const text = await readFile(file, 'utf8').catch(error => {
    if (error.code !== 'ENOENT') throw error;
    return '';
  });
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length === keyBytes) return key;
  throw new Error(
    `${file} has no key for backups: expected are ${keyBytes} bytes in base64. Put the file there with which the backups were made; for the first start: openssl rand -base64 ${keyBytes} > ${file}`,
  );
}

/** Reads the key in the provider's folder; creates it at the first start. */
export async function ensureBackupKey(dataDir: string): Promise<Buffer> {
  const file = backupKeyFileIn(dataDir);
  const exists = await stat(file).then(
    () => true,
    error => {
      if (error.code !== 'ENOENT') throw error;
      return false;
    },
  );
  if (!exists) {
    writeFileAtomic(file, `${randomBytes(keyBytes).toString('base64')}\n`, {
      mode: 0o600,
    });
  }
  return readBackupKey(file);
}
