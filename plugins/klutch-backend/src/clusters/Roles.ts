/** Roles, ClusterRoles and ClusterRoleBindings of an app cluster: when to ask the API server again what people may do. */
import {
  core,
  createCache,
  type Cache,
  type CacheChange,
  type ClusterRole,
  type ClusterRoleBinding,
  type KubeObject,
  type Resource,
} from '@klutch/kube';
import { RightsChanges } from './RightsChanges';
import type { RoleBindingsOptions } from './RoleBindings';
import { optionalTimings } from './timings';

/** What grants rights, to notice changes of it; the rest is not kept. */
type Grants = KubeObject &
  Partial<
    Pick<ClusterRole, 'rules'> &
      Pick<ClusterRoleBinding, 'roleRef' | 'subjects'>
  >;

const grantsOnly = (object: Grants): Grants => {
  const { apiVersion, kind, metadata, rules, roleRef, subjects } = object;
  const { name, namespace, resourceVersion, uid } = metadata;
  return {
    apiVersion,
    kind,
    metadata: { name, namespace, resourceVersion, uid },
    rules,
    roleRef,
    subjects,
  };
};

const textOf = ({ rules, roleRef, subjects }: Grants): string =>
  JSON.stringify([rules, roleRef, subjects]);

/** In place of a namespace, of what grants rights in all; as `NamespaceAll` of Kubernetes. */
export const clusterWide = '';

/** Watches of what grants rights beside RoleBindings; of nothing where the portal may not watch all of it. */
export class Roles {
  readonly #changes: RightsChanges;
  readonly #caches: Cache<Grants>[];

  constructor({ client, logger, onChange }: RoleBindingsOptions) {
    this.#changes = new RightsChanges(onChange);
    this.#caches = [
      core.roles,
      core.clusterRoles,
      core.clusterRoleBindings,
    ].map(resource =>
      createCache({
        client,
        logger,
        resource: resource as Resource<Grants>,
        timings: optionalTimings,
        project: grantsOnly,
      }),
    );
  }

  /** Starts the watches, until the signal aborts. */
  start(signal: AbortSignal): void {
    signal.addEventListener('abort', () => this.#changes.stop(), {
      once: true,
    });
    for (const cache of this.#caches) {
      cache.start(signal);
      // The first list is no change.
      cache.whenSynced(signal).then(
        () => cache.subscribe(change => this.#onChange(change)),
        () => undefined,
      );
    }
  }

  /**
   * Differs from earlier values when a role for the namespace, or one for all, has changed; undefined while changes would
   * not be noticed.
   */
  revision(namespace: string): number | undefined {
    const isWatched = this.#caches.every(
      ({ synced, health }) => synced && health.reason !== 'Forbidden',
    );
    if (!isWatched) return undefined;
    return (
      this.#changes.revision(clusterWide) + this.#changes.revision(namespace)
    );
  }

  #onChange({ object, previous, type }: CacheChange<Grants>): void {
    const isSame =
      type === 'updated' && previous && textOf(previous) === textOf(object);
    if (!isSame) this.#changes.add(object.metadata.namespace ?? clusterWide);
  }
}
