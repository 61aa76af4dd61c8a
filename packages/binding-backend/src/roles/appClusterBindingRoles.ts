/** The rights that AppClusterBindings cost, for operators who want them; without the mode the backend has none of these. */
import {
  bindingRules,
  labels,
  leaseRule,
  names,
  remoteBindingRole,
} from '@klutch/bind-api';
import type { ClusterRole, PolicyRule } from '@klutch/kube';
import { backendNames } from '../backendNames';

const rbacGroup = 'rbac.authorization.k8s.io';

const rule = (
  apiGroup: string,
  resources: string[],
  verbs: string[],
  resourceNames?: string[],
): PolicyRule => ({
  apiGroups: [apiGroup],
  resources,
  ...(resourceNames && { resourceNames }),
  verbs,
});

/**
 * Secrets of any name can be read one by one, not listed: kubeconfigs are where their owners put them. The copy, roles
 * and Deployments have fixed names. `bindingRules` and `leaseRule` are there to be passed on to konnectors.
 */
const rules: PolicyRule[] = [
  rule(names.group, ['appclusterbindings'], ['list', 'watch', 'patch']),
  rule(names.group, ['appclusterbindings/status'], ['patch']),
  rule(names.group, ['apiservicebindings'], ['create', 'delete']),
  rule(names.group, ['apiserviceexports', 'apiservicenamespaces'], ['delete']),
  rule('', ['secrets'], ['get']),
  rule(rbacGroup, ['roles'], ['get', 'create', 'patch'], [remoteBindingRole]),
  rule(
    rbacGroup,
    ['rolebindings'],
    ['get', 'patch', 'delete'],
    [remoteBindingRole],
  ),
  rule(
    'apps',
    ['deployments'],
    ['get', 'create', 'patch', 'delete'],
    [names.konnector],
  ),
  ...bindingRules,
  leaseRule,
];

/**
 * ClusterRole that adds AppClusterBindings to the backend's rights; apply it together with `controlPlaneModeCrds` of
 * `@klutch/bind-api` before the option `appClusterBindings` is set.
 */
export const appClusterBindingRoles = (): ClusterRole[] => [
  {
    apiVersion: `${rbacGroup}/v1`,
    kind: 'ClusterRole',
    metadata: {
      name: `${backendNames.role}-app-cluster-bindings`,
      labels: { [labels.aggregateToBackend]: 'true' },
    },
    rules,
  },
];
