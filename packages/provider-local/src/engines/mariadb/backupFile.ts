/** The file of a backup: a line of JSON with the databases and the lengths of their dumps, then the dumps. */
import { createReadStream } from 'node:fs';
import { appendFile, open, stat, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { ServiceError } from '../../errors';

interface Header {
  format: 1;
  databases: { name: string; bytes: number }[];
}

const maxHeaderBytes = 1024 * 1024;

/** Writes the dumps of databases as one file. */
export async function writeBackup(
  file: string,
  dumps: { database: string; file: string }[],
): Promise<void> {
  const databases: Header['databases'] = [];
  for (const { database, file: dump } of dumps) {
    databases.push({ name: database, bytes: (await stat(dump)).size });
  }
  const header: Header = { format: 1, databases };
  await writeFile(file, `${JSON.stringify(header)}\n`, { mode: 0o600 });
  for (const dump of dumps) {
    await appendFile(file, createReadStream(dump.file));
  }
}

/** A database in a backup. */
export interface BackedUpDatabase {
  name: string;
  read(): Readable;
}

const broken = () =>
  new ServiceError(
    'The restore failed: the file of the backup is incomplete or damaged.',
    { retry: false },
  );

async function readHeader(
  file: string,
): Promise<{ header: Header; start: number }> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read({
      buffer: Buffer.alloc(maxHeaderBytes),
      position: 0,
    });
    const end = buffer.subarray(0, bytesRead).indexOf('\n');
    const header = JSON.parse(buffer.toString('utf8', 0, Math.max(end, 0)));
    return { header, start: end + 1 };
  } catch {
    throw broken();
  } finally {
    await handle.close();
  }
}

/** The databases of a backup. Throws ServiceError when the file is damaged. */
export async function readBackup(file: string): Promise<BackedUpDatabase[]> {
  const { header, start } = await readHeader(file);
  let position = start;
  const databases = header.databases.map(({ name, bytes }) => {
    const from = position;
    position += bytes;
    return {
      name,
      read: () =>
        bytes === 0
          ? Readable.from([])
          : createReadStream(file, { start: from, end: from + bytes - 1 }),
    };
  });
  if ((await stat(file)).size !== position) throw broken();
  return databases;
}
