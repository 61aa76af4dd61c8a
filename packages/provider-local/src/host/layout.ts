/** The file layout of the data services. */
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
import { ServiceError } from '../errors';
import { canEnter } from './runAs';
import { RunAs } from './runProgram';

/** Absolute paths. */
export interface Roots {
  /** Accessible to the user who runs the provider. */
  provider: string;
  /** Accessible to the servers' system user as well. */
  servers: string;
}

/** Absolute paths of the folders of one data service. */
export interface Layout {
  /** One folder per instance: record, data, logs. Accessible to the servers' system user. */
  instances: string;
  /** Copies and downloads of programs, accessible to the servers' system user. */
  programs: string;
  /** Dumps and their records; accessible only to the user who runs the provider. */
  backups: string;
  restores: string;
}

export interface InstanceFiles {
  folder: string;
  record: string;
  /** The processes that run, see `leftoverProcesses.ts`. */
  processes: string;
  data: string;
}

export function instanceFiles(layout: Layout, id: string): InstanceFiles {
  const folder = join(layout.instances, id);
  return {
    folder,
    record: join(folder, 'instance.json'),
    processes: join(folder, 'processes.json'),
    data: join(folder, 'data'),
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
 * it (a home with mode 0700), a folder under /var/lib that belongs to this `dataDir` and is emptied when `dataDir`
 * was emptied. Not under /var/tmp: systems remove files there that were not used for 30 days.
 */
async function reachableRoot(dataDir: string, runAs: RunAs): Promise<string> {
  const locationFile = join(dataDir, 'servers-are-in.txt');
  const known = await readFile(locationFile, 'utf8').catch(error => {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  });
  // Where the data are counts, also when the user can access `dataDir` by now.
  if (known === undefined && (await canEnter(runAs, dataDir))) return dataDir;
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  const folder = `/var/lib/klutch-provider-local-${hash}`;
  if (known === undefined) await rm(folder, { recursive: true, force: true });
  await ensureRootOwnedFolder(folder);
  await writeFile(locationFile, `${folder}\n`);
  return folder;
}

/** Creates `dataDir`, and the folder for the servers' files. */
export async function prepareRoots(
  dataDir: string,
  runAs: RunAs,
): Promise<Roots> {
  await mkdir(dataDir, { recursive: true });
  const provider = await realpath(dataDir);
  return { provider, servers: await reachableRoot(provider, runAs) };
}

/** Creates the folders of the data service of that type. */
export async function prepareLayout(
  { provider, servers }: Roots,
  type: string,
): Promise<Layout> {
  const layout: Layout = {
    instances: join(servers, type, 'instances'),
    programs: join(servers, type, 'binaries'),
    backups: join(provider, type, 'backups'),
    restores: join(provider, type, 'restores'),
  };
  for (const folder of [layout.instances, layout.programs]) {
    await mkdir(folder, { recursive: true, mode: 0o711 });
    await chmod(folder, 0o711);
  }
  for (const folder of [layout.backups, layout.restores]) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  }
  return layout;
}
