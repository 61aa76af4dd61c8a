/** What a konnector may do where its bindings are: on the app cluster, or in a cluster namespace of the control plane. */
import type { PolicyRule, Role, RoleBinding } from '@klutch/kube';
import { names } from './names';
import { policyRule } from './policyRule';

const rbacGroup = 'rbac.authorization.k8s.io';

/** Where bindings are. */
export const bindingRules: PolicyRule[] = [
  policyRule(names.group, ['apiservicebindings'], ['list', 'watch', 'patch']),
  policyRule(names.group, ['apiservicebindings/status'], ['patch']),
];

/** For one namespace: `create` cannot be limited to a name. */
export const leaseRule: PolicyRule = policyRule(
  'coordination.k8s.io',
  ['leases'],
  ['get', 'watch', 'create', 'patch'],
);

/** Role and RoleBinding of {@link remoteBindingRoles}, named as the reference names them. */
export const remoteBindingRole = 'control-plane-connector';

/**
 * What control-plane mode needs in a cluster namespace of the control plane, on top of `klutch-binder` and
 * `klutch-secret-reader` (the app cluster's kubeconfig is a Secret there): bindings and the Lease, for the reference's service account `klutch-binder` there.
 */
export const remoteBindingRoles = (namespace: string): [Role, RoleBinding] => {
  const metadata = { name: remoteBindingRole, namespace };
  return [
    {
      apiVersion: `${rbacGroup}/v1`,
      kind: 'Role',
      metadata,
      rules: [...bindingRules, leaseRule],
    },
    {
      apiVersion: `${rbacGroup}/v1`,
      kind: 'RoleBinding',
      metadata,
      roleRef: { apiGroup: rbacGroup, kind: 'Role', name: remoteBindingRole },
      subjects: [{ kind: 'ServiceAccount', name: names.binder, namespace }],
    },
  ];
};
