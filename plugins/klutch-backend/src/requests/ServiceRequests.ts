/** Requests of users for services that their app cluster does not bind yet, in the plugin's database. */
import { createHash } from 'node:crypto';
import { ConflictError, NotFoundError } from '@backstage/errors';
import { type Schemas, explain } from '@klutch/backstage-plugin-klutch-common';
import type { Knex } from 'knex';
import { explainedError } from '../errors/explainedError';
import type { AppClusters } from '../clusters/AppClusters';
import { InvalidError } from '../errors/InvalidError';
import type { Person } from '../identity/Caller';
import type { ServiceCatalog } from '../services/ServiceCatalog';

type ServiceRequest = Schemas['ServiceRequest'];
type State = Schemas['OwnServiceRequest']['state'];
type OwnServiceRequest = Schemas['OwnServiceRequest'];

export interface ServiceRequestsOptions {
  /** PostgreSQL or SQLite. */
  knex: Knex;
  appClusters: AppClusters;
  catalog: ServiceCatalog;
  /** Called when operators, or the people who asked, have something else to see. */
  onChange: () => void;
}

/** An operator's answer. */
export interface Answer {
  /** To the person who asked. */
  message?: string;
  /** The state that the operator has read; default: any that is not met yet. */
  state?: State;
}

interface Row {
  id: string;
  resource: string;
  cluster: string;
  user_ref: string;
  note: string;
  requested_at: string;
  state: State;
  /** Of the operator. */
  message: string | null;
  answered_at: string | null;
  /** The state that the person was notified of. */
  notified_state: State | null;
}

/** States of requests that are not met yet. */
const unmet: State[] = ['Open', 'Approved'];

const table = 'klutch_service_requests';

/** How long people see answers: 90 days. */
const ANSWERS_RETENTION_MS = 90 * 24 * 60 * 60 * 1000;

/** The same for the same user, service and app cluster, so that asking again replaces the request. */
const idOf = (...parts: string[]) =>
  createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 32);

/** Records, lists, answers and withdraws requests. */
export class ServiceRequests {
  readonly #options: ServiceRequestsOptions;

  constructor(options: ServiceRequestsOptions) {
    this.#options = options;
  }

  /**
   * Asks, or asks again; an approved request stays as it is.
   *
   * @throws NotFoundError for an unknown service or app cluster, InvalidError for one that is bound already
   */
  async add(
    { userRef }: Person,
    resource: string,
    { cluster, note = '' }: { cluster: string; note?: string },
  ): Promise<void> {
    const { appClusters, catalog, onChange } = this.#options;
    const service = catalog.get(resource);
    if (!service) {
      throw explainedError(
        NotFoundError,
        explain('ServiceNotOffered', { service: resource }),
      );
    }
    const { title } = appClusters.require(cluster).record;
    if (this.#isBound(resource, cluster)) {
      throw new InvalidError(
        explain('ServiceBoundAlready', {
          service: service.title,
          cluster: title,
        }),
      );
    }
    const row: Row = {
      id: idOf(resource, cluster, userRef),
      resource,
      cluster,
      user_ref: userRef,
      note: note.trim(),
      requested_at: new Date().toISOString(),
      state: 'Open',
      message: null,
      answered_at: null,
      notified_state: 'Open',
    };
    await this.#rows()
      .insert(row)
      .onConflict('id')
      .merge()
      .where(`${table}.state`, '<>', 'Approved' satisfies State);
    onChange();
  }

  /**
   * Requests of all people that are not met yet, oldest first.
   *
   * @param options - `answered`: followed by those that were met or dismissed, newest answers first
   */
  async list({ answered = false } = {}): Promise<OwnServiceRequest[]> {
    await this.update();
    const open = await this.#rows()
      .whereIn('state', unmet)
      .orderBy('requested_at')
      .orderBy('id');
    const others = answered
      ? await this.#rows()
          .whereNotIn('state', unmet)
          .orderBy('answered_at', 'desc')
          .orderBy('id')
      : [];
    return this.#known([...open, ...others]).map(row => this.#answer(row));
  }

