/**
 * Synchronizes all services and instances into the catalog, on change notifications of the portal and on a schedule.
 */
import type {
  AuthService,
  DiscoveryService,
  LoggerService,
  SchedulerService,
  SchedulerServiceTaskRunner,
} from '@backstage/backend-plugin-api';
import { readSchedulerServiceTaskScheduleDefinitionFromConfig } from '@backstage/backend-plugin-api';
import type { Config } from '@backstage/config';
import type { Entity } from '@backstage/catalog-model';
import { ResponseError } from '@backstage/errors';
import type {
  EntityProvider,
  EntityProviderConnection,
} from '@backstage/plugin-catalog-node';
import type { EventsService } from '@backstage/plugin-events-node';
import {
  createKlutchClient,
  KLUTCH_EVENTS_TOPIC,
  type KlutchClient,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import { instanceEntity, serviceEntity } from './entities';

/** Options of {@link KlutchEntityProvider}. */
interface KlutchEntityProviderOptions {
  logger: LoggerService;
  runner: SchedulerServiceTaskRunner;
  defaultOwner: string;
  appUrl: string;
  events: EventsService;
  clientFor: () => Promise<KlutchClient>;
}

const DEFAULT_OWNER = 'group:default/operators';

/** How long changes are batched: a claim changes often during provisioning, its entity does not. */
const BATCH_WINDOW_MS = 2_000;

/** Timeout of a list request; the next refresh waits for the request. */
const READ_TIMEOUT_MS = 60_000;

/** Rows of a page of instances; the most that the portal returns. */
const PAGE_SIZE = 1_000;

/** All instances, and whether the list is complete. */
async function readInstances(client: KlutchClient, signal: AbortSignal) {
  const items: Schemas['Claim'][] = [];
  let complete = true;
  let cursor: string | undefined;
  do {
    const { data, response } = await client.GET('/claims', {
      params: { query: { type: 'instance', limit: PAGE_SIZE, cursor } },
      signal,
    });
    if (!data) throw await ResponseError.fromResponse(response);
    items.push(...data.items);
    complete &&= data.complete === true;
    cursor = data.nextCursor;
  } while (cursor);
  return { items, complete };
}

/** Entity provider `klutch`. A failed or incomplete list removes nothing from the catalog. */
export class KlutchEntityProvider implements EntityProvider {
  readonly #options: KlutchEntityProviderOptions;
  #lastRefresh: Promise<void> = Promise.resolve();
  #pendingRefresh?: Promise<void>;

  /**
   * Reads `catalog.providers.klutch`.
   *
   * @throws when the configured schedule is invalid
   */
  static fromConfig(
    config: Config,
    deps: {
      auth: AuthService;
      discovery: DiscoveryService;
      events: EventsService;
      logger: LoggerService;
      scheduler: SchedulerService;
    },
  ): KlutchEntityProvider {
    const providerConfig = config.getOptionalConfig('catalog.providers.klutch');
    const schedule = providerConfig?.has('schedule')
      ? readSchedulerServiceTaskScheduleDefinitionFromConfig(
          providerConfig.getConfig('schedule'),
        )
      : { frequency: { seconds: 30 }, timeout: { minutes: 2 } };
    return new KlutchEntityProvider({
      logger: deps.logger,
      runner: deps.scheduler.createScheduledTaskRunner(schedule),
      defaultOwner:
        providerConfig?.getOptionalString('defaultOwner') ?? DEFAULT_OWNER,
      appUrl: config.getString('app.baseUrl').replace(/\/$/, ''),
      events: deps.events,
      clientFor: async () => {
        const { token } = await deps.auth.getPluginRequestToken({
          onBehalfOf: await deps.auth.getOwnServiceCredentials(),
          targetPluginId: 'klutch',
        });
        return createKlutchClient({
          baseUrl: await deps.discovery.getBaseUrl('klutch'),
          fetch: request => {
            request.headers.set('authorization', `Bearer ${token}`);
            return fetch(request);
          },
        });
      },
    });
  }

  private constructor(options: KlutchEntityProviderOptions) {
    this.#options = options;
  }

  /** {@inheritDoc @backstage/plugin-catalog-node#EntityProvider.getProviderName} */
  getProviderName(): string {
    return 'klutch';
  }

  /** {@inheritDoc @backstage/plugin-catalog-node#EntityProvider.connect} */
  async connect(connection: EntityProviderConnection): Promise<void> {
    const { runner, events } = this.#options;
    const refresh = () => this.#enqueueRefresh(connection);
    await runner.run({ id: 'klutch-entities', fn: refresh });
    let batchTimer: NodeJS.Timeout | undefined;
    await events.subscribe({
      id: 'klutch-entities',
      topics: [KLUTCH_EVENTS_TOPIC],
      onEvent: async () => {
        batchTimer ??= setTimeout(() => {
          batchTimer = undefined;
          void refresh();
        }, BATCH_WINDOW_MS).unref();
      },
    });
  }

  /** Refreshes never overlap: an older list must not reach the catalog after a newer one. */
  #enqueueRefresh(connection: EntityProviderConnection): Promise<void> {
    this.#pendingRefresh ??= this.#lastRefresh.then(() => {
      this.#pendingRefresh = undefined;
      return this.#tryRefresh(connection);
    });
    this.#lastRefresh = this.#pendingRefresh;
    return this.#pendingRefresh;
  }

  async #tryRefresh(connection: EntityProviderConnection): Promise<void> {
    try {
      await this.#refresh(connection);
    } catch (error) {
      this.#options.logger.warn(
        `Services and instances could not be read; the catalog entities are unchanged. ${error}`,
      );
    }
  }

  async #refresh(connection: EntityProviderConnection): Promise<void> {
    const client = await this.#options.clientFor();
    const signal = AbortSignal.timeout(READ_TIMEOUT_MS);
    const services = await client.GET('/services', { signal });
    if (!services.data)
      throw await ResponseError.fromResponse(services.response);
    const claims = await readInstances(client, signal);
    if (!services.data.controlPlane.reachable) {
      throw new Error('The control plane cluster is unreachable.');
    }
    const { appUrl, defaultOwner } = this.#options;
    const instances = services.data.items.filter(
      ({ type }) => type === 'instance',
    );
    const offered = new Set(instances.map(({ resource }) => resource));
    const entities: Entity[] = [
      ...instances.map(service => serviceEntity(service, defaultOwner, appUrl)),
      ...claims.items.map(claim =>
        instanceEntity(claim, offered, defaultOwner, appUrl),
      ),
    ];
    const deferred = entities.map(entity => ({
      entity,
      locationKey: 'klutch',
    }));
    // An incomplete list may lack instances, so nothing is removed.
    await connection.applyMutation(
      claims.complete
        ? { type: 'full', entities: deferred }
        : { type: 'delta', added: deferred, removed: [] },
    );
  }
}
