/** Requests of users for services that their app cluster does not bind yet, in the plugin's database. */
import { createHash } from 'node:crypto';
import { NotFoundError } from '@backstage/errors';
import { type Schemas, explain } from '@klutch/backstage-plugin-klutch-common';
import type { Knex } from 'knex';
import { explainedError } from '../errors/explainedError';
import type { AppClusters } from '../clusters/AppClusters';
import { InvalidError } from '../errors/InvalidError';
import type { Person } from '../identity/Caller';
import type { ServiceCatalog } from '../services/ServiceCatalog';

type ServiceRequest = Schemas['ServiceRequest'];

/** Dependencies of {@link ServiceRequests}. */
export interface ServiceRequestsOptions {
  /** PostgreSQL or SQLite. */
  knex: Knex;
  appClusters: AppClusters;
  catalog: ServiceCatalog;
  /** Called when operators have something else to see. */
  onChange: () => void;
}

interface Row {
  id: string;
  resource: string;
  cluster: string;
  user_ref: string;
  note: string;
  requested_at: string;
}

const table = 'klutch_service_requests';

/** The same for the same user, service and app cluster, so that asking again replaces the request. */
const idOf = (...parts: string[]) =>
  createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 32);

/** Records, lists and dismisses requests. */
export class ServiceRequests {
  readonly #options: ServiceRequestsOptions;

  constructor(options: ServiceRequestsOptions) {
    this.#options = options;
  }

  /** @throws NotFoundError for an unknown service or app cluster, InvalidError for one that is bound already */
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
    };
    await this.#rows().insert(row).onConflict('id').merge();
    onChange();
  }

  /** Open requests, oldest first. Those that have been met are removed. */
  async list(): Promise<ServiceRequest[]> {
    const { appClusters, catalog } = this.#options;
    const all = await this.#rows().orderBy('requested_at').orderBy('id');
    const isMet = ({ resource, cluster }: Row) =>
      this.#isBound(resource, cluster);
    const met = all.filter(isMet).map(({ id }) => id);
    if (met.length > 0) await this.#rows().whereIn('id', met).delete();
    // An app cluster that is not listed may be so for a moment only, after a start.
    const open = all.filter(
      row => !isMet(row) && appClusters.find(row.cluster) !== undefined,
    );
    return open.map(row => ({
      id: row.id,
      resource: row.resource,
      title: catalog.get(row.resource)?.title ?? row.resource,
      cluster: row.cluster,
      user: row.user_ref,
      ...(row.note && { note: row.note }),
      requestedAt: row.requested_at,
    }));
  }

  /** Idempotent. */
  async dismiss(id: string): Promise<void> {
    await this.#rows().where({ id }).delete();
    this.#options.onChange();
  }

  #isBound(resource: string, cluster: string): boolean {
    const clusters = this.#options.catalog.get(resource)?.clusters ?? [];
    return clusters.some(({ id, bound }) => id === cluster && bound);
  }

  #rows() {
    return this.#options.knex<Row>(table);
  }
}
