import type { PolicyRule } from '@klutch/kube';

/**
 * One rule of a role, for one API group.
 * @param apiGroup - empty for the core group
 * @param resources - plurals, with subresources as `pods/log`
 * @param resourceNames - limits the rule to these objects; RBAC cannot limit `create` by name
 */
export const policyRule = (
  apiGroup: string,
  resources: string[],
  verbs: readonly string[],
  resourceNames?: string[],
): PolicyRule => ({
  apiGroups: [apiGroup],
  resources,
  ...(resourceNames && { resourceNames }),
  verbs: [...verbs],
});
