/** Lists for the platform pages, from the live index. */
import {
  apiName,
  clusterBindingKey,
  isOfferable,
  suggestedClaims,
  toYaml,
  type APIServiceExport,
  type ClusterBinding,
} from '@klutch/bind-api';
import { planTemplate, templateApi } from '@klutch/binding-backend';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import type { ServiceInfo } from '../claimApis/serviceInfo';
import type {
  AppClusters,
  RegisteredAppCluster,
} from '../clusters/AppClusters';
import type { ControlPlane } from '../clusters/ControlPlane';
import type { Inventory } from '../inventory/Inventory';
import {
  exportView,
  permissionClaimView,
  platformAppClusterView,
  requestView,
  templateView,
} from './platformViews';

/** Dependencies of {@link Platform}. */
export interface PlatformOptions {
  controlPlane: ControlPlane;
  appClusters: AppClusters;
  inventory: Inventory;
}

/** The objects that an offer creates, in an order that kubectl can apply. */
function offerYaml(info: ServiceInfo): string {
  const [template, ...roles] = planTemplate({
    group: info.api.group,
    resource: info.api.plural,
    claims: suggestedClaims(info.type),
  });
  return toYaml([...roles, template]);
}

/** Lists of templates, requests, exports and app clusters for operators. */
export class Platform {
  readonly #options: PlatformOptions;

  constructor(options: PlatformOptions) {
    this.#options = options;
  }

  /** APIs of the control plane that can be offered, ordered by title. */
  apis(): Schemas['Api'][] {
    const { controlPlane, inventory } = this.#options;
    const offered = controlPlane.offered();
    return controlPlane.caches.crds
      .list()
      .filter(isOfferable)
      .flatMap(({ metadata }) => inventory.service(metadata.name ?? '') ?? [])
      .map(info => ({
        resource: info.resource,
        group: info.api.group,
        plural: info.api.plural,
        kind: info.api.kind,
        title: info.title,
        offered: offered.has(info.resource),
        suggestedClaims: suggestedClaims(info.type).map(permissionClaimView),
        offerYaml: offerYaml(info),
        boundOn: this.boundOn(info.resource),
      }))
      .sort((a, b) => a.title.localeCompare(b.title));
  }

  /** Templates, ordered by API. */
  templates(): Schemas['ExportTemplate'][] {
    const { controlPlane, inventory } = this.#options;
    return controlPlane.caches.templates
      .list()
      .map(template => {
        const resource = apiName(templateApi(template));
        const crd = controlPlane.caches.crds.get(resource);
        const title =
          crd && isOfferable(crd)
            ? inventory.service(resource)?.title
            : undefined;
        return templateView(template, {
          ...(title && { title }),
          boundOn: this.boundOn(resource),
        });
      })
      .sort((a, b) => a.resource.localeCompare(b.resource));
  }

  /** Export requests, newest first. */
  requests(): Schemas['ExportRequest'][] {
    return this.#options.controlPlane.caches.requests
      .list()
      .map(request =>
        requestView(request, this.#clusterOf(request.metadata.namespace)),
      )
      .sort((a, b) => (b.createdAt ?? '').localeCompare(a.createdAt ?? ''));
  }

  /** Exports, ordered by app cluster and name. */
  exports(): Schemas['Export'][] {
    return this.#exports()
      .map(item => exportView(item, this.#clusterOf(item.metadata.namespace)))
      .sort(
        (a, b) =>
          a.cluster.localeCompare(b.cluster) || a.name.localeCompare(b.name),
      );
  }

  /** App clusters, ordered by title. */
  appClusters(): Schemas['PlatformAppCluster'][] {
    return this.#options.appClusters
      .list()
      .map(registered =>
        platformAppClusterView(
          registered,
          this.controlPlaneState(registered.record.clusterNamespace),
          new Date(),
        ),
      );
  }

  /** Observed state of an app cluster on the control plane. */
  controlPlaneState(clusterNamespace: string): {
    clusterBinding?: ClusterBinding;
    exports: APIServiceExport[];
  } {
    const { clusterBindings } = this.#options.controlPlane.caches;
    return {
      clusterBinding: clusterBindings.get(clusterBindingKey(clusterNamespace)),
      exports: this.#exports().filter(
        ({ metadata }) => metadata.namespace === clusterNamespace,
      ),
    };
  }

  /**
   * Ids of the app clusters on which an API is bound: by their bindings, or by exports while an app cluster is
   * unreachable.
   */
  boundOn(resource: string): string[] {
    const exported = new Set(
      this.#exports()
        .filter(({ metadata }) => metadata.name === resource)
        .map(({ metadata }) => metadata.namespace),
    );
    return this.#options.appClusters
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
    return this.#options.controlPlane.offered().has(resource);
  }

  /** APIs that no template offers any more, and that are still bound on app clusters. */
  withdrawn(): string[] {
    const offered = this.#options.controlPlane.offered();
    const exported = new Set(
      this.#exports().map(({ metadata }) => metadata.name ?? ''),
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
    const { appClusters, controlPlane } = this.#options;
    const { clusterBindings } = controlPlane.caches;
    return appClusters
      .list()
      .filter(
        ({ connection, record }) =>
          connection === 'kubeconfig' ||
          clusterBindings.get(clusterBindingKey(record.clusterNamespace)),
      );
  }

  /** The same, @throws ServiceUnavailableError while some may be missing: the catalog would remove their instances */
  allJoined(): RegisteredAppCluster[] {
    this.#options.appClusters.requireKnown();
    return this.joined();
  }

  /** Whether any export of the API exists. */
  isExported(resource: string): boolean {
    return this.#exports().some(({ metadata }) => metadata.name === resource);
  }

  #exports(): APIServiceExport[] {
    return this.#options.controlPlane.caches.exports.list();
  }

  #clusterOf(clusterNamespace = ''): string {
    const { appClusters } = this.#options;
    return (
      appClusters.findByClusterNamespace(clusterNamespace)?.record.id ??
      clusterNamespace
    );
  }
}
