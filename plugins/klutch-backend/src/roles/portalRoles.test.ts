import type { PolicyRule } from '@klutch/kube';
import {
  portalApiRole,
  portalAppClusterRoles,
  portalControlPlaneRoles,
  type RbacObject,
} from './portalRoles';

const impersonated = { users: ['klutch:alice'], groups: ['klutch:developers'] };

const rulesOf = (objects: RbacObject[]): PolicyRule[] =>
  objects.flatMap(object => ('rules' in object ? (object.rules ?? []) : []));

const everything = [
  ...portalControlPlaneRoles('klutch-portal', impersonated),
  ...portalAppClusterRoles('klutch-portal', impersonated),
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
    expect([allowed, 'impersonate']).toContain(verbs.join());
  }
});

it('impersonates the configured users only, and none without configuration', () => {
  const impersonations = rulesOf(everything).filter(({ verbs }) =>
    verbs.includes('impersonate'),
  );
  expect(impersonations).toHaveLength(4);
  for (const { resourceNames } of impersonations) {
    expect(resourceNames?.length).toBeGreaterThan(0);
  }
  const withoutUsers = portalAppClusterRoles('p', { users: [], groups: [] });
  expect(JSON.stringify(withoutUsers)).not.toContain('impersonate');
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
