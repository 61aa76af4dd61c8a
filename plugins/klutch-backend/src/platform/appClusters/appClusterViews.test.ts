import {
  annotations,
  bindResources,
  names,
  type APIServiceBinding,
  type APIServiceExport,
  type Condition,
  type PermissionClaim,
} from '@klutch/bind-api';
import { claimToYaml } from '@klutch/binding-backend';
import { konnectorAnnotations, konnectorConditions } from '@klutch/konnector';
import type { ClaimObject } from '../../claimApis/claimResource';
import { compareCopies } from './apiCopies';
import type { RegisteredAppCluster } from '../../clusters/AppClusters';
import { appClusterApi } from './appClusterApi';
import { appClusterSummary } from './appClusterSummaries';
import { clusterBindingWith } from '../../clusters/__testUtils__/clusterBindingWith';
import { konnectorNames } from '../../clusters/konnectorNames';
import { appClusterHealth } from './konnectorState';
import { konnectorToken } from './konnectorToken';
import { konnectorManifest, konnectorVersions } from './konnectorVersions';

const at = '2026-11-28T10:00:00Z';

const secrets: PermissionClaim = {
  group: '',
  resource: 'secrets',
  version: 'v1',
  selector: { owner: 'Provider' },
};

const binding = (
  conditions: Condition[] = [],
  claims: NonNullable<APIServiceBinding['spec']>['permissionClaims'] = [],
  marks: Record<string, string> = {},
): APIServiceBinding => ({
  apiVersion: names.apiVersion,
  kind: bindResources.bindings.kind,
  metadata: { name: 'dbs.example.com', annotations: marks },
  spec: {
    kubeconfigSecretRef: {
      name: 'kubeconfig-1',
      namespace: names.appClusterNamespace,
      key: 'kubeconfig',
    },
    permissionClaims: claims,
  },
  status: { conditions },
});

const apiExport = {
  apiVersion: names.apiVersion,
  kind: bindResources.exports.kind,
  metadata: { name: 'dbs.example.com' },
  spec: { permissionClaims: [secrets] },
} as unknown as APIServiceExport;

const clusterBinding = (condition?: Condition) =>
  clusterBindingWith({ conditions: condition ? [condition] : [] });

it('has the names that the konnector has', () => {
  expect(konnectorNames).toMatchObject({
    suspend: konnectorAnnotations.suspend,
    approveDeletions: konnectorAnnotations.approveDeletions,
    syncing: konnectorConditions.syncing,
    findings: [
      konnectorConditions.orphanedCopies,
      konnectorConditions.orphanedAppClusterCopies,
      konnectorConditions.nameCollisions,
      konnectorConditions.refusedObjects,
      konnectorConditions.uncheckedObjects,
    ],
  });
});

it('tells the age and the end of a token, and why there is none', () => {
  const type = 'TokenIssued';
  expect(
    konnectorToken(
      clusterBinding({
        type,
        status: 'True',
        message: `The konnector's token expires at 2026-11-29T10:00:00Z; this backend issues the next one.`,
        lastTransitionTime: at,
      }),
    ),
  ).toEqual({ state: 'Valid', since: at, expiresAt: '2026-11-29T10:00:00Z' });
  const message = 'The tokens were revoked.';
  expect(
    konnectorToken(
      clusterBinding({
        type,
        status: 'False',
        reason: 'TokensRevoked',
        message,
        lastTransitionTime: at,
      }),
    ),
  ).toEqual({ state: 'Revoked', since: at, message });
  expect(konnectorToken(undefined)).toEqual({ state: 'None' });
});

