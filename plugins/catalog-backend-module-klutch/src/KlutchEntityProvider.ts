/** Brings services and instances into the catalog: all of them, when the portal tells of changes and on a schedule. */
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
} from '@klutch/backstage-plugin-klutch-common';
import { instanceEntity, serviceEntity } from './entities';

/** What the provider works with. */
interface KlutchEntityProviderOptions {
  logger: LoggerService;
  runner: SchedulerServiceTaskRunner;
  defaultOwner: string;
  appUrl: string;
  events: EventsService;
  clientFor: () => Promise<KlutchClient>;
}

const DEFAULT_OWNER = 'group:default/operators';

/** How long changes are gathered: claims change often while they come to be, their entities do not. */
const BATCH_WINDOW_MS = 2_000;

/** How long a list may take; the next refresh waits for it. */
const READ_TIMEOUT_MS = 60_000;

/** Entity provider `klutch`. A list that failed or is not complete takes nothing out of the catalog. */
export class KlutchEntityProvider implements EntityProvider {
  readonly #options: KlutchEntityProviderOptions;
  #lastRefresh: Promise<void> = Promise.resolve();
  #pendingRefresh?: Promise<void>;

  /**
   * Reads `catalog.providers.klutch`.
   *
   * @throws when the schedule in the configuration is not a schedule
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

  /** Refreshes never overlap: a list must not reach the catalog after one that was read later. */
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
        `Services and instances could not be read; the catalog keeps what it has. ${error}`,
      );
    }
  }

  async #refresh(connection: EntityProviderConnection): Promise<void> {
    const client = await this.#options.clientFor();
    const signal = AbortSignal.timeout(READ_TIMEOUT_MS);
    const services = await client.GET('/services', { signal });
    if (!services.data)
      throw await ResponseError.fromResponse(services.response);
    const claims = await client.GET('/claims', {
      params: { query: { type: 'instance' } },
      signal,
    });
    if (!claims.data) throw await ResponseError.fromResponse(claims.response);
    if (!services.data.controlPlane.reachable) {
      throw new Error('The control plane cluster cannot be reached.');
    }
    const { appUrl, defaultOwner } = this.#options;
    const instances = services.data.items.filter(
      ({ type }) => type === 'instance',
    );
    const offered = new Set(instances.map(({ resource }) => resource));
    const entities: Entity[] = [
      ...instances.map(service => serviceEntity(service, defaultOwner, appUrl)),
      ...claims.data.items.map(claim =>
        instanceEntity(claim, offered, defaultOwner, appUrl),
      ),
    ];
    const deferred = entities.map(entity => ({
      entity,
      locationKey: 'klutch',
    }));
    // Instances may be missing from the list; then nothing is taken out.
    const { complete } = claims.data;
    await connection.applyMutation(
      complete
        ? { type: 'full', entities: deferred }
        : { type: 'delta', added: deferred, removed: [] },
    );
  }
}
