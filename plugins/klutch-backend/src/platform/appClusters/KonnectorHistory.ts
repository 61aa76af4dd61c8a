/** Changes of the konnectors' states, in the plugin's database: clusters keep only the last heartbeat. */
import { withoutBuildMetadata, type ClusterBinding } from '@klutch/bind-api';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import type { Knex } from 'knex';
import { konnectorState } from './konnectorState';

type Change = Schemas['KonnectorChange'];

/** An app cluster as observed now. */
export interface ObservedKonnector {
  /** Id of the app cluster. */
  cluster: string;
  clusterBinding?: ClusterBinding;
}

export interface KonnectorHistoryOptions {
  /** PostgreSQL or SQLite. */
  knex: Knex;
  /** All registered app clusters; undefined while some, or their reports, may be unknown. */
  observed: () => readonly ObservedKonnector[] | undefined;
}

interface Row {
  cluster: string;
  at: string;
  state: Change['state'];
  konnector_version: string | null;
  message: string | null;
}

interface StoredRow extends Row {
  /** In the order of the changes. */
  id: number;
}

const table = 'klutch_konnector_history';

/** How long changes are kept: 90 days. */
const RETENTION_MS = 90 * 24 * 60 * 60 * 1000;

/** The most changes of an app cluster that are returned. */
const MAX_CHANGES = 100;

const rowOf = ({ cluster, clusterBinding }: ObservedKonnector, now: Date) => {
  const { message, state } = konnectorState(clusterBinding, now);
  const { konnectorVersion } = clusterBinding?.status ?? {};
  return {
    cluster,
    at: now.toISOString(),
    state,
    konnector_version: konnectorVersion
      ? withoutBuildMetadata(konnectorVersion)
      : null,
    message: message ?? null,
  };
};

/** A message alone, which may contain times and numbers, is no change. */
const isChange = (row: Row, last: Row | undefined) =>
  row.state !== last?.state || row.konnector_version !== last.konnector_version;

/** Records changes only, so that an app cluster in order costs one row. */
export class KonnectorHistory {
  readonly #options: KonnectorHistoryOptions;

  constructor(options: KonnectorHistoryOptions) {
    this.#options = options;
  }

  /** Compares what is with what was recorded last. One replica at a time may run it. */
  async record(now: Date): Promise<void> {
    const observed = this.#options.observed();
    if (!observed) return;
    const last = await this.#last();
    const changes = observed
      .map(one => rowOf(one, now))
      .filter(row => isChange(row, last.get(row.cluster)));
    if (changes.length === 0) return;
    await this.#options.knex.batchInsert(table, changes, 50);
  }

  /** Removes old changes, but each app cluster's last, and those of app clusters that were offboarded. */
  async removeOld(now: Date): Promise<void> {
    const { knex, observed } = this.#options;
    const oldest = new Date(now.getTime() - RETENTION_MS).toISOString();
    const kept = [...(await this.#last()).values()].map(({ id }) => id);
    await this.#rows().where('at', '<', oldest).whereNotIn('id', kept).delete();
    const known = observed()?.map(({ cluster }) => cluster);
    if (known) await knex(table).whereNotIn('cluster', known).delete();
  }

  /** Changes of an app cluster, newest first. */
  async of(cluster: string): Promise<Change[]> {
    const rows = await this.#rows()
      .where({ cluster })
      .orderBy('id', 'desc')
      .limit(MAX_CHANGES);
    return rows.map(({ at, konnector_version, message, state }) => ({
      at,
      state,
      ...(konnector_version && { konnectorVersion: konnector_version }),
      ...(message && { message }),
    }));
  }

  async #last(): Promise<Map<string, StoredRow>> {
    const newest = this.#options.knex(table).max('id').groupBy('cluster');
    const rows = await this.#rows().whereIn('id', newest);
    return new Map(rows.map(row => [row.cluster, row]));
  }

  #rows() {
    return this.#options.knex<StoredRow>(table);
  }
}
