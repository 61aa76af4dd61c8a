/**
 * Files encrypted at rest, with AES-256-GCM: 8 bytes that name the format, 12 bytes of nonce, the encrypted content,
 * 16 bytes that prove that nothing was changed.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { appendFile, copyFile, open, stat, writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { ServiceError } from '../errors';

const format = Buffer.from('klutchb1');
const nonceBytes = 12;
const tagBytes = 16;
const headerBytes = format.length + nonceBytes;
/** By how much an encrypted file is larger. */
export const encryptionBytes = headerBytes + tagBytes;
const algorithm = 'aes-256-gcm';

interface Files {
  from: string;
  /** Overwritten; readable by its owner alone. Not complete when the function throws. */
  to: string;
}

export async function encryptFile(
  key: Buffer,
  { from, to }: Files,
  signal?: AbortSignal,
): Promise<void> {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce);
  await writeFile(to, Buffer.concat([format, nonce]), { mode: 0o600 });
  await pipeline(
    createReadStream(from),
    cipher,
    createWriteStream(to, { flags: 'a' }),
    { signal },
  );
  await appendFile(to, cipher.getAuthTag());
}

const damaged = () =>
  new ServiceError(
    'The file of the backup is damaged, or was encrypted with another key. Choose another backup.',
    { retry: false },
  );

/**
 * Throws ServiceError when the file was changed or belongs to another key; what was written to `to` must not be used
 * then. A file without encryption, of an earlier version, is copied.
 */
export async function decryptFile(
  key: Buffer,
  { from, to }: Files,
  signal?: AbortSignal,
): Promise<void> {
  const { size } = await stat(from);
  const end = size - tagBytes;
  const header = Buffer.alloc(headerBytes);
  const tag = Buffer.alloc(tagBytes);
  const file = await open(from);
  try {
    await file.read(header, { position: 0 });
    await file.read(tag, { position: Math.max(end, 0) });
  } finally {
    await file.close();
  }
  await writeFile(to, '', { mode: 0o600 });
  if (!header.subarray(0, format.length).equals(format)) {
    await copyFile(from, to);
    return;
  }
  if (end <= headerBytes) throw damaged();
  const decipher = createDecipheriv(
    algorithm,
    key,
    header.subarray(format.length),
  );
  decipher.setAuthTag(tag);
  try {
    await pipeline(
      createReadStream(from, { start: headerBytes, end: end - 1 }),
      decipher,
      createWriteStream(to),
      { signal },
    );
  } catch (error) {
    signal?.throwIfAborted();
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw error;
    throw damaged();
  }
}
