/** Synchronizes services, app clusters and instances into the catalog, on change notifications and on a schedule. */
import type {
  AuthService,
  DiscoveryService,
  LoggerService,
  SchedulerService,
  SchedulerServiceTaskRunner,
} from '@backstage/backend-plugin-api';
import type { Entity } from '@backstage/catalog-model';
import type { Config } from '@backstage/config';
import type {
  EntityProvider,
  EntityProviderConnection,
} from '@backstage/plugin-catalog-node';
import type { EventsService } from '@backstage/plugin-events-node';
import {
  KLUTCH_EVENTS_TOPIC,
  type KlutchClient,
} from '@klutch/backstage-plugin-klutch-common';
import {
  createKlutchClientFor,
  readInstances,
} from '@klutch/backstage-plugin-klutch-node';
import { instanceResource } from './entities/instanceResource';
import { platformEntities } from './entities/platformEntities';
import { emptyState, HOLD_MS, planDelta, type SourceState } from './planDelta';
import { readProviderConfig, type ProviderConfig } from './providerConfig';
import { readPlatform, readVersion } from './readPortal';

/** Options of {@link KlutchEntityProvider}. */
interface KlutchEntityProviderOptions {
  config: ProviderConfig;
  logger: LoggerService;
  runner: SchedulerServiceTaskRunner;
  events: EventsService;
  /** A client that acts as this plugin. */
  client: () => Promise<KlutchClient>;
}

/** The entities of each source; undefined for one whose entities are not known at present. */
type Sources = Map<string, Entity[] | undefined>;

/** How long the first change waits for those that belong to it. */
const BATCH_WINDOW_MS = 100;

/** How long changes wait after a refresh at most. */
const MAX_REST_MS = 2_000;

/** Timeout of all requests of a refresh; the next refresh waits for them. */
const READ_TIMEOUT_MS = 60_000;

/** How often everything is written, for entities that were lost or added without this process. */
const FULL_INTERVAL_MS = 60 * 60_000;

const LOCATION_KEY = 'klutch';

const PLATFORM = 'services and app clusters';

const deferred = (entity: Entity) => ({ entity, locationKey: LOCATION_KEY });

/** Entity provider `klutch`. Writes only what has changed, and keeps the entities of sources that cannot be read. */
export class KlutchEntityProvider implements EntityProvider {
  readonly #options: KlutchEntityProviderOptions;
  /** By source: the platform, and each app cluster. */
  readonly #states = new Map<string, SourceState>();
  /** Why sources cannot be read. */
  readonly #problems = new Map<string, string>();
  /** Version of the portal at which the catalog has everything. */
  #version?: string;
  #fullAt = -Infinity;
  /** On the clock of `performance`. */
  #restUntil = 0;
  #lastRefresh: Promise<void> = Promise.resolve();
  #pendingRefresh?: Promise<void>;

