/**
 * Files encrypted at rest, with AES-256-GCM: 8 bytes that name the format, 12 bytes of nonce, the encrypted content,
 * 16 bytes that prove that nothing was changed and that the file is the one of its id.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, open, stat, writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { ServiceError } from '../errors';

const format = Buffer.from('klutchb2');
/** Header of files of an earlier version, whose authenticated data lack the id. */
const formatWithoutId = Buffer.from('klutchb1');
const nonceBytes = 12;
const tagBytes = 16;
const headerBytes = format.length + nonceBytes;
/** By how much an encrypted file is larger. */
export const encryptionBytes = headerBytes + tagBytes;
const algorithm = 'aes-256-gcm';

interface EncryptedFile {
  /** A file that was encrypted with another id cannot be decrypted. */
  id: string;
  from: string;
  /** Overwritten; readable by its owner alone. Not complete when the function throws. */
  to: string;
}

/** The result also survives a crash of the machine. */
export async function encryptFile(
  key: Buffer,
  { id, from, to }: EncryptedFile,
  signal?: AbortSignal,
): Promise<void> {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(id));
  const file = await open(to, 'w', 0o600);
  try {
    await file.writeFile(Buffer.concat([format, nonce]));
    await pipeline(
      createReadStream(from),
      cipher,
      content => file.writeFile(content),
      { signal },
    );
    await file.writeFile(cipher.getAuthTag());
    await file.sync();
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    await file.close();
  }
}

const damaged = () =>
  new ServiceError(
    'The file of the backup is damaged, belongs to another backup, or was encrypted with another key. Choose another backup.',
    { retry: false },
  );

/**
 * Throws ServiceError when the file was changed or belongs to another id or key; what was written to `to` must not be
 * used then. A file without encryption, of an earlier version, is copied.
 */
export async function decryptFile(
  key: Buffer,
  { id, from, to }: EncryptedFile,
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
  const found = header.subarray(0, format.length);
  if (![format, formatWithoutId].some(known => known.equals(found))) {
    await copyFile(from, to);
    return;
  }
  if (end <= headerBytes) throw damaged();
  const decipher = createDecipheriv(
    algorithm,
    key,
    header.subarray(format.length),
  );
  if (format.equals(found)) decipher.setAAD(Buffer.from(id));
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
