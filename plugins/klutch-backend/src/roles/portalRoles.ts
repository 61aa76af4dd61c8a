/** RBAC of the portal's own user on both kinds of cluster: reading, and impersonating the configured users. */
import { names, policyRule } from '@klutch/bind-api';
import { backendLeaseRole } from '@klutch/binding-backend';
import {
  resourceName,
  type ClusterRole,
  type ClusterRoleBinding,
  type PolicyRule,
  type Role,
  type RoleBinding,
} from '@klutch/kube';

/** The Kubernetes users and groups that the portal may impersonate. */
export interface ImpersonatedSubjects {
  users: string[];
  groups: string[];
}

export type RbacObject = ClusterRole | ClusterRoleBinding | Role | RoleBinding;

const rbac = 'rbac.authorization.k8s.io';
const apiVersion = `${rbac}/v1`;
const readVerbs = ['get', 'list', 'watch'];
const roleName = 'klutch-portal';

/** A ClusterRole with this label (value `"true"`) is aggregated into the portal's rights on an app cluster. */
const aggregateToPortal = 'klutch.anynines.com/aggregate-to-portal';

/** A rule without resource names would allow all names, so an empty list yields no rule. */
const impersonationRules = ({
  users,
  groups,
}: ImpersonatedSubjects): PolicyRule[] => [
  ...(users.length > 0
    ? [policyRule('', ['users'], ['impersonate'], users)]
    : []),
  ...(groups.length > 0
    ? [policyRule('', ['groups'], ['impersonate'], groups)]
    : []),
];

const subject = (user: string) => ({
  kind: 'User',
  apiGroup: rbac,
  name: user,
});

const clusterRoleBinding = (user: string): ClusterRoleBinding => ({
  apiVersion,
  kind: 'ClusterRoleBinding',
  metadata: { name: roleName },
  roleRef: { apiGroup: rbac, kind: 'ClusterRole', name: roleName },
  subjects: [subject(user)],
});

/**
 * For the control plane cluster, in addition to the roles of the binding backend, which grant the rights on claims.
 *
 * @param user - the portal's user on the control plane
 * @param portalNamespace - namespace of the app clusters' kubeconfigs; must exist
 * @public
 */
export function portalControlPlaneRoles(
  user: string,
  impersonated: ImpersonatedSubjects,
  portalNamespace = 'klutch-portal',
): RbacObject[] {
  return [
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
        policyRule(
          names.templateGroup,
          ['apiserviceexporttemplates'],
          readVerbs,
        ),
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
        ...impersonationRules(impersonated),
      ],
    },
    clusterRoleBinding(user),
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
      subjects: [subject(user)],
    },
    ...backendLeaseRole(subject(user), portalNamespace),
  ];
}

/**
 * For an app cluster. Rights on claims are granted per bound API, see {@link portalApiRole}.
 *
 * @param user - the portal's user on the app cluster
 * @public
 */
export function portalAppClusterRoles(
  user: string,
  impersonated: ImpersonatedSubjects,
): RbacObject[] {
  return [
    {
      apiVersion,
      kind: 'ClusterRole',
      metadata: { name: roleName },
      aggregationRule: {
        clusterRoleSelectors: [
          { matchLabels: { [aggregateToPortal]: 'true' } },
        ],
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
        ...impersonationRules(impersonated),
      ],
    },
    clusterRoleBinding(user),
  ];
}

/**
 * Grants the portal the right to list and watch the claims of one API on an app cluster; for backups also to create and
 * delete them, as schedules of instances ask for. The operator who binds the API applies this role.
 *
 * @public
 */
export function portalApiRole(api: {
  group: string;
  plural: string;
  /** Default: another type. */
  isBackup?: boolean;
}): ClusterRole {
  return {
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
  };
}
