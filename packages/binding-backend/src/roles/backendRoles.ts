/** The roles an operator applies before the backend starts: its own rights, and the static rights of every app cluster. */
import {
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
import { admissionGroup } from './admissionObject';

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

/** What an app cluster may do in its own cluster namespace: its konnector, and who binds. Bound there by the backend. */
const binderRules: PolicyRule[] = [
  ...clusterNamespaceRules(),
  policyRule(names.group, ['apiserviceexportrequests'], ['get', 'create']),
];

/**
 * No wildcard, no `escalate`; `bind` for two named roles. Secrets and service accounts are restricted to fixed names
 * wherever RBAC can (not for `create`). ClusterRoles are only read, ClusterRoleBindings only removed.
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
 * ClusterRoles for an operator to apply: `klutch-binding-backend` (gathers all roles labelled for the backend),
 * `klutch-binding-backend-base` (what it always needs) and `klutch-binder` (what each app cluster may do in its cluster
 * namespace). `klutch-secret-reader` is what the reference's konnector may
 * besides. What the backend may grant of an offered API comes with {@link templateRoles}.
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
