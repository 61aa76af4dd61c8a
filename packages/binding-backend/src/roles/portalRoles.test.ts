import { restorePolicy } from '@klutch/bind-api';
import type { PolicyRule } from '@klutch/kube';
import { backendAdmissionPolicy } from './backendAdmissionPolicy';
import {
  portalApiRole,
  portalAppClusterRoles,
  portalControlPlaneRoles,
  type ImpersonatedSubjects,
  type RbacObject,
} from './portalRoles';
import { tenantAdmissionPolicy } from './tenantAdmissionPolicy';

const impersonated = { users: ['klutch:alice'], groups: ['klutch:developers'] };

const rulesOf = (objects: RbacObject[]): PolicyRule[] =>
  objects.flatMap(object => ('rules' in object ? (object.rules ?? []) : []));

const rolesFor = (subjects: ImpersonatedSubjects) => [
  ...portalControlPlaneRoles('klutch-portal', subjects),
  ...portalAppClusterRoles('klutch-portal', subjects),
];

const impersonationsOf = (subjects: ImpersonatedSubjects) =>
  rulesOf(rolesFor(subjects)).filter(({ verbs }) =>
    verbs.includes('impersonate'),
  );

const everything = [
  ...rolesFor(impersonated),
  portalApiRole({ group: 'anynines.com', plural: 'postgresqlinstances' }),
  portalApiRole({ group: 'anynines.com', plural: 'backups', isBackup: true }),
];

it('has no wildcard, and writes nothing but its Lease and scheduled backups', () => {
  expect(JSON.stringify(everything)).not.toContain('"*"');
  const others = rulesOf(everything).filter(
    ({ resources }) => resources?.join() !== 'leases',
  );
  for (const { verbs, resources } of others) {
    const allowed =
      resources?.join() === 'backups'
        ? 'get,list,watch,create,delete'
        : 'get,list,watch';
    expect([allowed, 'get', 'impersonate']).toContain(verbs.join());
  }
});

it('reads the admission policies that the checklist is about, and no others', () => {
  const [rule] = rulesOf(everything).filter(({ apiGroups }) =>
    apiGroups?.includes('admissionregistration.k8s.io'),
  );
  const subject = { kind: 'User', name: 'klutch-portal' };
  const policies = [
    ...backendAdmissionPolicy(subject),
    ...tenantAdmissionPolicy(),
    ...restorePolicy(),
  ].map(({ metadata }) => metadata.name);
  expect(new Set(rule?.resourceNames)).toEqual(new Set(policies));
});

it('impersonates the named users and groups only, and nobody without names', () => {
  const impersonations = impersonationsOf(impersonated).filter(
    ({ resources }) => !resources?.[0]?.startsWith('userextras/'),
  );
  expect(impersonations).toHaveLength(4);
  for (const { resourceNames } of impersonations) {
    expect(resourceNames?.length).toBeGreaterThan(0);
  }
  expect(impersonationsOf({ users: [], groups: [] })).toEqual([]);
});

it('with any user, still impersonates the named groups only', () => {
  const rules = impersonationsOf({ ...impersonated, users: 'any' });
  const namesOf = (resource: string) =>
    rules
      .filter(({ resources }) => resources?.includes(resource))
      .map(({ resourceNames }) => resourceNames);
  expect(namesOf('users')).toEqual([undefined, undefined]);
  expect(namesOf('groups')).toEqual([impersonated.groups, impersonated.groups]);
});

it('can be bound to the service account of a pod', () => {
  const account = {
    kind: 'ServiceAccount',
    name: 'backstage',
    namespace: 'klutch-portal',
  };
  const subjects = portalControlPlaneRoles(account, impersonated).flatMap(
    object => ('subjects' in object ? (object.subjects ?? []) : []),
  );
  expect(subjects).toEqual([account, account, account]);
});

it('reads secrets in its own namespace only', () => {
  const withSecrets = everything.filter(
    object =>
      'rules' in object &&
      object.rules?.some(({ resources }) => resources?.includes('secrets')),
  );
  expect(withSecrets.map(({ kind, metadata }) => [kind, metadata])).toEqual([
    ['Role', { name: 'klutch-portal', namespace: 'klutch-portal' }],
  ]);
});
