/** Additional rights for AppClusterBindings; without control-plane mode the backend has none of these rights. */
import {
  bindingRules,
  labels,
  leaseRule,
  names,
  policyRule,
  remoteBindingRole,
} from '@klutch/bind-api';
import type { ClusterRole, PolicyRule } from '@klutch/kube';
import { backendNames } from '../backendNames';

const rbacGroup = 'rbac.authorization.k8s.io';

/**
 * Secrets of any name can be read one by one, not listed, because kubeconfigs are in Secrets of the users' choice. The
 * copy, roles and Deployments have fixed names. `bindingRules` and `leaseRule` are included because the backend grants
 * these rights to konnectors.
 */
const rules: PolicyRule[] = [
  policyRule(names.group, ['appclusterbindings'], ['list', 'watch', 'patch']),
  policyRule(names.group, ['appclusterbindings/status'], ['patch']),
  policyRule(names.group, ['apiservicebindings'], ['create', 'delete']),
  policyRule(
    names.group,
    ['apiserviceexports', 'apiservicenamespaces'],
    ['delete'],
  ),
  policyRule('', ['secrets'], ['get']),
  policyRule(
    rbacGroup,
    ['roles'],
    ['get', 'create', 'patch'],
    [remoteBindingRole],
  ),
  policyRule(
    rbacGroup,
    ['rolebindings'],
    ['get', 'patch', 'delete'],
    [remoteBindingRole],
  ),
  policyRule(
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
