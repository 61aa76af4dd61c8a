/** Starts clusters for tests, with an audit log, so that tests can check which client sent which request. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startCluster, type LocalCluster } from '../cluster';
import { clusterPaths } from '../clusterDirectory';
import { createTemporaryFolder } from '../temporaryFolder';

/** Configuration of a test cluster; the pool keeps separate clusters for each combination. */
export interface TestClusterVariant {
  /** Whether the API server supports streaming lists. Default true. */
  streamingLists?: boolean;
}

/** Logs every completed request, except those of the control plane's own components. */
const auditPolicy = `apiVersion: audit.k8s.io/v1
kind: Policy
omitStages: [RequestReceived]
rules:
- level: None
  users: [klutch-admin, system:apiserver]
- level: Metadata
`;

/** The file that the API server of a cluster in `dir` writes its audit log to. */
export const auditLogIn = (dir: string): string => join(dir, 'audit.log');

/**
 * Starts a cluster with an audit log in a temporary folder, which `stop()` removes.
 * @throws as `startCluster`
 */
export async function startTestCluster(
  name: string,
  { streamingLists = true }: TestClusterVariant,
): Promise<LocalCluster> {
  const folder = await createTemporaryFolder();
  const { dir } = folder;
  try {
    const policyFile = join(dir, 'audit-policy.yaml');
    await writeFile(policyFile, auditPolicy);
    const apiServer = [
      `--audit-policy-file=${policyFile}`,
      `--audit-log-path=${auditLogIn(dir)}`,
      '--audit-log-mode=blocking-strict',
      ...(streamingLists ? [] : ['--feature-gates=WatchList=false']),
    ];
    const cluster = await startCluster({ name, dir, extraArgs: { apiServer } });
    return {
      ...cluster,
      stop: async () => {
        await cluster.stop();
        await folder.remove();
      },
    };
  } catch (error) {
    await folder.removeAllExcept(clusterPaths(dir).logs);
    throw error;
  }
}