it('names claims without an answer, deletions that wait, and objects that are not synced', () => {
  const conditions: Condition[] = [
    {
      type: 'Syncing',
      status: 'False',
      reason: 'DeletionsPaused',
      message: `12 wait. To delete: kubectl annotate ${konnectorNames.approveDeletions}=12.`,
      lastTransitionTime: at,
    },
    {
      type: 'OrphanedCopies',
      status: 'True',
      message: 'team-a/old-db',
      lastTransitionTime: at,
    },
  ];
  const found = appClusterApi(
    'dbs.example.com',
    'Databases',
    binding(conditions),
    apiExport,
  );
  expect(found).toMatchObject({
    suspended: false,
    pausedDeletions: { count: 12 },
    unansweredClaims: [{ resource: 'secrets' }],
    findings: [{ type: 'OrphanedCopies', message: 'team-a/old-db', since: at }],
  });
  for (const answered of [
    binding([], [{ ...secrets, state: 'Rejected' }]),
    binding([], [], { [annotations.acceptClaims]: 'all' }),
  ]) {
    const { unansweredClaims } = appClusterApi('a', 'A', answered, apiExport);
    expect(unansweredClaims).toEqual([]);
  }
  expect(
    appClusterApi(
      'a',
      'A',
      binding([], [{ ...secrets, state: 'Rejected' }]),
      apiExport,
    ).rejectedClaims,
  ).toEqual([claimToYaml(secrets)]);
  const changed = { ...secrets, required: true, state: 'Accepted' as const };
  expect(
    appClusterApi('a', 'A', binding([], [changed]), apiExport).unansweredClaims,
  ).toHaveLength(1);
});

it('counts claims without an answer on an app cluster', () => {
  const since = new Date(at);
  const registered = {
    connection: 'kubeconfig',
    since,
    record: { id: 'shop', title: 'Shop', clusterNamespace: 'cluster-x1' },
    cluster: {
      caches: { bindings: { list: () => [binding()] } },
      claims: new Map(),
      reachability: { reachable: true, since },
    },
  } as unknown as RegisteredAppCluster;
  const facts = { registered, exports: [apiExport] };
  expect(appClusterSummary(facts, since).unansweredClaims).toBe(1);
});

it('lists copies without an object, but neither those being deleted nor foreign objects', () => {
  const copy = (name: string, metadata = {}): ClaimObject => ({
    apiVersion: 'example.com/v1',
    kind: 'Db',
    metadata: {
      name,
      annotations: { [annotations.bound]: 'true' },
      ...metadata,
    },
  });
  const copies = [
    copy('present'),
    copy('lost'),
    copy('going', { deletionTimestamp: at }),
    copy('foreign', { annotations: {} }),
  ];
  const api = {
    resource: 'dbs.example.com',
    title: 'Databases',
    copiesIn: (namespace: string) => (namespace === 'c-team-a' ? copies : []),
  };
  const namespaces = [
    { namespace: 'team-a', serviceNamespace: 'c-team-a' },
    { namespace: 'team-b', serviceNamespace: 'c-team-b' },
  ];
  const objects = { count: 1, has: (key: string) => key === 'team-a/present' };
  expect(compareCopies([{ ...api, objects }], namespaces)).toEqual({
    inventory: [
      {
        resource: 'dbs.example.com',
        title: 'Databases',
        objects: 1,
        copies: 4,
      },
    ],
    withoutObject: {
      total: 1,
      items: [
        {
          resource: 'dbs.example.com',
          title: 'Databases',
          namespace: 'team-a',
          name: 'lost',
          serviceNamespace: 'c-team-a',
        },
      ],
    },
  });
  // Without the app cluster's objects nothing is known to be lost.
  expect(compareCopies([api], namespaces).withoutObject.total).toBe(0);
});

it('gives the worst of the parts as the health', () => {
  const good = {
    isUnreachable: false,
    konnector: 'Healthy',
    suspended: false,
    apisNotReady: 0,
    unansweredClaims: 0,
    conditions: [],
  } as const;
  expect(
    [
      good,
      { ...good, apisNotReady: 1 },
      { ...good, unansweredClaims: 1 },
      { ...good, apisNotReady: 1, suspended: true },
      { ...good, konnector: 'Waiting' as const, apisNotReady: 1 },
      { ...good, konnector: 'Lost' as const },
      { ...good, isUnreachable: true, suspended: true },
    ].map(facts => appClusterHealth({ ...facts, conditions: [] })),
  ).toEqual([
    'Healthy',
    'Degraded',
    'Degraded',
    'Suspended',
    'Waiting',
    'Failing',
    'Failing',
  ]);
});

it('offers the konnector of its own version', () => {
  const { image, manifest, version } = konnectorManifest();
  expect(konnectorVersions('v0.0.0')).toMatchObject({
    offered: version,
    isOutdated: true,
  });
  expect(konnectorVersions(version).isOutdated).toBe(false);
  expect(manifest).toContain(`image: ${image}`);
  expect(manifest).toMatch(
    /kind: CustomResourceDefinition[^]*kind: Deployment/,
  );
});
