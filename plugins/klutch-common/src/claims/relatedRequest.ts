/** Orders of what is about an instance: service bindings, backups and restores. Pure functions. */
import type { ClaimRef } from '../claimRef';
import type { Schemas } from '../client';

/** Types of claims about an instance. @public */
export type RelatedType = Exclude<Schemas['ClaimType'], 'instance'>;

/**
 * The request for a claim about an instance, in its namespace. The portal adds the composition, which is of the instance's
 * automation.
 *
 * @param api - API of the claim, and the type of the instance's service
 * @param spec - fields beside those that name the instance; `backupRef` of a restore
 * @public
 */
export function relatedRequest(
  api: {
    resource: string;
    serviceType: Schemas['Service']['serviceType'];
  },
  { cluster, namespace, name: instanceRef }: Omit<ClaimRef, 'resource'>,
  name: string,
  spec?: Record<string, unknown>,
): Schemas['ClaimRequest'] {
  const { resource, serviceType: serviceInstanceType } = api;
  return {
    cluster,
    namespace,
    resource,
    name,
    spec: {
      instanceRef,
      ...(serviceInstanceType && { serviceInstanceType }),
      ...spec,
    },
  };
}
