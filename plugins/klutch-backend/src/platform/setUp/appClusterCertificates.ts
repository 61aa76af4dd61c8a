/** When the certificates of app clusters' API servers, and the portal's credentials there, end. */
import { explain } from '@klutch/backstage-plugin-klutch-common';
import { validityState } from '@klutch/kube';
import type { AppCluster } from '../../clusters/AppCluster';
import { dateOf, serverFinding } from './certificateEnds';
import { finding, type Finding } from './finding';

/** What is read of an app cluster. */
export type CertifiedCluster = Pick<
  AppCluster,
  'credentialsExpireAt' | 'server' | 'title'
>;

/** Whether the portal's credentials on an app cluster are valid for a while; none where their end is not known. Pure. */
function clusterCredentialsFinding(
  { credentialsExpireAt, title }: CertifiedCluster,
  now: number,
): Finding[] {
  if (!credentialsExpireAt) return [];
  const params = { cluster: title, until: dateOf(credentialsExpireAt) };
  switch (validityState(credentialsExpireAt, now)) {
    case 'ended':
      return [
        finding('failed', explain('SetUpClusterCredentialsEnded', params)),
      ];
    case 'ending':
      return [
        finding('warning', explain('SetUpClusterCredentialsEnd', params)),
      ];
    default:
      return [finding('ok', explain('SetUpClusterCredentialsValid', params))];
  }
}

/** Asks the API server of one app cluster, and reads the portal's kubeconfig of it. */
export async function appClusterCertificates(
  cluster: CertifiedCluster,
  signal: AbortSignal,
  now = Date.now(),
): Promise<Finding[]> {
  return [
    await serverFinding(
      { ...cluster.server, subject: cluster.title },
      now,
      signal,
    ),
    ...clusterCredentialsFinding(cluster, now),
  ];
}

/** Those of all app clusters, with one finding for all that are in order, because there may be hundreds. */
export async function allAppClusterCertificates(
  clusters: readonly CertifiedCluster[],
  signal: AbortSignal,
  now = Date.now(),
): Promise<Finding[]> {
  const found = await Promise.all(
    clusters.map(cluster => appClusterCertificates(cluster, signal, now)),
  );
  const isInOrder = ({ state }: Finding) => state === 'ok';
  const count = found.filter(findings => findings.every(isInOrder)).length;
  const others = found.flat().filter(one => !isInOrder(one));
  return count === 0
    ? others
    : [
        finding(
          'ok',
          explain('SetUpClusterCertificatesValid', { count: `${count}` }),
        ),
        ...others,
      ];
}
