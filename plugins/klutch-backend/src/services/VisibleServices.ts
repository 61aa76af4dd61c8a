/** The services that a caller may see. */
import { NotFoundError } from '@backstage/errors';
import {
  explain,
  klutchServiceReadPermission,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import { explainedError } from '../errors/explainedError';
import type { Caller } from '../identity/Caller';
import type { ResourcePermissions } from '../permissions/ResourcePermissions';
import type { ServiceCatalog } from './ServiceCatalog';

/** The catalog, as far as the permission policy lets callers see it. */
export class VisibleServices {
  constructor(
    private readonly catalog: ServiceCatalog,
    private readonly permissions: ResourcePermissions,
  ) {}

  /** @throws NotAllowedError when the caller may see no service */
  async list(caller: Caller): Promise<Schemas['Service'][]> {
    return this.catalog.list().filter(await this.#filterFor(caller));
  }

  /** @throws NotAllowedError as {@link VisibleServices.list}, NotFoundError for a service that the list does not have */
  async require(
    caller: Caller,
    resource: string,
  ): Promise<Schemas['ServiceDetail']> {
    const isVisible = await this.#filterFor(caller);
    const service = this.catalog.get(resource);
    if (service && isVisible(service)) return service;
    throw explainedError(
      NotFoundError,
      explain('ServiceNotOffered', { service: resource }),
    );
  }

  /** Conditions name the APIs of instances; those for bindings, backups and restores are shared by several services. */
  async #filterFor(caller: Caller) {
    const grant = await this.permissions.grantOnServices(
      caller,
      klutchServiceReadPermission,
      'see services',
    );
    return (service: Schemas['Service']) =>
      service.type !== 'instance' || grant.covers(() => service);
  }
}
