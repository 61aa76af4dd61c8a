/** All writes to bindings and exports: conditional, only when something changes, and remembered until the watch shows them. */
import {
  bindResources,
  fieldManagers,
  type APIServiceBinding,
  type APIServiceExport,
} from '@klutch/bind-api';
import { keyOf, type Cache, type KubeClient } from '@klutch/kube';
import { MutationCache, type MutationCacheEntry } from '../mutationCache';
import {
  planBindingStatus,
  type BindingState,
} from '../conditions/bindingStatus';
import { planExportStatus, type ExportState } from '../conditions/exportStatus';

const exportResource = bindResources.exports;

/** Writes for one app cluster. Every method gives back the object as it is afterwards. */
export class BindingWriter {
  private readonly bindingMutations = new MutationCache<APIServiceBinding>();
  private readonly exportMutations = new MutationCache<APIServiceExport>();

  constructor(
    private readonly client: KubeClient,
    private readonly bindings: Cache<APIServiceBinding>,
  ) {}

  /** The newest known state of a binding. */
  get(key: string): MutationCacheEntry<APIServiceBinding> {
    return this.bindingMutations.get(key, this.bindings.get(key));
  }

  /** Changes metadata: finalizers are replaced as a list, annotations are merged, `null` removes one. */
  async patchMetadata(
    binding: APIServiceBinding,
    change: {
      finalizers?: string[];
      annotations?: Record<string, string | null>;
    },
  ): Promise<APIServiceBinding> {
    const { namespace, name = '', uid, resourceVersion } = binding.metadata;
    const cached = this.bindings.get(keyOf(binding));
    const written = await this.send(binding, cached, () =>
      this.client.mergePatch(
        this.bindings.resource,
        { namespace, name },
        { metadata: { uid, resourceVersion, ...change } },
        { fieldManager: fieldManagers.marker },
      ),
    );
    const { deletionTimestamp, finalizers = [] } = written.metadata;
    const gone = deletionTimestamp && finalizers.length === 0;
    this.recordMutation(binding, cached, gone ? undefined : written);
    return written;
  }

  /** Brings the conditions up to date. */
  async writeStatus(
    binding: APIServiceBinding,
    state: BindingState,
  ): Promise<void> {
    const patch = planBindingStatus(binding, state, new Date());
    if (!patch) return;
    const { namespace, name = '' } = binding.metadata;
    const cached = this.bindings.get(keyOf(binding));
    const written = await this.send(binding, cached, () =>
      this.client.mergePatch(
        this.bindings.resource,
        { namespace, name },
        patch,
        {
          subresource: 'status',
          fieldManager: fieldManagers.status,
        },
      ),
    );
    this.recordMutation(binding, cached, written);
  }

  /** Brings the conditions of an export on a control plane up to date. */
  async writeExportStatus(
    client: KubeClient,
    cached: APIServiceExport,
    state: ExportState,
  ): Promise<void> {
    const key = `${client.server} ${keyOf(cached)}`;
    const latest = this.exportMutations.get(key, cached).object ?? cached;
    const patch = planExportStatus(latest, state, new Date());
    if (!patch) return;
    const { namespace, name = '' } = cached.metadata;
    const where = { namespace, name };
    const read = () => client.get(exportResource, where);
    const written = await this.exportMutations.send(
      { key, cached, observed: latest, read },
      () =>
        client.mergePatch(exportResource, where, patch, {
          subresource: 'status',
          fieldManager: fieldManagers.status,
        }),
    );
    this.exportMutations.recordWrite(key, cached, written);
  }

  private send<R>(
    binding: APIServiceBinding,
    cached: APIServiceBinding | undefined,
    write: () => Promise<R>,
  ): Promise<R> {
    const { namespace, name = '' } = binding.metadata;
    const key = keyOf(binding);
    const read = () =>
      this.client.get(this.bindings.resource, { namespace, name });
    return this.bindingMutations.send(
      { key, cached, observed: binding, read },
      write,
    );
  }

  /** @param cached - before the write: what the watch has brought since may be newer than the write. */
  private recordMutation(
    binding: APIServiceBinding,
    cached: APIServiceBinding | undefined,
    written: APIServiceBinding | undefined,
  ): void {
    this.bindingMutations.recordWrite(keyOf(binding), cached, written, binding);
  }
}
