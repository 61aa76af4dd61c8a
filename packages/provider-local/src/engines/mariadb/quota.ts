/** Measures the databases of users, and limits the binary log: MariaDB has no quotas. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileSize, folderSize } from '../../host/folderSize';
import { Access, query } from './client';
import { systemDatabases } from './names';

/** Bytes of the files of all users' databases, without the space in these that deleted rows left. */
export async function measureSize(
  access: Access,
  dataDir: string,
): Promise<number> {
  const system = new Set<string>(systemDatabases);
  const entries = await readdir(dataDir, { withFileTypes: true });
  let size = 0;
  for (const entry of entries) {
    if (entry.isDirectory() && !system.has(entry.name)) {
      size += await folderSize(join(dataDir, entry.name));
    }
  }
  const rows = await query(access, [
    `SELECT COALESCE(SUM(DATA_FREE), 0) FROM information_schema.TABLES
      WHERE TABLE_TYPE = 'BASE TABLE' AND TABLE_SCHEMA NOT IN (${systemDatabases.map(name => `'${name}'`).join(', ')})`,
  ]);
  return Math.max(0, size - Number(rows[0]?.[0] ?? 0));
}

/** The first file to keep so that the newest files fit into `limit`; `undefined` when all do. Pure function. */
export function firstToKeep(
  files: { name: string; size: number }[],
  limit: number,
): string | undefined {
  const newestFirst = files.toSorted((a, b) =>
    b.name.localeCompare(a.name, 'en', { numeric: true }),
  );
  let size = 0;
  const tooMuch = newestFirst.findIndex(file => {
    size += file.size;
    return size > limit;
  });
  return tooMuch < 1 ? undefined : newestFirst[tooMuch - 1]?.name;
}

/** Removes the oldest files of the binary log, so that the log is not larger than the storage of the plan. */
export async function limitBinaryLog(
  access: Access,
  dataDir: string,
  limit: number,
): Promise<void> {
  const names = await readdir(dataDir);
  const files = await Promise.all(
    names
      .filter(name => /^binlog\.\d+$/.test(name))
      .map(async name => ({ name, size: await fileSize(join(dataDir, name)) })),
  );
  const first = firstToKeep(files, limit);
  if (first) await query(access, [`PURGE BINARY LOGS TO '${first}'`]);
}
