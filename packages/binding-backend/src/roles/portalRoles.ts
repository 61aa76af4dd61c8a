/** RBAC of the portal's own identity on both kinds of cluster: reading, and impersonating people. Pure. */
import {
  admissionGroup,
  names,
  policyRule,
  restorePolicy,
} from '@klutch/bind-api';
import {
  resourceName,
  type ClusterRole,
  type ClusterRoleBinding,
  type PolicyRule,
  type Role,
  type RoleBinding,
  type Subject,
} from '@klutch/kube';
import { backendNames } from '../backendNames';
import { backendLeaseRole } from './leaseRole';

/**
 * The Kubernetes users and groups that the portal may impersonate.
 * @public
 */
export interface ImpersonatedSubjects {
  /**
   * Names of users. `any`: every user of the cluster, also Kubernetes' own such as `system:kube-controller-manager`,
   * so that the portal's credentials are worth as much as an administrator's.
   */
  users: readonly string[] | 'any';
  /** Names of groups. */
  groups: readonly string[];
}

/**
 * A role of the portal, or its binding.
 * @public
 */
export type RbacObject = ClusterRole | ClusterRoleBinding | Role | RoleBinding;

const rbac = 'rbac.authorization.k8s.io';
const apiVersion = `${rbac}/v1`;
const readVerbs = ['get', 'list', 'watch'];

/** Names of the portal on clusters. */
export const portalNames = {
  /** Its roles, and their bindings. */
  role: 'klutch-portal',
  /** Default namespace of the app clusters' kubeconfigs, and of the portal's Lease. */
  namespace: 'klutch-portal',
} as const;

const roleName = portalNames.role;

/** A ClusterRole with this label (value `"true"`) is aggregated into the portal's rights on an app cluster. */
const aggregateToPortal = 'klutch.anynines.com/aggregate-to-portal';

/** A rule without resource names allows all names, so an empty list yields no rule. */
const impersonationRule = (
  resource: 'users' | 'groups',
  allowed: readonly string[] | 'any',
): PolicyRule[] => {
  if (allowed === 'any') return [policyRule('', [resource], ['impersonate'])];
  return allowed.length > 0
    ? [policyRule('', [resource], ['impersonate'], [...allowed])]
    : [];
};

/** The extra field that names the person behind a common user, for audit logs: no authorizer grants rights by it. */
const personExtra = 'userextras/klutch.anynines.com/person';

const impersonationRules = ({
  users,
  groups,
}: ImpersonatedSubjects): PolicyRule[] => [
  ...impersonationRule('users', users),
  ...impersonationRule('groups', groups),
  ...(users.length > 0
    ? [policyRule('authentication.k8s.io', [personExtra], ['impersonate'])]
    : []),
];

/** Lets everybody who may open the set-up checklist see whether the admission policies are in force. */
const admissionRule = (): PolicyRule => {
  const [restores] = restorePolicy();
  return policyRule(
    admissionGroup,
    ['validatingadmissionpolicies', 'validatingadmissionpolicybindings'],
    ['get'],
    [
      backendNames.role,
      backendNames.tenantPolicy,
      restores.metadata.name ?? '',
    ],
  );
};

const subjectOf = (portal: Subject | string): Subject =>
  typeof portal === 'string'
    ? { kind: 'User', apiGroup: rbac, name: portal }
    : portal;

const clusterRoleBinding = (portal: Subject | string): ClusterRoleBinding => ({
  apiVersion,
  kind: 'ClusterRoleBinding',
  metadata: { name: roleName },
  roleRef: { apiGroup: rbac, kind: 'ClusterRole', name: roleName },
  subjects: [subjectOf(portal)],
});

/**
 * For the control plane cluster, in addition to the roles of the binding backend, which grant the rights on claims.
 *
 * @param portal - the portal's identity on the control plane; a string is the name of a user
 * @param impersonated - the operators, and everyone else who acts on the control plane
 * @param portalNamespace - namespace of the app clusters' kubeconfigs; must exist
 * @public
 */
export const portalControlPlaneRoles = (
  portal: Subject | string,
  impersonated: ImpersonatedSubjects,
  portalNamespace: string = portalNames.namespace,
): RbacObject[] => [
  {
    apiVersion,
    kind: 'ClusterRole',
    metadata: { name: roleName },
    rules: [
      policyRule(
        'apiextensions.k8s.io',
        ['customresourcedefinitions'],
        readVerbs,
      ),
      policyRule(
        'apiextensions.crossplane.io',
        ['compositeresourcedefinitions'],
        readVerbs,
      ),
      policyRule(names.templateGroup, ['apiserviceexporttemplates'], readVerbs),
      policyRule(
        names.group,
        [
          'apiserviceexportrequests',
          'apiserviceexports',
          'apiservicenamespaces',
          'clusterbindings',
        ],
        readVerbs,
      ),
      admissionRule(),
      ...impersonationRules(impersonated),
    ],
  },
  clusterRoleBinding(portal),
  {
    apiVersion,
    kind: 'Role',
    metadata: { name: roleName, namespace: portalNamespace },
    rules: [policyRule('', ['secrets'], readVerbs)],
  },
  {
    apiVersion,
    kind: 'RoleBinding',
    metadata: { name: roleName, namespace: portalNamespace },
    roleRef: { apiGroup: rbac, kind: 'Role', name: roleName },
    subjects: [subjectOf(portal)],
  },
  ...backendLeaseRole(subjectOf(portal), portalNamespace),
];

/**
 * For an app cluster. Rights on claims are granted per bound API, see {@link portalApiRole}.
 *
 * @param portal - the portal's identity on the app cluster; a string is the name of a user
 * @param impersonated - everyone who acts on the app cluster
 * @public
 */
export const portalAppClusterRoles = (
  portal: Subject | string,
  impersonated: ImpersonatedSubjects,
): RbacObject[] => [
  {
    apiVersion,
    kind: 'ClusterRole',
    metadata: { name: roleName },
    aggregationRule: {
      clusterRoleSelectors: [{ matchLabels: { [aggregateToPortal]: 'true' } }],
    },
  },
  {
    apiVersion,
    kind: 'ClusterRole',
    metadata: {
      name: `${roleName}-base`,
      labels: { [aggregateToPortal]: 'true' },
    },
    rules: [
      policyRule('', ['namespaces'], readVerbs),
      policyRule(
        'apiextensions.k8s.io',
        ['customresourcedefinitions'],
        readVerbs,
      ),
      policyRule(names.group, ['apiservicebindings'], readVerbs),
      // Tells the portal in which namespaces to ask what somebody may see, and when to ask again.
      policyRule(
        rbac,
        ['rolebindings', 'roles', 'clusterrolebindings', 'clusterroles'],
        readVerbs,
      ),
      ...impersonationRules(impersonated),
    ],
  },
  clusterRoleBinding(portal),
];

/**
 * Grants the portal the right to list and watch the claims of one API on an app cluster; for backups also to create and
 * delete them, as schedules of instances ask for. The operator who binds the API applies this role.
 *
 * @public
 */
export const portalApiRole = (api: {
  /** API group. */
  group: string;
  /** Plural of the resource. */
  plural: string;
  /** Default: another type. */
  isBackup?: boolean;
}): ClusterRole => ({
  apiVersion,
  kind: 'ClusterRole',
  metadata: {
    name: `${roleName}-${resourceName(api)}`,
    labels: { [aggregateToPortal]: 'true' },
  },
  rules: [
    policyRule(
      api.group,
      [api.plural],
      api.isBackup ? [...readVerbs, 'create', 'delete'] : readVerbs,
    ),
  ],
});
