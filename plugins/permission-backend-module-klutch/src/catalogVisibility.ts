/** Who sees the entities of instances in the software catalog. Pure functions. */
import {
  AuthorizeResult,
  isResourcePermission,
  type Permission,
  type PermissionCondition,
  type PermissionCriteria,
  type PolicyDecision,
} from '@backstage/plugin-permission-common';
import { RESOURCE_TYPE_CATALOG_ENTITY } from '@backstage/plugin-catalog-common/alpha';
import {
  klutchClaimReadPermission,
  klutchPlatformReadPermission,
  KLUTCH_CLAIM_ANNOTATION,
  KLUTCH_VISIBILITY_ANNOTATION,
} from '@klutch/backstage-plugin-klutch-common';
import { hasPermission, type KlutchRoles } from './klutchRoles';

type Criteria = PermissionCriteria<PermissionCondition>;

/** A condition by a rule of the catalog; written out, because the catalog's backend may be another one. */
const catalogRule = (
  rule: string,
  params: PermissionCondition['params'],
): PermissionCondition => ({
  resourceType: RESOURCE_TYPE_CATALOG_ENTITY,
  rule,
  params,
});

const hasAnnotation = (annotation: string, value?: string) =>
  catalogRule('HAS_ANNOTATION', { annotation, ...(value && { value }) });

/** All entities except instances of others, without those that everybody may see. */
function visibleEntities(
  roles: KlutchRoles,
  ownershipRefs: readonly string[],
): Criteria {
  const mayOwn = hasPermission(roles, ownershipRefs, klutchClaimReadPermission);
  return {
    anyOf: [
      { not: hasAnnotation(KLUTCH_CLAIM_ANNOTATION) },
      hasAnnotation(KLUTCH_VISIBILITY_ANNOTATION, 'public'),
      ...(mayOwn
        ? [catalogRule('IS_ENTITY_OWNER', { claims: [...ownershipRefs] })]
        : []),
    ],
  };
}

/**
 * Limits a decision about catalog entities: instances are for their owners, and for auditors and operators. Other
 * decisions stay as they are.
 *
 * @param ownershipRefs - the person and their groups, as resolved by Backstage
 */
export function limitToVisibleInstances(
  permission: Permission,
  decision: PolicyDecision,
  roles: KlutchRoles,
  ownershipRefs: readonly string[],
): PolicyDecision {
  if (
    decision.result === AuthorizeResult.DENY ||
    !isResourcePermission(permission, RESOURCE_TYPE_CATALOG_ENTITY) ||
    hasPermission(roles, ownershipRefs, klutchPlatformReadPermission)
  ) {
    return decision;
  }
  const visible = visibleEntities(roles, ownershipRefs);
  return {
    result: AuthorizeResult.CONDITIONAL,
    pluginId: 'catalog',
    resourceType: RESOURCE_TYPE_CATALOG_ENTITY,
    conditions:
      decision.result === AuthorizeResult.CONDITIONAL
        ? { allOf: [decision.conditions, visible] }
        : visible,
  };
}
