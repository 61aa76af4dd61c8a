/** What a software catalog entity says about the claim or service that it stands for. */
import type { Entity } from '@backstage/catalog-model';
import {
  KLUTCH_CLAIM_ANNOTATION,
  KLUTCH_SERVICE_ANNOTATION,
} from '@klutch/backstage-plugin-klutch-common';
import type { ClaimKey } from '../api/types';

/** The claim that the entity stands for; undefined when the annotation is missing or wrong. */
export function claimOfEntity(entity: Entity): ClaimKey | undefined {
  const [cluster, namespace, resource, name, ...rest] =
    entity.metadata.annotations?.[KLUTCH_CLAIM_ANNOTATION]?.split('/') ?? [];
  return cluster && namespace && resource && name && rest.length === 0
    ? { cluster, namespace, resource, name }
    : undefined;
}

/** The service that the entity stands for, as `<plural>.<group>`. */
export function serviceOfEntity(entity: Entity): string | undefined {
  return entity.metadata.annotations?.[KLUTCH_SERVICE_ANNOTATION];
}

/** Whether the entity stands for a service instance. @public */
export function isKlutchInstance(entity: Entity): boolean {
  return claimOfEntity(entity) !== undefined;
}

/** Whether the entity stands for a service. @public */
export function isKlutchService(entity: Entity): boolean {
  return Boolean(serviceOfEntity(entity));
}
