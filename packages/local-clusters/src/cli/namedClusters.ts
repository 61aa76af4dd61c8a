/** Named clusters of the CLI: their folders and which of them run. */
import { readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { findFolderOwner, type FolderOwner } from '@klutch/local-processes';
import { clusterPaths, readState } from '../clusterDirectory';

/** A cluster that was started by name at least once. */
export interface NamedCluster {
  name: string;
  dir: string;
  /** Undefined when its first start did not succeed. */
  url?: string;
  /** The process that runs the cluster; undefined when the cluster is stopped. */
  owner?: FolderOwner;
}

/** The parent folder of all named clusters: `KLUTCH_CLUSTERS`, else `klutch/clusters` in the state folder. */
export function clustersFolder(env: NodeJS.ProcessEnv = process.env): string {
  const home = env.HOME || homedir();
  return (
    env.KLUTCH_CLUSTERS ||
    join(
      env.XDG_STATE_HOME || join(home, '.local', 'state'),
      'klutch',
      'clusters',
    )
  );
}

/**
 * The folder of a cluster.
 *
 * @throws Error when the name could lead outside of the clusters' folder.
 */
export function namedFolder(
  name: string,
  env: NodeJS.ProcessEnv = process.env,
): string {
  if (!/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(name)) {
    throw new Error(
      `"${name}" is no valid cluster name: use lower-case letters, digits and hyphens, at most 63.`,
    );
  }
  return join(clustersFolder(env), name);
}

/** State of a cluster; a missing folder means not running. */
export async function inspectCluster(name: string): Promise<NamedCluster> {
  const dir = namedFolder(name);
  const state = await readState(clusterPaths(dir));
  const owner = await findFolderOwner(dir);
  return { name, dir, url: state && `https://127.0.0.1:${state.port}`, owner };
}

/** All clusters, ordered by name. */
export async function listClusters(): Promise<NamedCluster[]> {
  const entries = await readdir(clustersFolder(), {
    withFileTypes: true,
  }).catch(() => []);
  const names = entries
    .filter(entry => entry.isDirectory())
    .map(entry => entry.name);
  return Promise.all(names.sort().map(inspectCluster));
}
