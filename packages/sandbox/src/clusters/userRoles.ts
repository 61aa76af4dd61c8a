/** RBAC of the sandbox's users on both clusters. */
import { names, policyRule } from '@klutch/bind-api';
import { offeringRules } from '@klutch/binding-backend';
import { sandboxUsers } from '../identity/users';

const RBAC = 'rbac.authorization.k8s.io';

const READ = ['get', 'list', 'watch'];
const EDIT = [...READ, 'create', 'update', 'patch', 'delete'];
/** All claims of the API group, also those of services that are offered later. */
const CLAIMS = ['*'];

function clusterRole(name: string, rules: ReturnType<typeof policyRule>[]) {
  return {
    apiVersion: `${RBAC}/v1`,
    kind: 'ClusterRole',
    metadata: { name },
    rules,
  };
}

const groupSubject = (group: string) => ({
  kind: 'Group',
  apiGroup: RBAC,
  name: `klutch:${group}`,
});

function bindCluster(role: string, group: string) {
  return {
    apiVersion: `${RBAC}/v1`,
    kind: 'ClusterRoleBinding',
    metadata: { name: role },
    roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: role },
    subjects: [groupSubject(group)],
  };
}

function bindNamespace(namespace: string, role: string, group: string) {
  return {
    apiVersion: `${RBAC}/v1`,
    kind: 'RoleBinding',
    metadata: { name: `${role}-${group}`, namespace },
    roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: role },
    subjects: [groupSubject(group)],
  };
}

/** Namespace on the app cluster where developers work. */
export const DEVELOPER_NAMESPACE = 'team-a';

/** Kubernetes users and groups that the portal may impersonate. */
export const portalImpersonation = {
  users: [...sandboxUsers.map(({ name }) => `klutch:${name}`), 'klutch:guest'],
  groups: [
    'klutch:developers',
    'klutch:operators',
    'klutch:auditors',
    'klutch:guests',
  ],
};

/**
 * Developers order services in their namespace and read its Secrets; guests read there, auditors everywhere but no
 * Secrets; operators bind APIs.
 */
export function appClusterUserRoles(): object[] {
  const operator = clusterRole('sandbox-operator', [
    policyRule('anynines.com', ['*'], EDIT),
    policyRule(names.group, ['apiservicebindings'], EDIT),
    policyRule(
      '',
      ['namespaces', 'secrets', 'configmaps', 'serviceaccounts'],
      EDIT,
    ),
    policyRule('', ['events'], [...READ, 'create', 'patch']),
    policyRule('apiextensions.k8s.io', ['customresourcedefinitions'], EDIT),
    policyRule(RBAC, ['clusterroles', 'clusterrolebindings'], EDIT),
  ]);
  const developer = clusterRole('sandbox-developer', [
    policyRule('anynines.com', CLAIMS, EDIT),
    policyRule('', ['secrets', 'configmaps', 'events', 'pods'], READ),
    // Whose workloads use the credentials.
    policyRule(
      'apps',
      ['deployments', 'replicasets', 'statefulsets', 'daemonsets'],
      READ,
    ),
    policyRule('batch', ['jobs', 'cronjobs'], READ),
  ]);
  const guest = clusterRole('sandbox-guest', [
    policyRule('anynines.com', CLAIMS, READ),
    policyRule('', ['events'], READ),
  ]);
  const auditor = clusterRole('sandbox-auditor', [
    policyRule('anynines.com', CLAIMS, READ),
    policyRule(names.group, ['apiservicebindings'], READ),
    policyRule('', ['namespaces', 'events'], READ),
    policyRule('apiextensions.k8s.io', ['customresourcedefinitions'], READ),
  ]);
  const namespaces = clusterRole('sandbox-namespaces', [
    policyRule('', ['namespaces'], READ),
  ]);
  return [
    {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: DEVELOPER_NAMESPACE },
    },
    operator,
    developer,
    auditor,
    guest,
    namespaces,
    bindCluster('sandbox-operator', 'operators'),
    bindCluster('sandbox-auditor', 'auditors'),
    bindCluster('sandbox-namespaces', 'developers'),
    bindNamespace(DEVELOPER_NAMESPACE, 'sandbox-developer', 'developers'),
    bindNamespace(DEVELOPER_NAMESPACE, 'sandbox-guest', 'guests'),
  ];
}

/**
 * Operators offer APIs and register app clusters, auditors read; other users have no rights on the control plane.
 * @param claims - plural names of the APIs that operators may offer
 */
export function controlPlaneUserRoles(claims: readonly string[]): object[] {
  /** For the page about the control plane. */
  const crossplane = [
    'apiextensions.crossplane.io',
    'pkg.crossplane.io',
    'dataservices.anynines.com',
    'kubernetes.crossplane.io',
  ].map(group => policyRule(group, ['*'], READ));
  return [
    clusterRole('sandbox-auditor', [
      policyRule('anynines.com', ['*'], READ),
      policyRule(names.group, ['*'], READ),
      policyRule(names.templateGroup, ['apiserviceexporttemplates'], READ),
      policyRule('', ['namespaces', 'events'], READ),
      policyRule('apiextensions.k8s.io', ['customresourcedefinitions'], READ),
      ...crossplane,
    ]),
    bindCluster('sandbox-auditor', 'auditors'),
    clusterRole('sandbox-operator', [
      policyRule('anynines.com', ['*'], EDIT),
      policyRule(names.group, ['*'], READ),
      // For offboarding, and for cancelling a join token whose command was run.
      policyRule(
        names.group,
        ['apiserviceexports', 'apiservicenamespaces'],
        ['delete'],
      ),
      policyRule(names.templateGroup, ['apiserviceexporttemplates'], EDIT),
      policyRule('', ['namespaces', 'secrets', 'configmaps'], EDIT),
      policyRule('', ['events'], READ),
      policyRule('apiextensions.k8s.io', ['customresourcedefinitions'], READ),
      ...crossplane,
      policyRule(RBAC, ['clusterroles'], EDIT),
      ...offeringRules(
        claims.map(resource => ({ group: 'anynines.com', resource })),
      ),
    ]),
    bindCluster('sandbox-operator', 'operators'),
  ];
}