  /**
   * Reads `catalog.providers.klutch`.
   *
   * @throws when a configured value is invalid
   */
  static fromConfig(
    rootConfig: Config,
    deps: {
      auth: AuthService;
      discovery: DiscoveryService;
      events: EventsService;
      logger: LoggerService;
      scheduler: SchedulerService;
    },
  ): KlutchEntityProvider {
    const config = readProviderConfig(rootConfig);
    if (!config.hasInstances) {
      deps.logger.info(
        'Instances are not in the catalog. Name their namespaces in catalog.providers.klutch.namespaces, with a permission policy that limits who sees them.',
      );
    }
    if (!config.hasKnownOwner) {
      deps.logger.warn(
        `Services, their APIs and Templates, and app clusters belong to ${config.context.defaultOwner} in the catalog. Name a group of your catalog in catalog.providers.klutch.defaultOwner.`,
      );
    }
    const clientFor = createKlutchClientFor(deps);
    return new KlutchEntityProvider({
      config,
      logger: deps.logger,
      runner: deps.scheduler.createScheduledTaskRunner(config.schedule),
      events: deps.events,
      client: async () => clientFor(await deps.auth.getOwnServiceCredentials()),
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
        }, this.#batchWindowMs).unref();
      },
    });
  }

  /** Steady changes rest after a refresh for as long as it took, so that they do not keep the processor busy. */
  get #batchWindowMs(): number {
    return Math.max(BATCH_WINDOW_MS, this.#restUntil - performance.now());
  }

  /** Refreshes never overlap: an older list must not reach the catalog after a newer one. */
  #enqueueRefresh(connection: EntityProviderConnection): Promise<void> {
    this.#pendingRefresh ??= this.#lastRefresh.then(() => {
      this.#pendingRefresh = undefined;
      return this.#refresh(connection);
    });
    this.#lastRefresh = this.#pendingRefresh;
    return this.#pendingRefresh;
  }

  async #refresh(connection: EntityProviderConnection): Promise<void> {
    const startedAt = performance.now();
    await this.#attempt('all services and instances', async () => {
      const signal = AbortSignal.timeout(READ_TIMEOUT_MS);
      const client = await this.#options.client();
      // Before the lists, so that what changes while they are read counts as not read.
      const version = await readVersion(client, signal);
      const isFullDue = Date.now() - this.#fullAt >= FULL_INTERVAL_MS;
      if (version === this.#version && !isFullDue) return;
      this.#version = undefined;
      const sources = await this.#readSources(client, signal);
      const isComplete = await this.#write(connection, sources, isFullDue);
      if (isComplete) this.#version = version;
    });
    const endedAt = performance.now();
    this.#restUntil = endedAt + Math.min(endedAt - startedAt, MAX_REST_MS);
  }

  async #readSources(
    client: KlutchClient,
    signal: AbortSignal,
  ): Promise<Sources> {
    const { context, hasInstances, includesNamespace, templates } =
      this.#options.config;
    const platform = await readPlatform(client, signal);
    const services = new Set(platform.services.map(({ resource }) => resource));
    // App clusters that are registered no more have no entities.
    const sources: Sources = new Map(
      [...this.#states.keys()].map(source => [source, []]),
    );
    sources.set(PLATFORM, platformEntities(platform, context, templates));
    for (const { id, connection } of platform.appClusters) {
      const source = `app cluster ${id}`;
      const read = async () => {
        const entities: Entity[] = [];
        // The portal does not know the instances of an app cluster that it has no kubeconfig of.
        if (connection === 'konnector' || !hasInstances) return entities;
        for await (const page of readInstances(client, {
          cluster: id,
          signal,
        })) {
          for (const claim of page) {
            if (!includesNamespace(claim.namespace)) continue;
            entities.push(instanceResource(claim, services, context));
          }
        }
        return entities;
      };
      sources.set(source, await this.#attempt(source, read));
    }
    return sources;
  }

  /** Returns whether the catalog has all entities of all sources, and no others. */
  async #write(
    connection: EntityProviderConnection,
    sources: Sources,
    isFullDue: boolean,
  ): Promise<boolean> {
    const plans = [...sources].flatMap(([source, entities]) =>
      entities ? [{ source, entities, ...this.#plan(source, entities) }] : [],
    );
    const isComplete =
      plans.length === sources.size &&
      plans.every(({ state }) => state.heldBack.size === 0);
    const isFull = isComplete && isFullDue;
    if (isFull) {
      await connection.applyMutation({
        type: 'full',
        entities: plans.flatMap(({ entities }) => entities.map(deferred)),
      });
      this.#fullAt = Date.now();
    }
    for (const { source, state, added, removed } of plans) {
      if (!isFull && added.length + removed.length > 0) {
        await connection.applyMutation({
          type: 'delta',
          added: added.map(deferred),
          removed: removed.map(entityRef => ({
            entityRef,
            locationKey: LOCATION_KEY,
          })),
        });
      }
      if (state.hashes.size > 0) this.#states.set(source, state);
      else this.#states.delete(source);
    }
    return isComplete;
  }

  #plan(source: string, entities: readonly Entity[]) {
    const { config, logger } = this.#options;
    const known = this.#states.get(source) ?? emptyState;
    const plan = planDelta(
      known,
      entities,
      config.removalThreshold,
      Date.now(),
    );
    const { heldBack } = plan.state;
    if (heldBack.size > known.heldBack.size) {
      logger.warn(
        `${heldBack.size} of ${known.hashes.size} catalog entities of ${source} are missing in the portal. They are removed if they are still missing in ${HOLD_MS / 60_000} minutes.`,
      );
    }
    return plan;
  }

  /** Runs a step for a source; a failed step is logged when its reason changes, and returns undefined. */
  async #attempt<T>(
    source: string,
    step: () => Promise<T>,
  ): Promise<T | undefined> {
    const { logger } = this.#options;
    try {
      const result = await step();
      if (this.#problems.delete(source)) {
        logger.info(`Catalog entities of ${source} are refreshed again.`);
      }
      return result;
    } catch (error) {
      const problem = String(error);
      if (this.#problems.get(source) !== problem) {
        this.#problems.set(source, problem);
        logger.warn(
          `Catalog entities of ${source} cannot be refreshed and stay as they are. ${problem}`,
        );
      }
      return undefined;
    }
  }
}
