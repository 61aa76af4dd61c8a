/** The konnector's rights on an app cluster: exactly the verbs it uses, and nothing on APIs that are not bound. */
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

/** Names of what the konnector runs as. */
export const konnectorIdentity = {
  /** Namespace of the konnector and of what it works with. */
  namespace: names.appClusterNamespace,
  serviceAccount: names.konnector,
  /** ClusterRole that gathers all others; bound to the service account. */
  role: 'klutch-konnector',
  /** ClusterRole with what is needed whatever is bound. */
  baseRole: 'klutch-konnector-base',
  /** A ClusterRole with this label (value `"true"`) adds to the rights; one comes with each binding. */
  aggregationLabel: labels.aggregateToKonnector,
} as const;

/** API group of roles. */
const rbacGroup = 'rbac.authorization.k8s.io';

/** One object of what the konnector needs before anything is bound. */
export type KonnectorObject =
  | Namespace
  | ServiceAccount
  | ClusterRole
  | ClusterRoleBinding
  | Role
  | RoleBinding;

/**
 * On the app cluster, wherever bindings are. CRDs are deleted at unbind only, and only those the konnector installed and
 * that hold no object any more.
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

/** Kubeconfig secrets have generated names, so the right is limited to their namespace. */
const ownNamespaceRules: PolicyRule[] = [
  policyRule('', ['secrets'], ['get', 'list', 'watch', 'patch']),
  leaseRule,
];

const subjects = [
  {
    kind: 'ServiceAccount',
    name: konnectorIdentity.serviceAccount,
    namespace: konnectorIdentity.namespace,
  },
];

/** Namespace, service account, the aggregated ClusterRole with its binding, and the ClusterRole of these rules. */
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
 * Everything the konnector needs before anything is bound: namespace, service account, the aggregated ClusterRole
 * `klutch-konnector` with its binding, the ClusterRole `klutch-konnector-base`, and the Role for kubeconfig secrets and
 * the Lease in `klutch-bind`. Apply them in this order. Rights on a bound API and on claimed types come with the binding, as a
 * ClusterRole labelled `klutch.anynines.com/aggregate-to-konnector: "true"`.
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
