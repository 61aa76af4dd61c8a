/** RBAC of the konnector on an app cluster: exactly the verbs that it uses, and no rights on unbound APIs. */
import type {
  ClusterRole,
  ClusterRoleBinding,
  PolicyRule,
  Role,
  RoleBinding,
  ServiceAccount,
  Namespace,
} from '@klutch/kube';
import { bindingRules, leaseRule } from './bindingRights';
import { labels, names } from './names';
import { policyRule } from './policyRule';

/** Names of the konnector's namespace, service account and roles. */
export const konnectorIdentity = {
  /** Namespace of the konnector, its bindings and kubeconfig secrets. */
  namespace: names.appClusterNamespace,
  serviceAccount: names.konnector,
  /** Aggregated ClusterRole; bound to the service account. */
  role: 'klutch-konnector',
  /** ClusterRole with the rights that are independent of bound APIs. */
  baseRole: 'klutch-konnector-base',
  /** ClusterRoles with this label (value `"true"`) are aggregated; each binding adds one. */
  aggregationLabel: labels.aggregateToKonnector,
} as const;

/** API group of roles. */
const rbacGroup = 'rbac.authorization.k8s.io';

/** One manifest of {@link konnectorRoles}. */
export type KonnectorObject =
  | Namespace
  | ServiceAccount
  | ClusterRole
  | ClusterRoleBinding
  | Role
  | RoleBinding;

/**
 * Rules on the app cluster, independent of where the bindings are. CRDs are deleted only at unbind, and only if the
 * konnector installed them and they have no objects any more.
 */
export const appClusterRules: PolicyRule[] = [
  policyRule('', ['namespaces'], ['get', 'list', 'watch']),
  policyRule('', ['events'], ['create']),
  policyRule(
    'apiextensions.k8s.io',
    ['customresourcedefinitions'],
    ['get', 'list', 'watch', 'create', 'patch', 'delete'],
  ),
];

/**
 * Kubeconfig secrets have generated names, so RBAC can only be limited to their namespace. Leases are listed to find
 * konnectors of another number of shards.
 */
const ownNamespaceRules: PolicyRule[] = [
  policyRule('', ['secrets'], ['get', 'list', 'watch', 'patch']),
  { ...leaseRule, verbs: [...leaseRule.verbs, 'list'] },
];

const subjects = [
  {
    kind: 'ServiceAccount',
    name: konnectorIdentity.serviceAccount,
    namespace: konnectorIdentity.namespace,
  },
];

/** Namespace, service account, the aggregated ClusterRole with its binding, and a ClusterRole with the given rules. */
export function clusterWideRoles(rules: PolicyRule[]): KonnectorObject[] {
  const { namespace, serviceAccount, role, baseRole, aggregationLabel } =
    konnectorIdentity;
  const label = { [aggregationLabel]: 'true' };
  return [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
    {
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name: serviceAccount, namespace },
    },
    {
      apiVersion: `${rbacGroup}/v1`,
      kind: 'ClusterRole',
      metadata: { name: role },
      aggregationRule: { clusterRoleSelectors: [{ matchLabels: label }] },
    },
    {
      apiVersion: `${rbacGroup}/v1`,
      kind: 'ClusterRole',
      metadata: { name: baseRole, labels: label },
      rules,
    },
    {
      apiVersion: `${rbacGroup}/v1`,
      kind: 'ClusterRoleBinding',
      metadata: { name: role },
      roleRef: { apiGroup: rbacGroup, kind: 'ClusterRole', name: role },
      subjects,
    },
  ];
}

/**
 * Manifests that the konnector needs before the first binding: namespace, service account, the aggregated ClusterRole
 * `klutch-konnector` with its binding, the ClusterRole `klutch-konnector-base`, and the Role for kubeconfig secrets and
 * the Lease in `klutch-bind`. They have to be applied in this order. Each binding adds the rights on its API and claimed
 * types, as a ClusterRole labelled `klutch.anynines.com/aggregate-to-konnector: "true"`.
 */
export function konnectorRoles(): KonnectorObject[] {
  const { namespace, role } = konnectorIdentity;
  return [
    ...clusterWideRoles([...appClusterRules, ...bindingRules]),
    {
      apiVersion: `${rbacGroup}/v1`,
      kind: 'Role',
      metadata: { name: role, namespace },
      rules: ownNamespaceRules,
    },
    {
      apiVersion: `${rbacGroup}/v1`,
      kind: 'RoleBinding',
      metadata: { name: role, namespace },
      roleRef: { apiGroup: rbacGroup, kind: 'Role', name: role },
      subjects,
    },
  ];
}
