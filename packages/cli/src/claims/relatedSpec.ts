/** Completes the spec of a service binding, backup or restore from the claim it refers to. Pure functions. */
import { relatedComposition } from '@klutch/backstage-plugin-klutch-common';
import { serviceTypeOf, type ClaimApi } from './ClaimApi';
import type { FoundClaim } from './readClaims';

/**
 * The fields that follow from the instance or backup that a claim refers to.
 *
 * @param source - the instance of a service binding or backup, the backup of a restore
 * @param api - API of the new claim
 */
export function relatedSpec(
  source: FoundClaim,
  { specSchema }: ClaimApi,
): Record<string, unknown> {
  const { spec = {}, metadata } = source.claim;
  const isInstance = source.api.type === 'instance';
  const composition = relatedComposition(spec.compositionRef?.name, specSchema);
  const serviceInstanceType = isInstance
    ? serviceTypeOf(source.api, specSchema)
    : spec.serviceInstanceType;
  return {
    [isInstance ? 'instanceRef' : 'backupRef']: metadata.name,
    ...(specSchema.properties?.serviceInstanceType && { serviceInstanceType }),
    ...(composition && { compositionRef: { name: composition } }),
  };
}
