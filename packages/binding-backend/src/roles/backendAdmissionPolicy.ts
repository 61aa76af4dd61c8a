/** Restrictions of the backend's own user that RBAC cannot express: where it may write, and what; pure. */
import {
  annotations,
  binderClusterRoleName,
  denyingPolicy,
  names,
  remoteBindingRole,
  type AdmissionObject,
} from '@klutch/bind-api';
import type { PolicyRule, Subject } from '@klutch/kube';
import { backendNames, serviceNamespaceQuota } from '../backendNames';
import { tokenLifetimeBounds } from '../tokenLifetimeBounds';
import { appClusterBindingRoles } from './appClusterBindingRoles';
import { backendRoles } from './backendRoles';
import { backendLeaseRole, leaseNames } from './leaseRole';
import { offboardingRoles } from './offboardingRoles';

interface Validation {
  expression: string;
  message: string;
}

const name = backendNames.role;
/** JSON is valid CEL for strings and lists of strings. */
const cel = (value: string | readonly string[]) => JSON.stringify(value);

const isSubject = (subject: Subject): string => {
  const user =
    subject.kind === 'ServiceAccount'
      ? `system:serviceaccount:${subject.namespace}:${subject.name}`
      : subject.name;
  return subject.kind === 'Group'
    ? `has(request.userInfo.groups) && ${cel(user)} in request.userInfo.groups`
    : `request.userInfo.username == ${cel(user)}`;
};

const annotated = (metadata: string, annotation: string) =>
  `(has(${metadata}.annotations) && ${cel(annotation)} in ${metadata}.annotations)`;

const resource = 'request.resource.resource';
const isDeleted = 'request.operation == "DELETE"';

/** A condition for some types; true for all others. */
const forResources = (resources: readonly string[], condition: string) =>
  `!(${resource} in ${cel(resources)}) || (${condition})`;

const namesOnly = (plural: string, allowed: readonly string[]): Validation => ({
  expression: forResources([plural], `request.name in ${cel(allowed)}`),
  message: `The binding backend writes ${plural} named ${allowed.join(', ')} only.`,
});

const writingVerbs = ['create', 'update', 'patch', 'delete'];

/** `<group>/<plural>` of every type that the backend's roles, including optional ones, let the backend write. */
const typesOf = (rules: readonly PolicyRule[]): string[] => {
  const types = rules
    .filter(({ verbs }) => verbs.some(verb => writingVerbs.includes(verb)))
    .flatMap(({ apiGroups = [], resources = [] }) =>
      apiGroups.flatMap(group =>
        resources.map(plural => `${group}/${plural.split('/')[0]}`),
      ),
    );
  return [...new Set(types)].sort();
};
const selfReviews = [
  'authentication.k8s.io/selfsubjectreviews',
  'authorization.k8s.io/selfsubjectaccessreviews',
];

const pod = 'object.spec.template.spec';
const isTrue = (holder: string, field: string) =>
  `(has(${holder}.${field}) && ${holder}.${field})`;
const containerRules = [
  'has(c.securityContext)',
  'has(c.securityContext.allowPrivilegeEscalation)',
  '!c.securityContext.allowPrivilegeEscalation',
  `!${isTrue('c.securityContext', 'privileged')}`,
  '(!has(c.securityContext.runAsNonRoot) || c.securityContext.runAsNonRoot)',
  'has(c.securityContext.capabilities)',
  '!has(c.securityContext.capabilities.add)',
  '(!has(c.ports) || c.ports.all(p, !has(p.hostPort)))',
];
const podRules = [
  `${pod}.serviceAccountName == ${cel(names.binder)}`,
  ...['hostNetwork', 'hostPID', 'hostIPC'].map(
    field => `!${isTrue(pod, field)}`,
  ),
  `has(${pod}.securityContext)`,
  isTrue(`${pod}.securityContext`, 'runAsNonRoot'),
  `!has(${pod}.volumes)`,
  `!has(${pod}.initContainers)`,
  `${pod}.containers.all(c, ${containerRules.join(' && ')})`,
];

// A request for a token without a bound object arrives with an empty reference.
const tokenRequestRules = [
  'has(object.spec.boundObjectRef)',
  'has(object.spec.boundObjectRef.kind)',
  'object.spec.boundObjectRef.kind == "Secret"',
  `object.spec.boundObjectRef.name in ${cel(backendNames.tokenSecrets)}`,
  `object.spec.expirationSeconds <= ${tokenLifetimeBounds.max}`,
];

/** The annotation of a service namespace is `<cluster namespace>/<name>`. */
const roleBindingRules = [
  'object.roleRef.name == request.name',
  `(!has(object.subjects) || object.subjects.all(s, s.kind == "ServiceAccount" && s.name == ${cel(names.binder)} && (variables.ofService ? namespaceObject.metadata.annotations[${cel(annotations.apiServiceNamespace)}].startsWith(s.namespace + "/") : s.namespace == request.namespace)))`,
];

const namespacedResources = [
  'secrets',
  'serviceaccounts',
  'roles',
  'rolebindings',
  'deployments',
  'apiservicebindings',
  'resourcequotas',
];

