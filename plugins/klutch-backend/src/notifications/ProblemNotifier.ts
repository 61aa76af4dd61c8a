/**
 * Notifies owners of problems of their instances, and operators of those of clusters and of requests, and once when it
 * is over.
 */
import type { NotificationService } from '@backstage/plugin-notifications-node';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import type { Logger } from '@klutch/kube';
import type { Knex } from 'knex';
import type { AppClusterRecord } from '../clusters/appClusterSecret';
import { findInstanceProblems } from './findInstanceProblems';
import {
  findAppClusterProblems,
  findControlPlaneProblems,
} from './findKubeconfigProblems';
import { findExportRequests, findServiceRequests } from './findRequestProblems';
import type { ProblemScan, Problem } from './Problem';

export interface ProblemNotifierOptions {
  /** The registered app clusters; undefined before all are known. */
  appClusters: () => readonly AppClusterRecord[] | undefined;
  /** All claims that are known. */
  claims: () => readonly Schemas['Claim'][];
  /** Whether the claims of the app cluster are up to date, so that what is missing does not exist. */
  isCurrent: (cluster: string) => boolean;
  /** The portal's kubeconfig of the control plane; undefined in a pod, and while the file cannot be read. */
  controlPlaneKubeconfig: () => Promise<string | undefined>;
  /** Requests of app clusters; undefined while these are not known. */
  exportRequests: () => readonly Schemas['ExportRequest'][] | undefined;
  /** Requests of people for services, that are not met yet. */
  serviceRequests: () => Promise<readonly Schemas['OwnServiceRequest'][]>;
  /** Title of an app cluster. */
  titleOf: (cluster: string) => string;
  knex: Knex;
  logger: Logger;
  /** Path of the portal's pages in the app. */
  mountPath: string;
  notifications: NotificationService;
  /** Entity refs of the users and groups that are notified of clusters. */
  operators: readonly string[];
}

interface Row {
  scope: string;
  cluster: string;
  recipient: string;
  resolved_title: string;
  link: string;
  topic: string;
}

const concernKey = ({ recipient, link }: Pick<Row, 'recipient' | 'link'>) =>
  `${recipient} ${link}`;

const TABLE = 'klutch_notifications';

/**
 * The table holds what was said, so that neither a restart nor another replica repeats it. A row is written after its
 * notification is sent: a crash in between sends the notification again, which the notifications backend shows once
 * because of its scope.
 */
export class ProblemNotifier {
  readonly #options: ProblemNotifierOptions;

  constructor(options: ProblemNotifierOptions) {
    this.#options = options;
  }

  /** Compares what is with what was said. One replica at a time may run it. */
  async run(signal: AbortSignal): Promise<void> {
    const known = await this.#options.knex<Row>(TABLE).select();
    for (const findings of await this.#find(new Date())) {
      await this.#compare(findings, known, signal);
    }
  }

  async #find(now: Date): Promise<ProblemScan[]> {
    const { claims, exportRequests, isCurrent, mountPath, operators } =
      this.#options;
    const records = this.#options.appClusters();
    const kubeconfig = await this.#options.controlPlaneKubeconfig();
    const serviceRequests = records && (await this.#options.serviceRequests());
    return [
      findServiceRequests(serviceRequests, this.#options),
      findExportRequests(exportRequests(), this.#options, now),
      findInstanceProblems(claims(), isCurrent, mountPath, now),
      ...(records
        ? [findAppClusterProblems(records, operators, mountPath, now)]
        : []),
      ...(kubeconfig
        ? [findControlPlaneProblems(kubeconfig, operators, mountPath, now)]
        : []),
    ];
  }

  async #compare(
    { concerns, isCurrent, problems, topics }: ProblemScan,
    known: readonly Row[],
    signal: AbortSignal,
  ): Promise<void> {
    const current = new Map(
      problems
        .filter(({ cluster }) => isCurrent(cluster))
        .map(problem => [problem.scope, problem]),
    );
    const notified = new Set(known.map(({ scope }) => scope));
    for (const problem of current.values()) {
      if (signal.aborted) return;
      if (!notified.has(problem.scope)) {
        await this.#attempt(problem.scope, () => this.#begin(problem));
      }
    }
    const concerned = new Set(concerns.map(concernKey));
    for (const row of known) {
      if (signal.aborted) return;
      if (!topics.has(row.topic) || current.has(row.scope)) continue;
      if (!isCurrent(row.cluster)) continue;
      await this.#attempt(row.scope, () =>
        this.#end(row, concerned.has(concernKey(row))),
      );
    }
  }

  async #begin(problem: Problem): Promise<void> {
    const { knex, notifications } = this.#options;
    const { scope, cluster, recipient, topic, severity, title, link } = problem;
    await notifications.send({
      recipients: { type: 'entity', entityRef: recipient },
      payload: { title, link, severity, topic, scope },
    });
    await knex<Row>(TABLE)
      .insert({
        scope,
        cluster,
        recipient,
        resolved_title: problem.resolvedTitle,
        link,
        topic,
      })
      .onConflict('scope')
      .ignore();
  }

  /** Nothing is said of what was deleted or is no longer the recipient's concern. */
  async #end(row: Row, isConcerned: boolean): Promise<void> {
    const { knex, notifications } = this.#options;
    const { scope, recipient, resolved_title: title, link, topic } = row;
    if (isConcerned) {
      await notifications.send({
        recipients: { type: 'entity', entityRef: recipient },
        payload: { title, link, severity: 'low', topic, scope },
      });
    }
    await knex<Row>(TABLE).where({ scope }).delete();
  }

  /** One failure must not hold up other notifications; the next run tries again. */
  async #attempt(scope: string, action: () => Promise<void>): Promise<void> {
    try {
      await action();
    } catch (error) {
      this.#options.logger.warn(
        { error, scope },
        'a notification was not sent',
      );
    }
  }
}
