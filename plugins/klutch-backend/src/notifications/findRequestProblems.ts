/** Finds the requests that wait for operators. Pure functions. */
import { parseEntityRef } from '@backstage/catalog-model';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { scopeOf, type ProblemScan, type Problem } from './Problem';

/** How long the binding backend may take to answer a request of an app cluster. */
const graceMs = 2 * 60_000;

/** Who is notified, and with which links. */
export interface RequestRecipients {
  /** Entity refs of the users and groups to notify. */
  operators: readonly string[];
  /** Path of the portal's pages in the app. */
  mountPath: string;
  /** Title of an app cluster. */
  titleOf: (cluster: string) => string;
}

/** A request that waits, in the words of its notification. */
type Waiting = Pick<Problem, 'cluster' | 'title' | 'resolvedTitle'> & {
  /** Tells the request apart from others, and from earlier ones of the same person. */
  key: readonly string[];
};

function scanOf(
  topic: Problem['topic'],
  waiting: readonly Waiting[],
  { operators, mountPath }: RequestRecipients,
  isCurrent: boolean,
): ProblemScan {
  // The page with requests of both kinds.
  const link = `${mountPath}/platform/exports`;
  return {
    topics: new Set([topic]),
    problems: waiting.flatMap(({ key, ...request }) =>
      operators.map(recipient => ({
        ...request,
        topic,
        severity: 'normal' as const,
        scope: scopeOf([topic, ...key, recipient]),
        recipient,
        link,
      })),
    ),
    concerns: operators.map(recipient => ({ recipient, link })),
    isCurrent: () => isCurrent,
  };
}

/**
 * Requests of people for services that nobody has answered.
 *
 * @param requests - those that are not met, in any state; undefined before all app clusters are known
 */
export const findServiceRequests = (
  requests: readonly Schemas['OwnServiceRequest'][] | undefined,
  recipients: RequestRecipients,
): ProblemScan =>
  scanOf(
    'klutch-service-request',
    (requests ?? [])
      .filter(({ state }) => state === 'Open')
      .map(({ cluster, id, requestedAt, title, user }) => {
        const { name } = parseEntityRef(user);
        const what = `${title} on ${recipients.titleOf(cluster)}`;
        return {
          cluster,
          key: [id, requestedAt],
          title: `${name} asks for ${what}`,
          resolvedTitle: `The request of ${name} for ${what} was answered or withdrawn`,
        };
      }),
    recipients,
    requests !== undefined,
  );

/**
 * Requests of app clusters for APIs that the binding backend has not met: an operator has to offer the API, or to say
 * who may bind it.
 *
 * @param requests - undefined while the control plane is unreachable, or before all are known
 */
export const findExportRequests = (
  requests: readonly Schemas['ExportRequest'][] | undefined,
  recipients: RequestRecipients,
  now: Date,
): ProblemScan =>
  scanOf(
    'klutch-export-request',
    (requests ?? [])
      .filter(
        ({ createdAt = '', phase }) =>
          phase !== 'Succeeded' &&
          now.getTime() - Date.parse(createdAt) > graceMs,
      )
      .map(({ cluster, clusterNamespace, createdAt = '', name, resources }) => {
        const what = `${resources.join(', ')} by ${recipients.titleOf(cluster)}`;
        return {
          cluster,
          key: [clusterNamespace, name, createdAt],
          title: `The request for ${what} is not met`,
          resolvedTitle: `The request for ${what} was met or withdrawn`,
        };
      }),
    recipients,
    requests !== undefined,
  );
