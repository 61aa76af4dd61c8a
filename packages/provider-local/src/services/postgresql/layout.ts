/** Where everything of the PostgreSQL service lies on disk. */
import { createHash } from 'node:crypto';
import {
  chmod,
  lstat,
  mkdir,
  readFile,
  realpath,
  rm,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { ServiceError } from '../../errors';
import { RunAs, canEnter } from './runAs';

/** Folders, absolute. */
export interface Layout {
  /** One folder an instance: record, data directory, log. Its system user can enter it. */
  instances: string;
  /** Copies of server binaries, where the system user can reach them. */
  binaries: string;
  /** Dumps and their records; only for the user who runs the provider. */
  backups: string;
  restores: string;
}

/** Files of one instance. */
export interface InstanceFiles {
  folder: string;
  record: string;
  data: string;
  log: string;
}

export function instanceFiles(layout: Layout, id: string): InstanceFiles {
  const folder = join(layout.instances, id);
  return {
    folder,
    record: join(folder, 'instance.json'),
    data: join(folder, 'data'),
    log: join(folder, 'server.log'),
  };
}

/** Creates a folder that belongs to root alone and that others may pass through; refuses one that somebody else laid there. */
async function ensureRootOwnedFolder(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o711 }).catch(error => {
    if (error.code !== 'EEXIST') throw error;
  });
  const found = await lstat(folder);
  if (!found.isDirectory() || found.uid !== 0 || (found.mode % 0o100) & 0o22) {
    throw new ServiceError(
      `${folder} is there already and is not a folder of root's own. Remove it and start again.`,
      { retry: false },
    );
  }
}

/**
 * Where the servers' files go: `dataDir`, or, when this is root and the servers' system user cannot reach it (a home with
 * mode 0700), a folder under /var/tmp that belongs to this `dataDir` and is emptied when `dataDir` was.
 */
async function reachableRoot(dataDir: string, runAs: RunAs): Promise<string> {
  if (await canEnter(runAs, dataDir)) return dataDir;
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  const folder = `/var/tmp/klutch-provider-local-${hash}`;
  const locationFile = join(dataDir, 'servers-are-in.txt');
  const isKnown = await readFile(locationFile, 'utf8').then(
    () => true,
    () => false,
  );
  if (!isKnown) await rm(folder, { recursive: true, force: true });
  await ensureRootOwnedFolder(folder);
  await writeFile(locationFile, `${folder}\n`);
  return folder;
}

/** Creates the folders under `dataDir`. */
export async function prepareLayout(
  dataDir: string,
  runAs: RunAs,
): Promise<Layout> {
  await mkdir(dataDir, { recursive: true });
  const dataRoot = await realpath(dataDir);
  const root = await reachableRoot(dataRoot, runAs);
  const layout: Layout = {
    instances: join(root, 'postgresql', 'instances'),
    binaries: join(root, 'postgresql', 'binaries'),
    backups: join(dataRoot, 'postgresql', 'backups'),
    restores: join(dataRoot, 'postgresql', 'restores'),
  };
  for (const folder of [layout.instances, layout.binaries]) {
    await mkdir(folder, { recursive: true, mode: 0o711 });
    await chmod(folder, 0o711);
  }
  for (const folder of [layout.backups, layout.restores]) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  }
  return layout;
}
