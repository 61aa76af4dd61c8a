/** Files that belong to the user of the servers. */
import { chown, mkdir, rm } from 'node:fs/promises';
import { writeFileAtomic } from '@klutch/local-processes';
import { RunAs } from './runProgram';

export async function chownTo(
  path: string,
  { uid, gid }: RunAs,
): Promise<void> {
  if (uid !== undefined && gid !== undefined) await chown(path, uid, gid);
}

/** Writes a file readable by the servers' user alone; after a crash either the old or the new file exists. */
export function writeServerFile(
  { uid, gid }: RunAs,
  file: string,
  text: string,
): void {
  writeFileAtomic(file, text, {
    mode: 0o600,
    chown: uid === undefined || gid === undefined ? undefined : { uid, gid },
    fsync: false,
  });
}

/** Creates an empty folder of the servers' user, in place of an existing one. */
export async function createServerFolder(
  runAs: RunAs,
  folder: string,
): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  await chownTo(folder, runAs);
}
