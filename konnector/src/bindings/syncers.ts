/** The running syncers: one per binding, restarted only when the synced type or a cluster changed. */
import type { AppCluster } from '../appCluster';
import type { Breakers } from '../deletion/breaker/BindingBreaker';
import { selectProviderCache } from '../providerCaches/selectProviderCache';
import { mappingOf } from '../mapping/mappingOf';
import { BoundObjectPolicy } from '../pairs/boundObject/BoundObjectPolicy';
import type { ControlPlane } from '../controlPlane/ControlPlane';
import type { ClusterPins } from '../markers';
import type { SyncedApi } from '../crds/syncedApi';

interface Running {
  syncer: BoundObjectPolicy;
  identity: string;
  schema: string;
  controlPlane: ControlPlane;
}

export class Syncers {
  private readonly running = new Map<string, Running>();
  private readonly stopping = new Set<Promise<void>>();

  /** @param options.changed - called with the binding whose syncer's state changed. */
  constructor(
    private readonly options: {
      appCluster: AppCluster;
      breakers: Breakers;
      changed: (binding: string) => void;
      signal: AbortSignal;
    },
  ) {}

  /**
   * Returns the syncer of a binding, and starts one if necessary, after the previous syncer has stopped.
   * @param schema - changes whenever the schema of the API may have changed.
   */
  async ensure(
    binding: string,
    api: SyncedApi,
    schema: string,
    controlPlane: ControlPlane,
    pins: ClusterPins,
  ): Promise<BoundObjectPolicy> {
    const identity = JSON.stringify([api, pins]);
    const current = this.running.get(binding);
    if (
      current?.identity === identity &&
      current.controlPlane === controlPlane
    ) {
      if (current.schema !== schema) current.syncer.schemaChanged();
      current.schema = schema;
      return current.syncer;
    }
    await this.stop(binding);
    const { appCluster, signal } = this.options;
    const { resource, crdName, shape } = api;
    const { serviceNamespaces } = controlPlane;
    const mapping = mappingOf(
      resource,
      api.isolation,
      {
        name: controlPlane.clusterNamespace,
        uid: pins.providerNamespaceUid,
      },
      serviceNamespaces,
    );
    const syncer = new BoundObjectPolicy({
      mapping,
      startProviderCache: selectProviderCache(
        mapping,
        api.informerScope,
        controlPlane,
      ),
      crdName,
      shape,
      engine: appCluster.engine,
      leadership: appCluster.leadership,
      consumerClient: appCluster.client,
      namespaces: appCluster.namespaces,
      providerClient: controlPlane.client,
      serviceNamespaces,
      breaker: this.options.breakers.of(binding),
      pins,
      events: appCluster.events,
      copyDeleted: namespace => controlPlane.copyDeleted(namespace),
      changed: () => this.options.changed(binding),
      signal: AbortSignal.any([signal, controlPlane.signal]),
      logger: appCluster.logger,
      metrics: appCluster.metrics,
    });
    syncer.start();
    this.running.set(binding, { syncer, identity, schema, controlPlane });
    return syncer;
  }

  /** Resolves when the binding's syncer has stopped writing. */
  async stop(binding: string): Promise<void> {
    const current = this.running.get(binding);
    if (!current) return;
    this.running.delete(binding);
    const ended = current.syncer.stop();
    this.stopping.add(ended);
    await ended.finally(() => this.stopping.delete(ended));
  }

  /** Resolves when all syncers have stopped writing. */
  async stopAll(): Promise<void> {
    for (const binding of [...this.running.keys()]) void this.stop(binding);
    await Promise.all(this.stopping);
  }
}
