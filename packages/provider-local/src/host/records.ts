/** Small JSON files for state that managed resources do not hold: written atomically, readable by their owner alone. */
import { readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomic } from '@klutch/local-processes';

/** Writes atomically: after a crash the file has either the old or the new text. */
export function writeRecord(file: string, value: object): void {
  writeFileAtomic(file, `${JSON.stringify(value, null, 2)}\n`, {
    mode: 0o600,
  });
}

/**
 * The record, or `undefined` when the file is missing. The caller guarantees the type: only `writeRecord` writes the
 * file.
 */
export async function readRecord<T>(file: string): Promise<T | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Error(`${file} cannot be read`, { cause: error });
  }
}

/** What a crash leaves of a write: the library's temporary file. */
const unfinishedWrite = /\.json\.\d+$/;

/**
 * All records of a folder. An unreadable one is reported to `onError` and left out, so that the others go on. Removes
 * what crashes left of writes.
 */
export async function readRecords<T>(
  folder: string,
  onError: (message: string, error: unknown) => void,
): Promise<T[]> {
  const names = await readdir(folder).catch((): string[] => []);
  for (const name of names.filter(one => unfinishedWrite.test(one))) {
    await rm(join(folder, name), { force: true });
  }
  const records = await Promise.all(
    names
      .filter(name => name.endsWith('.json'))
      .map(name =>
        readRecord<T>(join(folder, name)).catch(error => {
          onError('a record cannot be read and is ignored', error);
          return undefined;
        }),
      ),
  );
  return records.filter(
    (record): record is Awaited<T> & T => record !== undefined,
  );
}
