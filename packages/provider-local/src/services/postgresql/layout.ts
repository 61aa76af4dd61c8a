/** The file layout of the PostgreSQL service. */
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
import { canEnter } from './runAs';
import { RunAs } from './runProgram';

/** Absolute paths of the folders. */
export interface Layout {
  /** One folder per instance: record, data directory, log. Accessible to the servers' system user. */
  instances: string;
  /** Copies of server binaries, accessible to the servers' system user. */
  binaries: string;
  /** Dumps and their records; accessible only to the user who runs the provider. */
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

/** Creates a folder that root owns and that other users may traverse; refuses an existing folder of another owner. */
async function ensureRootOwnedFolder(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o711 }).catch(error => {
    if (error.code !== 'EEXIST') throw error;
  });
  const found = await lstat(folder);
  if (!found.isDirectory() || found.uid !== 0 || (found.mode % 0o100) & 0o22) {
    throw new ServiceError(
      `${folder} exists already and is not owned by root. Remove it and start again.`,
      { retry: false },
    );
  }
}

/**
 * The folder for the servers' files: `dataDir`, or, when running as root and the servers' system user cannot access
 * it (a home with mode 0700), a folder under /var/tmp that belongs to this `dataDir` and is emptied when `dataDir`
 * was emptied.
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
