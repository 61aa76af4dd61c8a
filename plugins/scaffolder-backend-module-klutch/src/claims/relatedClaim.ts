/** Orders of service bindings, backups and restores of an instance. */
import { InputError } from '@backstage/errors';
import type { JsonObject } from '@backstage/types';
import type {
  ClaimRef,
  KlutchClient,
  Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import { unwrap, userError } from '../portal/portalErrors';

type RelatedType = Exclude<Schemas['ClaimType'], 'instance'>;

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
  { cluster, namespace }: ClaimRef,
  claim: { type: RelatedType; name: string; spec: JsonObject },
): Schemas['ClaimRequest'] => ({
  cluster,
  namespace,
  resource: relatedApi(service, claim.type),
  name: claim.name,
  spec: {
    ...claim.spec,
    ...(service.serviceType && { serviceInstanceType: service.serviceType }),
  },
});
