import { createCipheriv, randomBytes } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { removeFolder, temporaryFolder } from '../testing/host';
import { backupKeyFileIn, ensureBackupKey, readBackupKey } from './backupKey';
import { decryptFile, encryptFile } from './encryptedFile';

describe('an encrypted file', () => {
  let folder: string;
  const path = (name: string) => join(folder, name);
  const key = randomBytes(32);
  const content = 'canary '.repeat(50_000);

  beforeEach(async () => {
    folder = await temporaryFolder();
    await writeFile(path('plain'), content);
    const files = { from: path('plain'), to: path('encrypted') };
    await encryptFile(key, { id: 'b', ...files });
  });
  afterEach(() => removeFolder(folder));

  const decrypt = (from: string, { id = 'b', ofKey = key } = {}) =>
    decryptFile(ofKey, { id, from: path(from), to: path('back') });
  const flip = async (position: number) => {
    const bytes = await readFile(path('encrypted'));
    const at = position < 0 ? bytes.length + position : position;
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    await writeFile(path('encrypted'), bytes);
  };

  it('has the content for owners of the key', async () => {
    expect(await readFile(path('encrypted'), 'latin1')).not.toContain('canary');
    expect((await stat(path('encrypted'))).mode & 0o777).toBe(0o600);
    await decrypt('encrypted');
    expect(await readFile(path('back'), 'utf8')).toBe(content);
    expect((await stat(path('back'))).mode & 0o777).toBe(0o600);
  });

  it('is useless with another key', async () => {
    await expect(
      decrypt('encrypted', { ofKey: randomBytes(32) }),
    ).rejects.toThrow(/encrypted with another key/);
  });

  it('is refused in place of the file with another id', async () => {
    await expect(decrypt('encrypted', { id: 'c' })).rejects.toThrow(
      /belongs to another backup/,
    );
  });

  it('of the first format has no id', async () => {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', key, nonce);
    await writeFile(
      path('first'),
      Buffer.concat([
        Buffer.from('klutchb1'),
        nonce,
        cipher.update(content),
        cipher.final(),
        cipher.getAuthTag(),
      ]),
    );
    await decrypt('first');
    expect(await readFile(path('back'), 'utf8')).toBe(content);
  });

  it.each([
    ['in its nonce', 10],
    ['in its content', 1000],
    ['at its end', -1],
  ])('that was changed %s is refused', async (_, position) => {
    await flip(position);
    await expect(decrypt('encrypted')).rejects.toThrow(/damaged/);
  });

  it('that was cut is refused', async () => {
    const bytes = await readFile(path('encrypted'));
    await writeFile(path('encrypted'), bytes.subarray(0, 20));
    await expect(decrypt('encrypted')).rejects.toThrow(/damaged/);
  });

  it('of an earlier version has no encryption, and is copied', async () => {
    await decrypt('plain');
    expect(await readFile(path('back'), 'utf8')).toBe(content);
  });

  it('has a key that is created once', async () => {
    const created = await ensureBackupKey(folder);
    expect(created).toHaveLength(32);
    expect(await ensureBackupKey(folder)).toEqual(created);
    const file = backupKeyFileIn(folder);
    expect(await readBackupKey(file)).toEqual(created);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await writeFile(file, 'short');
    await expect(ensureBackupKey(folder)).rejects.toThrow(/32 bytes/);
    await expect(readBackupKey(path('missing'))).rejects.toThrow(
      /openssl rand/,
    );
  });
});
