/** The running syncers: one per binding, restarted only when the synced type or a cluster changed. */
import type { Breakers } from '../deletion/breaker/BindingBreaker';
import { providerScopeOf } from '../providerCaches/ProviderCache';
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
    const { breakers, changed, signal } = this.options;
    const { resource, crdName, shape } = api;
    const { clusterNamespace, pairContext } = controlPlane;
    const mapping = mappingOf(
      resource,
      api.isolation,
      { name: clusterNamespace, uid: pins.providerNamespaceUid },
      pairContext.serviceNamespaces,
    );
    const syncer = new BoundObjectPolicy({
      ...pairContext,
      mapping,
      providerScope: providerScopeOf(
        mapping,
        api.informerScope,
        clusterNamespace,
      ),
      crdName,
      shape,
      breaker: breakers.of(binding),
      pins,
      changed: () => changed(binding),
      signal: AbortSignal.any([signal, controlPlane.signal]),
    });
    syncer.start();
    this.running.set(binding, { syncer, identity, schema, controlPlane });
    return syncer;
  }

  /** Stops the binding's syncer if it syncs with another control plane. Resolves when it has stopped writing. */
  async stopOther(
    binding: string,
    controlPlane: ControlPlane | undefined,
  ): Promise<void> {
    if (this.running.get(binding)?.controlPlane !== controlPlane)
      await this.stop(binding);
  }

  /** Resolves when the binding's syncer has stopped writing. */
  async stop(binding: string): Promise<void> {
    const current = this.running.get(binding);
    if (!current) return;
    this.running.delete(binding);
    const ended = current.syncer.pairs.stop();
    this.stopping.add(ended);
    await ended.finally(() => this.stopping.delete(ended));
  }

  /** Resolves when all syncers have stopped writing. */
  async stopAll(): Promise<void> {
    for (const binding of [...this.running.keys()]) void this.stop(binding);
    await Promise.all(this.stopping);
  }
}