  /** @throws ConflictError when the request was withdrawn since it was read */
  async get(id: string): Promise<OwnServiceRequest> {
    const [row] = await this.#rows().where({ id });
    if (row) return this.#answer(row);
    throw explainedError(ConflictError, explain('ServiceRequestChanged'));
  }

  /** A person's own requests with their answers, newest first. */
  async listOf({ userRef }: Person): Promise<OwnServiceRequest[]> {
    await this.update();
    const own = await this.#rows()
      .where({ user_ref: userRef })
      .orderBy('requested_at', 'desc')
      .orderBy('id');
    return this.#known(own).map(row => this.#answer(row));
  }

  /** @throws ConflictError when somebody else has answered or withdrawn the request since it was read */
  dismiss(id: string, answer: Answer = {}): Promise<void> {
    return this.#decide(id, 'Dismissed', answer);
  }

  /** The request is met once the service is bound. Throws as {@link ServiceRequests.dismiss}. */
  approve(id: string, answer: Answer = {}): Promise<void> {
    return this.#decide(id, 'Approved', answer);
  }

  /** Answered requests whose people have not been notified of the present state. */
  async unnotified(): Promise<OwnServiceRequest[]> {
    const rows = await this.#rows()
      .whereNot('state', 'Open')
      .andWhere(other =>
        other.whereNull('notified_state').orWhereRaw('notified_state <> state'),
      )
      .orderBy('answered_at');
    return rows.map(row => this.#answer(row));
  }

  /** The person was notified of this state. */
  async setNotified({
    id,
    state,
  }: Pick<OwnServiceRequest, 'id' | 'state'>): Promise<void> {
    await this.#rows().where({ id }).update({ notified_state: state });
  }

  /** Removes a request of the person. Idempotent; requests of other people remain. */
  async withdraw({ userRef }: Person, id: string): Promise<void> {
    await this.#rows().where({ id, user_ref: userRef }).delete();
    this.#options.onChange();
  }

  /** Marks the requests that have been met, and removes old answers. */
  async update(): Promise<void> {
    const now = Date.now();
    const open = await this.#rows().whereIn('state', unmet);
    const met = open.filter(({ resource, cluster }) =>
      this.#isBound(resource, cluster),
    );
    if (met.length > 0) {
      const ids = met.map(({ id }) => id);
      await this.#rows()
        .whereIn('id', ids)
        .update({
          state: 'Fulfilled',
          answered_at: new Date(now).toISOString(),
        });
    }
    const oldest = new Date(now - ANSWERS_RETENTION_MS).toISOString();
    await this.#rows()
      .where('answered_at', '<', oldest)
      .whereNotIn('state', unmet)
      .delete();
  }

  async #decide(
    id: string,
    state: State,
    { message = '', state: read }: Answer,
  ): Promise<void> {
    const answered = await this.#rows()
      .where({ id })
      .whereIn('state', read ? [read] : unmet)
      .update({
        state,
        message: message.trim() || null,
        answered_at: new Date().toISOString(),
      });
    if (answered === 0) {
      throw explainedError(ConflictError, explain('ServiceRequestChanged'));
    }
    this.#options.onChange();
  }

  #answer(row: Row): OwnServiceRequest {
    return {
      ...this.#view(row),
      state: row.state,
      ...(row.answered_at && { answeredAt: row.answered_at }),
      ...(row.message && { message: row.message }),
    };
  }

  /** Requests for app clusters that are listed; one that is not may be missing for a moment only, after a start. */
  #known(rows: Row[]): Row[] {
    const { appClusters } = this.#options;
    return rows.filter(({ cluster }) => appClusters.find(cluster));
  }

  #view(row: Row): ServiceRequest {
    const service = this.#options.catalog.get(row.resource);
    return {
      id: row.id,
      resource: row.resource,
      title: service?.title ?? row.resource,
      cluster: row.cluster,
      user: row.user_ref,
      ...(row.note && { note: row.note }),
      requestedAt: row.requested_at,
    };
  }

  #isBound(resource: string, cluster: string): boolean {
    const clusters = this.#options.catalog.get(resource)?.clusters ?? [];
    return clusters.some(({ id, bound }) => id === cluster && bound);
  }

  #rows() {
    return this.#options.knex<Row>(table);
  }
}
