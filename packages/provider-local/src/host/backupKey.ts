/** The key of the encrypted backups. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomic } from '@klutch/local-processes';

const keyBytes = 32;

/** The file in the provider's folder. */
export const backupKeyFileIn = (dataDir: string) => join(dataDir, 'backup-key');

/**
 * Reads the key from a file with 32 bytes in base64, and creates the file when it is missing. Throws an error with a
 * readable message when the file has no key.
 */
export async function readBackupKey(file: string): Promise<Buffer> {
  const text = await readFile(file, 'utf8').catch(error => {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  });
  if (text === undefined) {
    const key = randomBytes(keyBytes);
    writeFileAtomic(file, `${key.toString('base64')}\n`, { mode: 0o600 });
    return key;
  }
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length === keyBytes) return key;
  throw new Error(
    `${file} has no key for backups: expected are ${keyBytes} bytes in base64. Put the right file there; without it, existing backups cannot be restored.`,
  );
}
