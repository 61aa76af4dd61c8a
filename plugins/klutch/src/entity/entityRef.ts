/** Reads the claim or service from a catalog entity's annotations. */
import type { Entity } from '@backstage/catalog-model';
import {
  KLUTCH_CLAIM_ANNOTATION,
  KLUTCH_SERVICE_ANNOTATION,
  parseClaimRef,
  type ClaimRef,
} from '@klutch/backstage-plugin-klutch-common';

/** The entity's claim; undefined when the annotation is missing or malformed. */
export function claimOfEntity(entity: Entity): ClaimRef | undefined {
  return parseClaimRef(
    entity.metadata.annotations?.[KLUTCH_CLAIM_ANNOTATION] ?? '',
  );
}

/** The entity's service, as `<plural>.<group>`. */
export function serviceOfEntity(entity: Entity): string | undefined {
  return entity.metadata.annotations?.[KLUTCH_SERVICE_ANNOTATION];
}

/** Whether the entity represents a service instance. @public */
export function isKlutchInstance(entity: Entity): boolean {
  return claimOfEntity(entity) !== undefined;
}

/** Whether the entity represents a service. @public */
export function isKlutchService(entity: Entity): boolean {
  return Boolean(serviceOfEntity(entity));
}
