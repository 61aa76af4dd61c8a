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
import {
  keyOf,
  type Cache,
  type KubeClient,
  type PatchOptions,
} from '@klutch/kube';
import { MutationCache, type MutationCacheEntry } from '../mutationCache';
import {
  planBindingStatus,
  type BindingState,
} from '../conditions/bindingStatus';
import { planExportStatus, type ExportState } from '../conditions/exportStatus';

const exportResource = bindResources.exports;
const statusOptions: PatchOptions = {
  subresource: 'status',
  fieldManager: fieldManagers.status,
};

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
    const { uid, resourceVersion } = binding.metadata;
    return this.patch(
      binding,
      { metadata: { uid, resourceVersion, ...change } },
      { fieldManager: fieldManagers.marker },
    );
  }

  async writeStatus(
    binding: APIServiceBinding,
    state: BindingState,
  ): Promise<void> {
    const patch = planBindingStatus(binding, state, new Date());
    if (patch) await this.patch(binding, patch, statusOptions);
  }

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
    await this.exportMutations.write(
      { key, cached, observed: latest, read },
      () => client.mergePatch(exportResource, where, patch, statusOptions),
    );
  }

  private patch(
    binding: APIServiceBinding,
    patch: object,
    options: PatchOptions,
  ): Promise<APIServiceBinding> {
    const { client, bindings } = this;
    const { namespace, name = '' } = binding.metadata;
    const where = { namespace, name };
    const key = keyOf(binding);
    // By the time of the response, the watch may have delivered a newer binding than the write.
    const cached = bindings.get(key);
    const read = () => client.get(bindings.resource, where);
    return this.bindingMutations.write(
      { key, cached, observed: binding, read },
      () => client.mergePatch(bindings.resource, where, patch, options),
    );
  }
}
