/** Finds the kubeconfigs of the portal whose credentials end. Pure functions. */
import type { AppClusterRecord } from '../clusters/appClusterSecret';
import { kubeconfigExpiry } from '../clusters/kubeconfigExpiry';
import { scopeOf, type ProblemScan, type Problem } from './Problem';

/** How long before a kubeconfig expires; the form for uploads warns as early. */
const noticeMs = 7 * 24 * 3_600_000;

/** A kubeconfig that the portal signs in with. */
interface PortalKubeconfig {
  topic: Problem['topic'];
  /** Id of the app cluster, or empty. */
  cluster: string;
  /** Completes "The portal's kubeconfig of". */
  of: string;
  kubeconfig: string;
  link: string;
}

const formatTime = (date: Date) =>
  `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** A kubeconfig with another expiry is another problem, so a replacement that expires soon is notified, too. */
function expiryProblems(
  { cluster, kubeconfig, link, of, topic }: PortalKubeconfig,
  operators: readonly string[],
  now: Date,
): Problem[] {
  const expiry = kubeconfigExpiry(kubeconfig);
  if (!expiry || expiry.getTime() - now.getTime() > noticeMs) return [];
  return operators.map(recipient => ({
    topic,
    severity: 'high',
    title: `The portal's kubeconfig of ${of} expires on ${formatTime(expiry)}`,
    resolvedTitle: `The portal's kubeconfig of ${of} was replaced`,
    scope: scopeOf([topic, cluster, recipient, expiry.toISOString()]),
    cluster,
    recipient,
    link,
  }));
}

/**
 * Kubeconfigs, all of one topic, that expire within a week or have expired.
 *
 * @param operators - entity refs of the users and groups to notify
 */
function findKubeconfigProblems(
  topic: Problem['topic'],
  kubeconfigs: readonly Omit<PortalKubeconfig, 'topic'>[],
  operators: readonly string[],
  now: Date,
): ProblemScan {
  return {
    topics: new Set([topic]),
    problems: kubeconfigs.flatMap(one =>
      expiryProblems({ ...one, topic }, operators, now),
    ),
    concerns: kubeconfigs.flatMap(({ link }) =>
      operators.map(recipient => ({ recipient, link })),
    ),
    isCurrent: () => true,
  };
}

/**
 * Kubeconfigs of app clusters.
 *
 * @param appClusters - all that are registered
 */
export const findAppClusterProblems = (
  appClusters: readonly AppClusterRecord[],
  operators: readonly string[],
  mountPath: string,
  now: Date,
): ProblemScan =>
  findKubeconfigProblems(
    'klutch-app-cluster',
    appClusters.map(({ id, kubeconfig, title }) => ({
      cluster: id,
      of: title,
      kubeconfig,
      link: `${mountPath}/platform/app-clusters/${encodeURIComponent(id)}`,
    })),
    operators,
    now,
  );

/** The kubeconfig of the control plane, with its credentials in itself. */
export const findControlPlaneProblems = (
  kubeconfig: string,
  operators: readonly string[],
  mountPath: string,
  now: Date,
): ProblemScan =>
  findKubeconfigProblems(
    'klutch-control-plane',
    [
      {
        cluster: '',
        of: 'the control plane',
        kubeconfig,
        link: `${mountPath}/platform`,
      },
    ],
    operators,
    now,
  );
