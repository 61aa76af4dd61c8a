/** A folder as one file: a line of JSON with the names, lengths and checksums of its files, then their contents. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ServiceError } from '../../../errors';
import { RunAs } from '../../../host/runProgram';
import { chownTo } from '../../../host/serverFiles';

interface Entry {
  /** Relative, with `/`. */
  path: string;
  bytes: number;
  sha256: string;
}

const maxHeaderBytes = 64 * 1024 * 1024;
const plainPath = /^(?!\.\.?(\/|$))[\w.-]+(\/(?!\.\.?(\/|$))[\w.-]+)*$/;

const broken = (cause?: unknown) =>
  new ServiceError(
    'The restore failed: the file of the backup is incomplete or damaged.',
    { retry: false, cause },
  );

async function checksum(file: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash, { signal });
  return hash.digest('hex');
}

async function entriesOf(folder: string, signal: AbortSignal) {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const entries: Entry[] = [];
  for (const item of found.filter(candidate => candidate.isFile())) {
    const file = join(item.parentPath, item.name);
    entries.push({
      path: relative(folder, file).split(sep).join('/'),
      bytes: (await stat(file)).size,
      sha256: await checksum(file, signal),
    });
  }
  return entries;
}

/** Writes the files of the folder to a new file that the user of this process alone can read. */
export async function writeArchive(
  file: string,
  folder: string,
  signal: AbortSignal,
): Promise<void> {
  const entries = await entriesOf(folder, signal);
  async function* parts() {
    yield Buffer.from(`${JSON.stringify(entries)}\n`);
    for (const { path } of entries) {
      yield* createReadStream(join(folder, path));
    }
  }
  const target = createWriteStream(file, { mode: 0o600, flags: 'wx' });
  await pipeline(parts, target, { signal });
}

async function readHeader(
  file: string,
): Promise<{ entries: Entry[]; start: number }> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const { buffer, bytesRead } = await handle.read({
      buffer: Buffer.alloc(Math.min(size, maxHeaderBytes)),
      position: 0,
    });
    const end = buffer.subarray(0, bytesRead).indexOf('\n');
    const entries: Entry[] = JSON.parse(
      buffer.toString('utf8', 0, Math.max(end, 0)),
    );
    const start = end + 1;
    const length = entries.reduce((sum, { bytes }) => sum + bytes, start);
    if (length !== size) throw new Error('the lengths differ');
    if (!entries.every(({ path }) => plainPath.test(path)))
      throw new Error('a path leads out of the folder');
    return { entries, start };
  } catch (error) {
    throw broken(error);
  } finally {
    await handle.close();
  }
}

/** Unpacks into an empty folder, for that user. Throws ServiceError when the file is damaged. */
export async function unpackArchive(
  file: string,
  {
    folder,
    runAs,
    signal,
  }: { folder: string; runAs: RunAs; signal: AbortSignal },
): Promise<void> {
  const { entries, start } = await readHeader(file);
  const folders = new Set(['.']);
  let position = start;
  for (const { path, bytes, sha256 } of entries) {
    const target = join(folder, path);
    for (
      let parent = dirname(path);
      !folders.has(parent);
      parent = dirname(parent)
    ) {
      folders.add(parent);
    }
    await mkdir(dirname(target), { recursive: true });
    const content =
      bytes === 0
        ? []
        : createReadStream(file, {
            start: position,
            end: position + bytes - 1,
          });
    await pipeline(content, createWriteStream(target, { flags: 'wx' }), {
      signal,
    });
    if ((await checksum(target, signal)) !== sha256) throw broken();
    await chownTo(target, runAs);
    position += bytes;
  }
  for (const parent of folders) await chownTo(join(folder, parent), runAs);
}
