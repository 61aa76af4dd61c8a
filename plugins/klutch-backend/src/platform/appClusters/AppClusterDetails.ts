/** One app cluster with everything that its page shows, from the live index and the history. */
import { names } from '@klutch/bind-api';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import type { ServiceInfo } from '../../claimApis/serviceInfo';
import type {
  AppClusters,
  RegisteredAppCluster,
} from '../../clusters/AppClusters';
import type { ControlPlane } from '../../clusters/ControlPlane';
import type { BoundApis } from '../../inventory/BoundApis';
import { platformAppClusterView } from '../platformViews';
import { appClusterCertificates } from '../setUp/appClusterCertificates';
import { compareCopies, type ApiObjects } from './apiCopies';
import { appClusterApi } from './appClusterApi';
import type { KonnectorHistory } from './KonnectorHistory';
import { appClusterSummary, isAllSuspended } from './appClusterSummaries';
import { konnectorToken } from './konnectorToken';
import { konnectorVersions } from './konnectorVersions';

export interface AppClusterDetailsOptions {
  appClusters: AppClusters;
  controlPlane: ControlPlane;
  history: Pick<KonnectorHistory, 'of'>;
  inventory: { service: (resource: string) => ServiceInfo | undefined };
  boundApis: Pick<BoundApis, 'controlPlaneState'>;
}

/** Reads app clusters for their pages. */
export class AppClusterDetails {
  readonly #options: AppClusterDetailsOptions;

  constructor(options: AppClusterDetailsOptions) {
    this.#options = options;
  }

  /**
   * The ends of certificates and credentials; none without a kubeconfig.
   *
   * @throws NotFoundError for an unknown app cluster
   */
  async certificates(id: string): Promise<Schemas['SetUpFinding'][]> {
    const { cluster } = this.#options.appClusters.require(id);
    return cluster
      ? appClusterCertificates(cluster, AbortSignal.timeout(10_000))
      : [];
  }

  /** @throws NotFoundError for an unknown app cluster */
  async get(id: string): Promise<Schemas['AppClusterDetail']> {
    const { appClusters, boundApis, history } = this.#options;
    const registered = appClusters.require(id);
    const observed = boundApis.controlPlaneState(
      registered.record.clusterNamespace,
    );
    const { clusterBinding, exports } = observed;
    const now = new Date();
    const view = platformAppClusterView(registered, observed, now);
    const resources = view.bindings.map(({ name }) => name);
    const exportOf = new Map(
      exports.map(one => [one.metadata.name ?? '', one]),
    );
    const bindings = registered.cluster?.caches.bindings;
    return {
      ...view,
      health: appClusterSummary({ registered, ...observed }, now).health,
      suspended: isAllSuspended(registered),
      konnector: konnectorVersions(view.konnectorVersion),
      token: konnectorToken(clusterBinding),
      history: await history.of(id),
      apis: resources.map(name =>
        appClusterApi(
          name,
          this.#titleOf(name),
          bindings?.get(`${names.appClusterNamespace}/${name}`),
          exportOf.get(name),
        ),
      ),
      ...compareCopies(
        // Copies of an API that was unbound stay, as does its export.
        [...new Set([...resources, ...exportOf.keys()])].map(resource =>
          this.#objectsOf(registered, resource),
        ),
        this.#namespacesOf(registered.record.clusterNamespace),
      ),
    };
  }

  #titleOf(resource: string): string {
    return this.#options.inventory.service(resource)?.title ?? resource;
  }

  #objectsOf({ cluster }: RegisteredAppCluster, resource: string): ApiObjects {
    const { providerCopies } = this.#options.controlPlane;
    const copies = providerCopies.get(resource)?.cache;
    const objects = cluster?.reachability.reachable
      ? cluster.claims.get(resource)?.cache
      : undefined;
    return {
      resource,
      title: this.#titleOf(resource),
      copiesIn: namespace => copies?.byIndex('namespace', namespace) ?? [],
      ...(objects?.synced && {
        objects: {
          count: objects.list().length,
          has: key => objects.get(key) !== undefined,
        },
      }),
    };
  }

  #namespacesOf(clusterNamespace: string) {
    return this.#options.controlPlane.caches.serviceNamespaces
      .byIndex('clusterNamespace', clusterNamespace)
      .flatMap(({ metadata, status }) =>
        status?.namespace
          ? [
              {
                namespace: metadata.name ?? '',
                serviceNamespace: status.namespace,
              },
            ]
          : [],
      );
  }
}
