/** The offered services, each with the data for its order form. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { apiVersionOf } from '@klutch/kube';
import type { ServiceInfo } from '../claimApis/serviceInfo';
import type { Inventory } from '../inventory/Inventory';
import type { BoundApis } from '../inventory/BoundApis';
import { formSchema } from './formSchema';
import { otherOffersOf, plansOf, versionsOf } from '../claimApis/planChoices';

export interface ServiceCatalogOptions {
  inventory: Inventory;
  boundApis: BoundApis;
}

/** Services, from the live index. */
export class ServiceCatalog {
  readonly #options: ServiceCatalogOptions;

  constructor(options: ServiceCatalogOptions) {
    this.#options = options;
  }

  /** Services that are offered, or were withdrawn and are still bound, ordered by title. */
  list(): Schemas['Service'][] {
    return this.#services().map(info => this.#view(info));
  }

  /** One service of {@link ServiceCatalog.list}; undefined for any other. */
  get(resource: string): Schemas['ServiceDetail'] | undefined {
    const info = this.#services().find(
      service => service.resource === resource,
    );
    if (!info) return undefined;
    return {
      ...this.#view(info),
      apiVersion: apiVersionOf(info.api),
      group: info.api.group,
      plural: info.api.plural,
      plans: plansOf(info),
      ...otherOffersOf(info),
      ...(info.defaultComposition && {
        defaultComposition: info.defaultComposition,
      }),
      schema: formSchema(info),
    };
  }

  #services(): ServiceInfo[] {
    const { boundApis, inventory } = this.#options;
    const withdrawn = boundApis
      .withdrawn()
      .flatMap(resource => inventory.service(resource) ?? []);
    return [...inventory.offered(), ...withdrawn].sort((a, b) =>
      a.title.localeCompare(b.title),
    );
  }

  #view(info: ServiceInfo): Schemas['Service'] {
    const { boundApis } = this.#options;
    const bound = new Set(boundApis.boundOn(info.resource));
    return {
      resource: info.resource,
      kind: info.api.kind,
      type: info.type,
      ...(info.serviceType && { serviceType: info.serviceType }),
      ...(info.type === 'instance' && { relatedApis: info.relatedApis }),
      ...(info.restoresElsewhere && { restoresElsewhere: true }),
      title: info.title,
      description: info.description,
      icon: info.icon,
      ...(info.docsUrl && { docsUrl: info.docsUrl }),
      offered: boundApis.isOffered(info.resource),
      versions: versionsOf(info),
      clusters: boundApis.joined().map(({ record: { id, title } }) => ({
        id,
        title,
        bound: bound.has(id),
      })),
    };
  }
}
