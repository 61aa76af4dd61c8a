/** The roles an operator applies before the backend starts: its own rights, and the static rights of every app cluster. */
import { clusterNamespaceRules, labels, names } from '@klutch/bind-api';
import type {
  ClusterRole,
  ClusterRoleBinding,
  PolicyRule,
  Subject,
} from '@klutch/kube';
import { backendNames } from '../backendNames';

const rbacGroup = 'rbac.authorization.k8s.io';
const observe = ['get', 'list', 'watch'];

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

const clusterRole = (
  name: string,
  rules: PolicyRule[],
  roleLabels?: Record<string, string>,
): ClusterRole => ({
  apiVersion: `${rbacGroup}/v1`,
  kind: 'ClusterRole',
  metadata: { name, ...(roleLabels && { labels: roleLabels }) },
  rules,
});

/** What an app cluster may do in its own cluster namespace: its konnector, and who binds. Bound there by the backend. */
const binderRules: PolicyRule[] = [
  ...clusterNamespaceRules(),
  rule(names.group, ['apiserviceexportrequests'], ['get', 'create']),
];

/**
 * No wildcard, no `escalate`; `bind` for one named role. Secrets and service accounts are restricted to fixed names
 * wherever RBAC can (not for `create`). ClusterRoleBindings can only be removed: the backend never makes one.
 */
const backendRules: PolicyRule[] = [
  rule(
    names.group,
    ['apiserviceexportrequests'],
    [...observe, 'create', 'delete'],
  ),
  rule(names.group, ['apiserviceexports'], [...observe, 'create', 'patch']),
  rule(names.group, ['apiservicenamespaces'], [...observe, 'patch']),
  rule(names.group, ['clusterbindings'], [...observe, 'create']),
  rule(
    names.group,
    [
      'apiserviceexportrequests/status',
      'apiserviceexports/status',
      'apiservicenamespaces/status',
      'clusterbindings/status',
    ],
    ['patch'],
  ),
  rule(names.templateGroup, ['apiserviceexporttemplates'], observe),
  rule('apiextensions.k8s.io', ['customresourcedefinitions'], observe),
  rule('', ['namespaces'], [...observe, 'create', 'delete']),
  rule('', ['serviceaccounts', 'secrets'], ['create']),
  rule('', ['serviceaccounts'], observe, [names.binder]),
  rule('', ['serviceaccounts/token'], ['create'], [names.binder]),
  rule('', ['secrets'], [...observe, 'patch'], [names.kubeconfigSecret]),
  rule('', ['secrets'], [...observe, 'delete'], [...backendNames.tokenSecrets]),
  rule(rbacGroup, ['clusterroles'], [...observe, 'create', 'patch']),
  rule(rbacGroup, ['clusterroles'], ['bind'], [names.binder]),
  rule(rbacGroup, ['rolebindings'], ['create']),
  rule(
    rbacGroup,
    ['rolebindings'],
    [...observe, 'patch', 'delete'],
    [names.binder],
  ),
  rule(rbacGroup, ['clusterrolebindings'], ['list', 'watch', 'delete']),
];

/**
 * ClusterRoles for an operator to apply: `klutch-binding-backend` (gathers all roles labelled for the backend),
 * `klutch-binding-backend-base` (what it always needs) and `klutch-binder` (what each app cluster may do in its cluster
 * namespace). Rights on offered APIs come with {@link templateRole}.
 */
export const backendRoles = (): ClusterRole[] => {
  const label = { [labels.aggregateToBackend]: 'true' };
  return [
    {
      apiVersion: `${rbacGroup}/v1`,
      kind: 'ClusterRole',
      metadata: { name: backendNames.role },
      aggregationRule: { clusterRoleSelectors: [{ matchLabels: label }] },
    },
    clusterRole(backendNames.baseRole, backendRules, label),
    clusterRole(names.binder, binderRules),
  ];
};

/**
 * ClusterRoleBinding that gives an identity the backend's role.
 * @param subject - user, group or service account the backend runs as
 */
export const backendRoleBinding = (subject: Subject): ClusterRoleBinding => ({
  apiVersion: `${rbacGroup}/v1`,
  kind: 'ClusterRoleBinding',
  metadata: { name: backendNames.role },
  roleRef: {
    apiGroup: rbacGroup,
    kind: 'ClusterRole',
    name: backendNames.role,
  },
  subjects: [subject],
});
