/**
 * The roles an operator applies before the backend starts: its own rights, and the static rights of every app cluster.
 */
import {
  admissionGroup,
  clusterNamespaceRules,
  labels,
  names,
  policyRule,
  secretReaderRules,
} from '@klutch/bind-api';
import type {
  ClusterRole,
  ClusterRoleBinding,
  PolicyRule,
  Subject,
} from '@klutch/kube';
import { backendNames, serviceNamespaceQuota } from '../backendNames';

const rbacGroup = 'rbac.authorization.k8s.io';
const listWatch = ['list', 'watch'];
const read = ['get', ...listWatch];

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

/**
 * Rights of an app cluster in its own cluster namespace, for its konnector and for users who bind. Bound there by the
 * backend.
 */
const binderRules: PolicyRule[] = [
  ...clusterNamespaceRules(),
  policyRule(names.group, ['apiserviceexportrequests'], ['get', 'create']),
];

/**
 * No wildcard, no `escalate`; `bind` for two named roles. Secrets and service accounts are restricted to fixed names
 * wherever RBAC can (not for `create`). ClusterRoles are only read, ClusterRoleBindings only deleted.
 */
const backendRules: PolicyRule[] = [
  policyRule(
    names.group,
    ['apiserviceexportrequests'],
    [...listWatch, 'create', 'delete'],
  ),
  policyRule(names.group, ['apiserviceexports'], [...read, 'create', 'patch']),
  policyRule(names.group, ['apiservicenamespaces'], [...listWatch, 'patch']),
  policyRule(names.group, ['clusterbindings'], [...listWatch, 'create']),
  policyRule(
    names.group,
    [
      'apiserviceexportrequests/status',
      'apiserviceexports/status',
      'apiservicenamespaces/status',
      'clusterbindings/status',
    ],
    ['patch'],
  ),
  policyRule(names.templateGroup, ['apiserviceexporttemplates'], listWatch),
  policyRule('apiextensions.k8s.io', ['customresourcedefinitions'], read),
  policyRule('', ['namespaces'], [...read, 'create', 'delete']),
  policyRule('', ['serviceaccounts', 'secrets'], ['create']),
  policyRule('', ['serviceaccounts'], read, [names.binder]),
  policyRule('', ['serviceaccounts/token'], ['create'], [names.binder]),
  policyRule('', ['secrets'], [...read, 'patch'], [names.kubeconfigSecret]),
  policyRule(
    '',
    ['secrets'],
    [...read, 'delete'],
    [...backendNames.tokenSecrets],
  ),
  policyRule('', ['secrets'], [...listWatch, 'delete'], [names.binder]),
  policyRule('', ['resourcequotas'], ['create']),
  policyRule(
    '',
    ['resourcequotas'],
    [...listWatch, 'patch'],
    [serviceNamespaceQuota.name],
  ),
  policyRule(
    admissionGroup,
    ['validatingadmissionpolicies', 'validatingadmissionpolicybindings'],
    ['get'],
    [backendNames.tenantPolicy],
  ),
  policyRule(rbacGroup, ['clusterroles'], read),
  policyRule(
    rbacGroup,
    ['clusterroles'],
    ['bind'],
    [names.binder, backendNames.secretReader],
  ),
  policyRule(rbacGroup, ['rolebindings'], [...read, 'create']),
  policyRule(rbacGroup, ['rolebindings'], ['patch', 'delete'], [names.binder]),
  policyRule(
    rbacGroup,
    ['rolebindings'],
    ['patch'],
    [backendNames.secretReader],
  ),
  policyRule(rbacGroup, ['clusterrolebindings'], [...listWatch, 'delete']),
];

/**
 * ClusterRoles for an operator to apply: `klutch-binding-backend` (aggregates all roles labelled for the backend),
 * `klutch-binding-backend-base` (the rights the backend always needs), `klutch-binder` (the rights of each app cluster
 * in its cluster namespace) and `klutch-secret-reader` (additional rights of the reference's konnector). The rights
 * that the backend may grant on an offered API are in {@link templateRoles}.
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
    clusterRole(backendNames.secretReader, secretReaderRules()),
  ];
};

/**
 * ClusterRoleBinding that grants the backend's role to an identity.
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
