/** Makes programs accessible to the servers' system user. */
import {
  cp,
  readFile,
  readdir,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { basename, join } from 'node:path';
import { canEnter } from './runAs';
import { RunAs } from './runProgram';

/** Adapts scripts that hold the path of the folder in which they were unpacked. */
async function relocateScripts(
  root: string,
  from: string,
  to: string,
): Promise<void> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const programs = entries.filter(
    entry =>
      entry.isFile() && ['bin', 'sbin'].includes(basename(entry.parentPath)),
  );
  for (const { name, parentPath } of programs) {
    const file = join(parentPath, name);
    const content = await readFile(file, 'latin1');
    if (content.startsWith('#!') && content.includes(from)) {
      await writeFile(file, content.replaceAll(from, to), 'latin1');
    }
  }
}

/** The name of a folder with its time: another one when the folder was fetched again. */
const nameAndTime = async (folder: string) =>
  `${basename(folder)}-${Math.floor((await stat(folder)).mtimeMs)}`;

/**
 * `folder` itself, or, when the user cannot access it (a home with mode 0700), a copy in `copies` that is made once
 * per version. Default of the version: name and time of the folder.
 */
export async function reachableFolder(
  runAs: RunAs,
  folder: string,
  { copies, version }: { copies: string; version?: string },
): Promise<string> {
  if (await canEnter(runAs, folder)) return folder;
  const copy = join(copies, version ?? (await nameAndTime(folder)));
  const isCopied = await stat(copy).then(
    () => true,
    () => false,
  );
  if (isCopied) return copy;
  const unfinished = `${copy}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await cp(folder, unfinished, { recursive: true, verbatimSymlinks: true });
  await relocateScripts(unfinished, folder, copy);
  await rename(unfinished, copy);
  return copy;
}
