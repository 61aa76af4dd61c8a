/** The offered services, and for each what a form needs. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { apiVersionOf } from '@klutch/kube';
import type { AppClusters } from '../clusters/AppClusters';
import type { Inventory } from '../inventory/Inventory';
import type { Platform } from '../platform/Platform';
import { plansOf, versionsOf, type ServiceInfo } from './serviceInfo';

/** What the catalog is made of. */
export interface ServiceCatalogOptions {
  inventory: Inventory;
  appClusters: AppClusters;
  platform: Platform;
}

/** Services, from the live index. */
export class ServiceCatalog {
  readonly #options: ServiceCatalogOptions;

  constructor(options: ServiceCatalogOptions) {
    this.#options = options;
  }

  /** Offered services, by title. */
  list(): Schemas['Service'][] {
    return this.#options.inventory.offered().map(info => this.#view(info));
  }

  /** A service that is offered, or was and is still bound somewhere; undefined for any other. */
  get(resource: string): Schemas['ServiceDetail'] | undefined {
    const { inventory, platform } = this.#options;
    const info =
      inventory.offered().find(service => service.resource === resource) ??
      (platform.boundOn(resource).length > 0
        ? inventory.service(resource)
        : undefined);
    if (!info) return undefined;
    return {
      ...this.#view(info),
      apiVersion: apiVersionOf(info.api),
      group: info.api.group,
      plural: info.api.plural,
      plans: plansOf(info),
      ...(info.defaultComposition && {
        defaultComposition: info.defaultComposition,
      }),
      schema: info.schema,
    };
  }

  #view(info: ServiceInfo): Schemas['Service'] {
    const { appClusters, platform } = this.#options;
    const bound = new Set(platform.boundOn(info.resource));
    return {
      resource: info.resource,
      kind: info.api.kind,
      type: info.type,
      ...(info.serviceType && { serviceType: info.serviceType }),
      ...(info.type === 'instance' && { relatedApis: info.relatedApis }),
      title: info.title,
      description: info.description,
      icon: info.icon,
      versions: versionsOf(info),
      clusters: appClusters.list().map(({ record: { id, title } }) => ({
        id,
        title,
        bound: bound.has(id),
      })),
    };
  }
}
