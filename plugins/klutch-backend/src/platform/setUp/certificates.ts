/** When the certificates of servers, and the portal's credentials, end. */
import { readFile } from 'node:fs/promises';
import { explain } from '@klutch/backstage-plugin-klutch-common';
import { validityState } from '@klutch/kube';
import { kubeconfigExpiry } from '../../clusters/kubeconfigExpiry';
import { failureText } from '../failureText';
import { dateOf, serverFinding, type Server } from './certificateEnds';
import {
  allAppClusterCertificates,
  type CertifiedCluster,
} from './appClusterCertificates';
import { finding, type Check, type Finding } from './finding';

/** What is read. */
export interface CertificateCheckOptions {
  servers: readonly Server[];
  /** File with the portal's kubeconfig of the control plane; undefined in a pod. */
  kubeconfigFile?: string;
  /** Those that the person may see. */
  appClusters?: readonly CertifiedCluster[];
  /** Milliseconds since 1970, for tests. */
  now?: () => number;
}

/** Whether the credentials in a kubeconfig are valid for a while; undefined if that is not in the file. Pure. */
export function credentialsFinding(
  kubeconfig: string,
  now: number,
): Finding | undefined {
  const expiresAt = kubeconfigExpiry(kubeconfig);
  if (!expiresAt) return undefined;
  const params = { until: dateOf(expiresAt) };
  switch (validityState(expiresAt, now)) {
    case 'ended':
      return finding('failed', explain('SetUpCredentialsEnded', params));
    case 'ending':
      return finding('warning', explain('SetUpCredentialsEnd', params));
    default:
      return finding('ok', explain('SetUpCredentialsValid', params));
  }
}

/** None in a pod, whose token Kubernetes renews, and for credentials without a known end. */
async function checkCredentials(
  file: string | undefined,
  now: number,
): Promise<Finding[]> {
  if (file === undefined) return [];
  try {
    const found = credentialsFinding(await readFile(file, 'utf8'), now);
    return found ? [found] : [];
  } catch (error) {
    const params = { error: failureText(error) };
    return [finding('failed', explain('SetUpError', params))];
  }
}

/** The check of all certificates; a server that several parts use is read once. */
export const certificateCheck = ({
  appClusters = [],
  kubeconfigFile,
  now = Date.now,
  servers,
}: CertificateCheckOptions): Check => ({
  name: 'certificates',
  docs: 'operations.md#rotation',
  run: async signal => {
    const origins = servers.map(({ url }) => new URL(url).origin);
    const distinct = servers.filter(
      (_, index) => origins.indexOf(origins[index] ?? '') === index,
    );
    const [findings, credentials, clusters] = await Promise.all([
      Promise.all(distinct.map(server => serverFinding(server, now(), signal))),
      checkCredentials(kubeconfigFile, now()),
      allAppClusterCertificates(appClusters, signal, now()),
    ]);
    return [...findings, ...credentials, ...clusters];
  },
});
