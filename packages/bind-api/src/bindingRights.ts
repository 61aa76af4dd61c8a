/** RBAC rules of a konnector for its bindings: on the app cluster, or in a cluster namespace of the control plane cluster. */
import type { PolicyRule, Role, RoleBinding } from '@klutch/kube';
import { names } from './names';
import { policyRule } from './policyRule';

const rbacGroup = 'rbac.authorization.k8s.io';

/** Rules for the APIServiceBindings. */
export const bindingRules: PolicyRule[] = [
  policyRule(names.group, ['apiservicebindings'], ['list', 'watch', 'patch']),
  policyRule(names.group, ['apiservicebindings/status'], ['patch']),
];

/** Rules for the Lease, in one namespace: RBAC cannot limit `create` to a name. */
export const leaseRule: PolicyRule = policyRule(
  'coordination.k8s.io',
  ['leases'],
  ['get', 'watch', 'create', 'patch'],
);

/** Role and RoleBinding of {@link remoteBindingRoles}, named as in upstream Klutch. */
export const remoteBindingRole = 'control-plane-connector';

/**
 * Rights that control-plane mode needs in a cluster namespace in addition to `klutch-binder` and `klutch-secret-reader`
 * (the app cluster's kubeconfig is a Secret there): bindings and the Lease, for the service account `klutch-binder` of
 * upstream Klutch in that namespace.
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
