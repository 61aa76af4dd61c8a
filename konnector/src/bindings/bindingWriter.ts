/**
 * All writes to bindings and exports. Writes have preconditions, happen only on a change, and are cached until the
 * watch shows them.
 */
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

/** Writer for the bindings of one app cluster. */
export class BindingWriter {
  private readonly bindingMutations = new MutationCache<APIServiceBinding>();
  private readonly exportMutations = new MutationCache<APIServiceExport>();

  constructor(
    private readonly client: KubeClient,
    private readonly bindings: Cache<APIServiceBinding>,
  ) {}

  /** The latest known state of a binding. */
  get(key: string): MutationCacheEntry<APIServiceBinding> {
    return this.bindingMutations.get(key, this.bindings.get(key));
  }

  /**
   * Changes metadata: finalizers are replaced as a list, annotations are merged, `null` removes one.
   * @returns the binding after the write.
   */
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

  /** Updates the conditions of a binding, if they changed. */
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

  /** Updates the conditions of an export on a control plane, if they changed. */
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

  /**
   * @param cached - the cached object before the write; by now the watch may have delivered a newer one than the write.
   */
  private recordMutation(
    binding: APIServiceBinding,
    cached: APIServiceBinding | undefined,
    written: APIServiceBinding | undefined,
  ): void {
    this.bindingMutations.recordWrite(keyOf(binding), cached, written, binding);
  }
}
