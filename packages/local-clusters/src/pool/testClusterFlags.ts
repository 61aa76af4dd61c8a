/** How clusters that tests share are started: with an audit log, so that any test may ask who did what. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExtraArgs } from '../clusterFlags';

/** What tests may choose. Each combination has clusters of its own. */
export interface TestClusterVariant {
  /** Whether the API server sends lists as watches, as new ones do. Default: it does. */
  streamingLists?: boolean;
}

/** Every request but those of the control plane's own components, once it has been answered. */
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

/** Writes the audit policy into `dir` and returns the flags. */
export async function testClusterFlags(
  dir: string,
  { streamingLists = true }: TestClusterVariant,
): Promise<ExtraArgs> {
  const policyFile = join(dir, 'audit-policy.yaml');
  await writeFile(policyFile, auditPolicy);
  return {
    apiServer: [
      `--audit-policy-file=${policyFile}`,
      `--audit-log-path=${auditLogIn(dir)}`,
      '--audit-log-mode=blocking-strict',
      ...(streamingLists ? [] : ['--feature-gates=WatchList=false']),
    ],
  };
}
