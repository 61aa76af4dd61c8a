/** On which app clusters APIs are bound, and which are offered: from bindings, exports and templates. */
import {
  clusterBindingKey,
  type APIServiceExport,
  type ClusterBinding,
} from '@klutch/bind-api';
import type {
  AppClusters,
  RegisteredAppCluster,
} from '../clusters/AppClusters';
import type { ControlPlane } from '../clusters/ControlPlane';

export class BoundApis {
  constructor(
    private readonly options: {
      controlPlane: Pick<ControlPlane, 'caches' | 'offered'>;
      appClusters: Pick<
        AppClusters,
        'list' | 'findByClusterNamespace' | 'requireKnown'
      >;
    },
  ) {}

  /** Of all app clusters. */
  exports(): APIServiceExport[] {
    return this.options.controlPlane.caches.exports.list();
  }

  /**
   * Ids of the app clusters on which an API is bound: by their bindings, or by exports while an app cluster is
   * unreachable.
   */
  boundOn(resource: string): string[] {
    const exported = new Set(
      this.exports()
        .filter(({ metadata }) => metadata.name === resource)
        .map(({ metadata }) => metadata.namespace),
    );
    return this.options.appClusters
      .list()
      .filter(({ cluster, record }) =>
        cluster?.caches.bindings.synced
          ? cluster.caches.bindings
              .list()
              .some(({ metadata }) => metadata.name === resource)
          : exported.has(record.clusterNamespace),
      )
      .map(({ record }) => record.id);
  }

  /** Whether a template offers an API. */
  isOffered(resource: string): boolean {
    return this.options.controlPlane.offered().has(resource);
  }

  /** APIs that no template offers any more, and that are still bound on app clusters. */
  withdrawn(): string[] {
    const offered = this.options.controlPlane.offered();
    const exported = new Set(
      this.exports().map(({ metadata }) => metadata.name ?? ''),
    );
    return [...exported].filter(
      resource => !offered.has(resource) && this.boundOn(resource).length > 0,
    );
  }

  /**
   * App clusters that are visible to all users, ordered by title; one with a join command is included once the
   * command was used.
   */
  joined(): RegisteredAppCluster[] {
    const { appClusters, controlPlane } = this.options;
    const { clusterBindings } = controlPlane.caches;
    return appClusters
      .list()
      .filter(
        ({ connection, record }) =>
          connection === 'kubeconfig' ||
          clusterBindings.get(clusterBindingKey(record.clusterNamespace)),
      );
  }

  /**
   * {@link BoundApis.joined}, for the catalog, which removes the instances of app clusters that are missing.
   *
   * @throws ServiceUnavailableError while some may be missing
   */
  allJoined(): RegisteredAppCluster[] {
    this.options.appClusters.requireKnown();
    return this.joined();
  }

  /** Whether any export of the API exists. */
  isExported(resource: string): boolean {
    return this.exports().some(({ metadata }) => metadata.name === resource);
  }

  /** Observed state of an app cluster on the control plane. */
  controlPlaneState(clusterNamespace: string): {
    clusterBinding?: ClusterBinding;
    exports: APIServiceExport[];
  } {
    const { clusterBindings } = this.options.controlPlane.caches;
    return {
      clusterBinding: clusterBindings.get(clusterBindingKey(clusterNamespace)),
      exports: this.exports().filter(
        ({ metadata }) => metadata.namespace === clusterNamespace,
      ),
    };
  }

  /** Id of the app cluster with this cluster namespace; the namespace itself when none is registered. */
  clusterOf(clusterNamespace = ''): string {
    const { appClusters } = this.options;
    return (
      appClusters.findByClusterNamespace(clusterNamespace)?.record.id ??
      clusterNamespace
    );
  }
}
