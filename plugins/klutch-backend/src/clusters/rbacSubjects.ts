/** Matches people with the subjects of RoleBindings, as the RBAC authorizer of Kubernetes does. Pure functions. */
import type { Impersonation, RoleBinding } from '@klutch/kube';

const userSubject = (name: string) => `User ${name}`;
const groupSubject = (name: string) => `Group ${name}`;

const serviceAccountPrefix = 'system:serviceaccount:';

/** Index values of a RoleBinding: its subjects, a service account as the user that the API server takes it for. */
export const bindingSubjects = ({
  metadata,
  subjects = [],
}: RoleBinding): string[] =>
  subjects.map(({ kind, name, namespace = metadata.namespace }) => {
    if (kind === 'Group') return groupSubject(name);
    return userSubject(
      kind === 'ServiceAccount'
        ? `${serviceAccountPrefix}${namespace}:${name}`
        : name,
    );
  });

/** The groups that the API server adds to an impersonated user. */
function addedGroups({ user }: Impersonation): string[] {
  const groups = ['system:authenticated'];
  if (!user.startsWith(serviceAccountPrefix)) return groups;
  const [namespace = ''] = user.slice(serviceAccountPrefix.length).split(':');
  return [
    ...groups,
    'system:serviceaccounts',
    `system:serviceaccounts:${namespace}`,
  ];
}

/** The subjects that a RoleBinding for a person has one of. */
export const personSubjects = (person: Impersonation): string[] => [
  userSubject(person.user),
  ...[...person.groups, ...addedGroups(person)].map(groupSubject),
];
