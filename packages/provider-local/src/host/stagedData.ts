/**
 * Replaces the data directory by a new one, in steps that a crash may interrupt anywhere:
 *
 * 1. `restoring`: the new data while they are filled. Without meaning after a crash.
 * 2. `restored-<id>`: the new data are complete.
 * 3. `data` becomes `replaced-<id>`, then `restored-<id>` becomes `data`: the restore is done.
 */
import { existsSync, readdirSync, renameSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

const unfinished = 'restoring';
const complete = 'restored-';
const replaced = 'replaced-';

export const unfinishedData = (folder: string) => join(folder, unfinished);

/** Step 2. */
export const markComplete = (folder: string, restoreId: string) =>
  rename(join(folder, unfinished), join(folder, `${complete}${restoreId}`));

/** Step 3, while no server runs. */
export async function replaceData(
  folder: string,
  dataDir: string,
  restoreId: string,
): Promise<void> {
  await rename(dataDir, join(folder, `${replaced}${restoreId}`));
  await rename(join(folder, `${complete}${restoreId}`), dataDir);
}

/** Undoes step 3 or its first half, while no server runs. */
export async function putBackData(
  folder: string,
  dataDir: string,
  restoreId: string,
): Promise<void> {
  const before = join(folder, `${replaced}${restoreId}`);
  if (!existsSync(before)) return;
  if (existsSync(dataDir)) await rename(dataDir, join(folder, unfinished));
  await rename(before, dataDir);
}

/** Completes a step that a crash interrupted between its two renames. Called before each start. */
export function finishReplacement(folder: string, dataDir: string): void {
  if (existsSync(dataDir)) return;
  const names = readdirSync(folder);
  const next = [complete, replaced]
    .map(prefix => names.find(name => name.startsWith(prefix)))
    .find(name => name !== undefined);
  if (next) renameSync(join(folder, next), dataDir);
}

/** Removes what is not the current data. Returns the ids of the restores that were done. */
export async function removeStagedData(
  folder: string,
  dataDir: string,
): Promise<string[]> {
  finishReplacement(folder, dataDir);
  const names = await readdir(folder);
  const done = names.filter(name => name.startsWith(replaced));
  const others = names.filter(
    name => name === unfinished || name.startsWith(complete),
  );
  for (const name of [...others, ...done]) {
    await rm(join(folder, name), {
      recursive: true,
      force: true,
      maxRetries: 5,
    });
  }
  return done.map(name => name.slice(replaced.length));
}
