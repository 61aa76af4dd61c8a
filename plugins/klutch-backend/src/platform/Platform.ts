/** Lists for the platform pages, from the live index. */
import {
  apiName,
  clusterBindingKey,
  isOfferable,
  suggestedClaims,
  toYaml,
  type APIServiceExport,
} from '@klutch/bind-api';
import { planTemplate, templateApi } from '@klutch/binding-backend';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import type { ServiceInfo } from '../claimApis/serviceInfo';
import type { AppClusters } from '../clusters/AppClusters';
import type { ControlPlane } from '../clusters/ControlPlane';
import type { BoundApis } from '../inventory/BoundApis';
import type { Inventory } from '../inventory/Inventory';
import type { ObservedKonnector } from './appClusters/KonnectorHistory';
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

export interface PlatformOptions {
  controlPlane: ControlPlane;
  appClusters: AppClusters;
  inventory: Inventory;
  boundApis: BoundApis;
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
    const exports = this.#options.boundApis.exports();
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
        boundOn: this.#options.boundApis.boundOn(info.resource),
        versions: versionsView(crd),
        schema: schemaState(
          exports.filter(({ metadata }) => metadata.name === info.resource),
          namespace => this.#options.boundApis.clusterOf(namespace),
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
          boundOn: this.#options.boundApis.boundOn(resource),
        });
      })
      .sort((a, b) => a.resource.localeCompare(b.resource));
  }

  /** Export requests, newest first. */
  requests(): Schemas['ExportRequest'][] {
    return this.#options.controlPlane.caches.requests
      .list()
      .map(request =>
        requestView(
          request,
          this.#options.boundApis.clusterOf(request.metadata.namespace),
        ),
      )
      .sort((a, b) => (b.createdAt ?? '').localeCompare(a.createdAt ?? ''));
  }

  /** {@link Platform.requests}; undefined while the control plane is unreachable, or before all are known. */
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
    return exportPage(
      this.#options.boundApis.exports(),
      clusters,
      query,
      isReadable,
    );
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

  /** App clusters with what the control plane has of them; looks at each export once. */
  #facts(): AppClusterFacts[] {
    const { appClusters, controlPlane } = this.#options;
    const exports = new Map<string, APIServiceExport[]>();
    for (const apiExport of this.#options.boundApis.exports()) {
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
}
