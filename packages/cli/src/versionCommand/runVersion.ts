/** `version`: of this program, the konnector and the API server. */
import { isForbidden, type KubeClient } from '@klutch/kube';
import { readServer } from '../doctor/serverFacts';
import { imageOf, readKonnectors } from '../konnector/konnectorDeployment';
import { imageVersion } from '../konnector/konnectorImage';

export { dataText } from '../output/objects';

const timeoutMs = 10_000;

/** Versions on a cluster. */
export interface ClusterVersions {
  /** Tags of the konnector's images; empty when it does not run on this cluster, absent when that may not be read. */
  konnectorVersions?: string[];
  serverVersion: string;
}

async function konnectorVersions(
  client: KubeClient,
  signal: AbortSignal,
): Promise<string[] | undefined> {
  try {
    const konnectors = await readKonnectors(client, signal);
    return [...new Set(konnectors.map(one => imageVersion(imageOf(one))))];
  } catch (error) {
    if (isForbidden(error)) return undefined;
    throw error;
  }
}

/**
 * Reads the versions; the konnector's needs the right to list Deployments in `klutch-bind`.
 *
 * @throws Error when the API server does not answer in time
 */
export async function readVersions(
  client: KubeClient,
): Promise<ClusterVersions> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const { gitVersion } = await readServer(client, signal);
    return {
      konnectorVersions: await konnectorVersions(client, signal),
      serverVersion: gitVersion,
    };
  } catch (error) {
    if (error !== signal.reason) throw error;
    throw new Error(
      `The API server ${client.server} did not answer in time. Check the network and --context, or add --client.`,
      { cause: error },
    );
  }
}
