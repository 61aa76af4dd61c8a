/** Notifies owners of problems of their instances, and once when a problem is over. */
import type { NotificationService } from '@backstage/plugin-notifications-node';
import {
  instancePath,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import type { Logger } from '@klutch/kube';
import type { Knex } from 'knex';
import { ownerOf, problemsOf, type Problem } from './problemsOf';

/** Dependencies of {@link ProblemNotifier}. */
export interface ProblemNotifierOptions {
  /** All claims that are known. */
  claims: () => readonly Schemas['Claim'][];
  /** Whether the claims of the app cluster are up to date, so that what is missing does not exist. */
  isCurrent: (cluster: string) => boolean;
  knex: Knex;
  logger: Logger;
  /** Path of the portal's pages in the app. */
  mountPath: string;
  notifications: NotificationService;
}

interface Row {
  scope: string;
  cluster: string;
  recipient: string;
  resolved_title: string;
  link: string;
  topic: string;
}

const ownedKey = (owner: string | undefined, link: string) =>
  `${owner} ${link}`;

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
    const { claims, isCurrent, knex, mountPath } = this.#options;
    const known = await knex<Row>(TABLE).select();
    const rows = claims();
    const problems = new Map(
      problemsOf(rows, mountPath, new Date())
        .filter(({ cluster }) => isCurrent(cluster))
        .map(problem => [problem.scope, problem]),
    );
    const notified = new Set(known.map(({ scope }) => scope));
    for (const problem of problems.values()) {
      if (signal.aborted) return;
      if (!notified.has(problem.scope)) {
        await this.#attempt(problem.scope, () => this.#begin(problem));
      }
    }
    const owned = new Set(
      rows
        .filter(({ type, deleting }) => type === 'instance' && !deleting)
        .map(instance =>
          ownedKey(ownerOf(instance), instancePath(instance, mountPath)),
        ),
    );
    for (const row of known) {
      if (signal.aborted) return;
      if (problems.has(row.scope) || !isCurrent(row.cluster)) continue;
      await this.#attempt(row.scope, () =>
        this.#end(row, owned.has(ownedKey(row.recipient, row.link))),
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

  /** Nothing is said of an instance that was deleted or has another owner. */
  async #end(row: Row, isOwned: boolean): Promise<void> {
    const { knex, notifications } = this.#options;
    const { scope, recipient, resolved_title: title, link, topic } = row;
    if (isOwned) {
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