/** Secrets, tokens, and roles of tenants. */
const credentialValidations: readonly Validation[] = [
  {
    expression: forResources(
      ['secrets'],
      `${isDeleted} || object.type == "Opaque"`,
    ),
    message:
      'The binding backend creates Secrets of type Opaque only, because the control plane fills other types with a token.',
  },
  namesOnly('secrets', [
    names.kubeconfigSecret,
    ...backendNames.tokenSecrets,
    names.binder,
  ]),
  namesOnly('serviceaccounts', [names.binder]),
  {
    expression: `!(has(request.subResource) && request.subResource == "token") || (${tokenRequestRules.join(' && ')})`,
    message: `The binding backend requests only tokens that are bound to Secret ${backendNames.tokenSecrets.join(' or ')}, which revokes them when it is deleted, with a lifetime of a week at most.`,
  },
  namesOnly('roles', [remoteBindingRole]),
  {
    expression: forResources(
      ['rolebindings'],
      `request.name in ${cel([names.binder, remoteBindingRole])} || (variables.ofAppCluster && request.name == ${cel(backendNames.secretReader)}) || (variables.ofService && request.name.startsWith(${cel(backendNames.apiRolePrefix)}))`,
    ),
    message: `The binding backend writes RoleBindings named ${names.binder} and ${remoteBindingRole} only, ${backendNames.secretReader} in cluster namespaces, and ${backendNames.apiRolePrefix}… in service namespaces.`,
  },
  {
    expression: forResources(
      ['rolebindings'],
      `${isDeleted} || (${roleBindingRules.join(' && ')})`,
    ),
    message: `The binding backend binds a role to service account ${names.binder} of the app cluster's own cluster namespace only.`,
  },
];

const validations = (
  types: readonly string[],
  leases: readonly string[],
): Validation[] => [
  {
    expression: `(request.resource.group + "/" + ${resource}) in ${cel(types)}`,
    message:
      'The binding backend writes what belongs to the binding only, and no ClusterRoles.',
  },
  {
    expression: forResources(
      namespacedResources,
      `variables.ofAppCluster || (${resource} == "rolebindings" && variables.ofService)`,
    ),
    message:
      'The binding backend writes in cluster namespaces only, and RoleBindings in service namespaces, too.',
  },
  ...credentialValidations,
  namesOnly('deployments', [names.konnector]),
  namesOnly('leases', leases),
  namesOnly('resourcequotas', [serviceNamespaceQuota.name]),
  {
    expression: forResources(
      ['deployments'],
      `${isDeleted} || ${podRules.join(' && ')}`,
    ),
    message:
      'The binding backend runs konnectors as the service account of the cluster namespace only, with no privileges, volumes or access to the node.',
  },
  {
    expression: forResources(
      ['namespaces'],
      [
        'request.operation == "CREATE"',
        ...[annotations.identity, annotations.apiServiceNamespace].map(
          annotation =>
            `(${isDeleted} && ${annotated('oldObject.metadata', annotation)})`,
        ),
      ].join(' || '),
    ),
    message:
      'The binding backend creates namespaces, and deletes cluster namespaces and service namespaces only.',
  },
  {
    expression: forResources(
      ['clusterrolebindings'],
      `${isDeleted} && request.name.startsWith(${cel(binderClusterRoleName(''))})`,
    ),
    message:
      'The binding backend deletes the ClusterRoleBindings of app clusters only.',
  },
];

/**
 * ValidatingAdmissionPolicy and its binding that restrict the backend's identity to the work of a backend. Without the
 * policy, `create` on Secrets and service accounts, which RBAC cannot restrict by name, gives access to the token of
 * any service account. Apply the policy together with {@link backendRoles}; it needs Kubernetes 1.30.
 * @param subject - user, group or service account the backend runs as
 * @param leaseName - as in the options of the backend
 */
export const backendAdmissionPolicy = (
  subject: Subject,
  leaseName: string = backendNames.lease,
): [AdmissionObject, AdmissionObject] => {
  const [leaseRole] = backendLeaseRole(subject, '', leaseName);
  const rules = [
    ...backendRoles(),
    ...appClusterBindingRoles(),
    ...offboardingRoles(),
    leaseRole,
  ].flatMap(role => role.rules ?? []);
  const everything = {
    apiGroups: ['*'],
    apiVersions: ['*'],
    resources: ['*/*'],
    operations: ['*'],
  };
  return denyingPolicy(name, {
    matchConstraints: { resourceRules: [everything] },
    matchConditions: [
      { name: 'by-the-backend', expression: isSubject(subject) },
    ],
    variables: [
      {
        name: 'ofAppCluster',
        expression: annotated('namespaceObject.metadata', annotations.identity),
      },
      {
        name: 'ofService',
        expression: annotated(
          'namespaceObject.metadata',
          annotations.apiServiceNamespace,
        ),
      },
    ],
    validations: validations(
      [...typesOf(rules), ...selfReviews],
      leaseNames(leaseName),
    ).map(validation => ({ ...validation, reason: 'Forbidden' })),
  });
};
