/**
 * The clusters that people start by name: where their folders are and which of them run.
 */
import { readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { clusterPaths, readState } from '../clusterDirectory';
import { findOwner, type Owner } from '../ownerLock';

/** A cluster that was started by name at least once. */
export interface NamedCluster {
  name: string;
  dir: string;
  /** Unset when its first start did not succeed. */
  url?: string;
  /** The process that runs it; unset when it is stopped. */
  owner?: Owner;
}

/** The folder with one folder for each cluster: `KLUTCH_CLUSTERS`, else `klutch/clusters` in the state folder. */
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
 * @throws Error when the name could lead out of the clusters' folder.
 */
export function namedFolder(
  name: string,
  env: NodeJS.ProcessEnv = process.env,
): string {
  if (!/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(name)) {
    throw new Error(
      `"${name}" is no cluster name: use small letters, digits and hyphens, at most 63.`,
    );
  }
  return join(clustersFolder(env), name);
}

/** Looks a cluster up; without a folder it is simply not running. */
export async function inspectCluster(name: string): Promise<NamedCluster> {
  const dir = namedFolder(name);
  const state = await readState(clusterPaths(dir));
  const owner = await findOwner(dir);
  return { name, dir, url: state && `https://127.0.0.1:${state.port}`, owner };
}

/** All clusters, by name. */
export async function listClusters(): Promise<NamedCluster[]> {
  const entries = await readdir(clustersFolder(), {
    withFileTypes: true,
  }).catch(() => []);
  const names = entries
    .filter(entry => entry.isDirectory())
    .map(entry => entry.name);
  return Promise.all(names.sort().map(inspectCluster));
}
