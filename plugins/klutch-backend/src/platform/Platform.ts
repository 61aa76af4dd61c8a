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
import type { ObservedKonnector } from './appClusters/AppClusterHistory';
import {
  appClusterPage,
  appClusterSummary,
  type AppClusterFacts,
  type AppClusterQuery,
} from './appClusters/appClusterSummaries';
import {
  exportPage,
  type ExportQuery,
  type IsReadable,
} from './exports/exportPage';
import type { Page } from './pageOf';
import { platformAppClusterView, requestView } from './platformViews';
import { permissionClaimView } from './templates/permissionClaims';
import { schemaState } from './templates/schemaState';
import { templateView, versionsView } from './templates/templateViews';

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
    const exports = this.#exports();
    return controlPlane.caches.crds
      .list()
      .filter(isOfferable)
      .flatMap(crd => {
        const info = inventory.service(crd.metadata.name ?? '');
        return info ? [{ crd, info }] : [];
      })
      .map(({ crd, info }) => ({
        resource: info.resource,
        group: info.api.group,
        plural: info.api.plural,
        kind: info.api.kind,
        title: info.title,
        offered: offered.has(info.resource),
        suggestedClaims: suggestedClaims(info.type).map(permissionClaimView),
        offerYaml: offerYaml(info),
        boundOn: this.boundOn(info.resource),
        versions: versionsView(crd),
        schema: schemaState(
          exports.filter(({ metadata }) => metadata.name === info.resource),
          namespace => this.clusterOf(namespace),
        ),
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
        requestView(request, this.clusterOf(request.metadata.namespace)),
      )
      .sort((a, b) => (b.createdAt ?? '').localeCompare(a.createdAt ?? ''));
  }

  /** The same; undefined while the control plane is unreachable, or before all are known. */
  knownRequests(): Schemas['ExportRequest'][] | undefined {
    const { caches, reachability } = this.#options.controlPlane;
    return caches.requests.synced && reachability.reachable
      ? this.requests()
      : undefined;
  }

  /** One page of the exports that the user may see. */
  exports(query: ExportQuery, isReadable: IsReadable): Page<Schemas['Export']> {
    const clusters = new Map(
      this.#options.appClusters
        .list()
        .map(({ record }) => [record.clusterNamespace, record]),
    );
    return exportPage(this.#exports(), clusters, query, isReadable);
  }

  /** App clusters, ordered by title. */
  appClusters(): Schemas['PlatformAppCluster'][] {
    const now = new Date();
    return this.#facts().map(({ registered, ...observed }) =>
      platformAppClusterView(registered, observed, now),
    );
  }

  /** One page of the app clusters that the user may see, in one line each. */
  appClusterSummaries(
    query: AppClusterQuery,
    isReadable: (id: string) => boolean,
  ): Page<Schemas['AppClusterSummary']> {
    const now = new Date();
    const summaries = this.#facts().map(facts => appClusterSummary(facts, now));
    return appClusterPage(summaries, query, isReadable);
  }

  /**
   * All app clusters with what their konnectors reported; undefined while the control plane is unreachable, or before
   * all are known.
   */
  observedKonnectors(): ObservedKonnector[] | undefined {
    const { appClusters, controlPlane } = this.#options;
    if (!appClusters.secrets.synced || !controlPlane.reachability.reachable) {
      return undefined;
    }
    return this.#facts().map(({ clusterBinding, registered }) => ({
      cluster: registered.record.id,
      clusterBinding,
    }));
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

  /** App clusters with what the control plane has of them; looks at each export once. */
  #facts(): AppClusterFacts[] {
    const { appClusters, controlPlane } = this.#options;
    const exports = new Map<string, APIServiceExport[]>();
    for (const apiExport of this.#exports()) {
      const { namespace = '' } = apiExport.metadata;
      const known = exports.get(namespace);
      if (known) known.push(apiExport);
      else exports.set(namespace, [apiExport]);
    }
    return appClusters.list().map(registered => {
      const { clusterNamespace } = registered.record;
      return {
        registered,
        clusterBinding: controlPlane.caches.clusterBindings.get(
          clusterBindingKey(clusterNamespace),
        ),
        exports: exports.get(clusterNamespace) ?? [],
      };
    });
  }

  #exports(): APIServiceExport[] {
    return this.#options.controlPlane.caches.exports.list();
  }

  /** Id of the app cluster with this cluster namespace; the namespace itself when none is registered. */
  clusterOf(clusterNamespace = ''): string {
    const { appClusters } = this.#options;
    return (
      appClusters.findByClusterNamespace(clusterNamespace)?.record.id ??
      clusterNamespace
    );
  }
}
