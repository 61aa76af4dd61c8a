/** Makes programs accessible to the servers' system user. */
import { cp, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { canEnter } from './runAs';
import { RunAs } from './runProgram';

/**
 * `folder` itself, or, when the user cannot access it (a home with mode 0700), a copy in `copies` that is made once
 * per version.
 */
export async function reachableFolder(
  runAs: RunAs,
  folder: string,
  { copies, version }: { copies: string; version: string },
): Promise<string> {
  if (await canEnter(runAs, folder)) return folder;
  const copy = join(copies, version);
  const isCopied = await stat(copy).then(
    () => true,
    () => false,
  );
  if (isCopied) return copy;
  const unfinished = `${copy}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await cp(folder, unfinished, { recursive: true, verbatimSymlinks: true });
  await rename(unfinished, copy);
  return copy;
}
