/** Orders of service bindings, backups and restores of an instance. */
import { InputError } from '@backstage/errors';
import {
  relatedRequest,
  type ClaimRef,
  type KlutchClient,
  type RelatedType,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import { unwrap, userError } from '../portal/portalErrors';

const titles: Record<RelatedType, string> = {
  binding: 'service bindings',
  backup: 'backups',
  restore: 'restores',
};

/** The service of an API, `<plural>.<group>`. */
export const getService = (
  client: KlutchClient,
  resource: string,
): Promise<Schemas['ServiceDetail']> =>
  unwrap(
    client.GET('/services/{resource}', { params: { path: { resource } } }),
  );

/**
 * The API, `<plural>.<group>`, that the service of an instance names for claims of a type.
 *
 * @throws InputError when the service has no claims of this type
 */
export function relatedApi(
  { relatedApis, title }: Schemas['Service'],
  type: RelatedType,
): string {
  const resource = relatedApis?.[type];
  if (resource) return resource;
  throw userError(InputError, `${title} has no ${titles[type]}.`);
}

/**
 * The order of a claim about an instance, in its namespace.
 *
 * @param service - the service of the instance
 * @throws InputError when the service has no claims of this type
 */
export const relatedClaim = (
  service: Schemas['Service'],
  instance: ClaimRef,
  claim: { type: RelatedType; name: string; backupRef?: string },
): Schemas['ClaimRequest'] =>
  relatedRequest(
    {
      resource: relatedApi(service, claim.type),
      serviceType: service.serviceType,
    },
    instance,
    claim.name,
    claim.backupRef ? { backupRef: claim.backupRef } : {},
  );
