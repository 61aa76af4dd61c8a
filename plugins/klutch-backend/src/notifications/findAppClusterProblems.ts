/** Finds what operators are notified of. Pure functions. */
import type { AppClusterRecord } from '../clusters/appClusterSecret';
import { kubeconfigExpiry } from './kubeconfigExpiry';
import { scopeOf, type Findings, type Problem } from './Problem';

/** How long before a kubeconfig expires; the form for uploads warns as early. */
const noticeMs = 7 * 24 * 3_600_000;

const topic = 'klutch-app-cluster';

const formatTime = (date: Date) =>
  `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** A kubeconfig with another expiry is another problem, so a replacement that expires soon is notified, too. */
function expiryProblems(
  { id, kubeconfig, title }: AppClusterRecord,
  concerns: Findings['concerns'],
  now: Date,
): Problem[] {
  const expiry = kubeconfigExpiry(kubeconfig);
  if (!expiry || expiry.getTime() - now.getTime() > noticeMs) return [];
  return concerns.map(({ recipient, link }) => ({
    topic,
    severity: 'high',
    title: `The portal's kubeconfig of ${title} expires on ${formatTime(expiry)}`,
    resolvedTitle: `The portal's kubeconfig of ${title} was replaced`,
    scope: scopeOf([topic, id, recipient, expiry.toISOString()]),
    cluster: id,
    recipient,
    link,
  }));
}

/**
 * Kubeconfigs that expire within a week or have expired.
 *
 * @param appClusters - all that are registered
 * @param operators - entity refs of the users and groups to notify
 */
export function findAppClusterProblems(
  appClusters: readonly AppClusterRecord[],
  operators: readonly string[],
  mountPath: string,
  now: Date,
): Findings {
  const found = appClusters.map(record => {
    const link = `${mountPath}/platform/app-clusters/${encodeURIComponent(record.id)}`;
    const concerns = operators.map(recipient => ({ recipient, link }));
    return { concerns, problems: expiryProblems(record, concerns, now) };
  });
  return {
    topics: new Set([topic]),
    problems: found.flatMap(({ problems }) => problems),
    concerns: found.flatMap(({ concerns }) => concerns),
    isCurrent: () => true,
  };
}
