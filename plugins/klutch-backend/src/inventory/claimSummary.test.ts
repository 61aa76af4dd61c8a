import { KLUTCH_OWNER_ANNOTATION } from '@klutch/backstage-plugin-klutch-common';
import { labels } from '@klutch/bind-api';
import { claimManifest } from '../claims/claimManifest';
import type { ClaimObject } from '../claimApis/claimResource';
import { unknownService } from '../claimApis/serviceInfo';
import { claimSummary, ownerOfInstance } from './claimSummary';

const info = unknownService({
  group: 'g.io',
  version: 'v1',
  plural: 'things',
  kind: 'Thing',
});

const rowOf = (
  type: 'instance' | 'binding',
  change: Partial<ClaimObject> = {},
) =>
  claimSummary({
    cluster: 'c',
    clusterTitle: 'Cluster',
    object: {
      apiVersion: 'g.io/v1',
      kind: 'Thing',
      metadata: { name: 'x', namespace: 'team-a' },
      ...change,
    },
    info: { ...info, type },
    derivedState: { state: 'Ready', hop: 'done' },
    serviceTitle: 'Things',
  });

it('has the complete addresses that a service binding, or an instance without one, reports', () => {
  const connectionDetails = [
    { hostURL: 'pg.internal', port: '5432', label: 'SQL', database: 'orders' },
    { hostURL: 'pg.internal', port: '6432' },
    { hostURL: '', port: '1' },
  ];
  const status = { managed: { connectionDetails } };
  const none = { managed: { connectionDetails: null } };
  for (const type of ['binding', 'instance'] as const) {
    expect(rowOf(type, { status }).endpoints).toEqual([
      { host: 'pg.internal', port: '5432', label: 'SQL', database: 'orders' },
      { host: 'pg.internal', port: '6432' },
    ]);
    expect(rowOf(type, { status: none })).not.toHaveProperty('endpoints');
  }
});

it.each([
  ['true', true],
  ['false', false],
])('is protected from deletion by the label %s: %s', (value, isProtected) => {
  const metadata = {
    name: 'x',
    namespace: 'team-a',
    labels: { [labels.deletionProtection]: value },
  };
  expect(rowOf('instance', { metadata }).protected).toBe(isProtected);
});

it('belongs to the owner of its instance unless it names one itself', () => {
  const object = (owner?: string): ClaimObject => ({
    apiVersion: 'g.io/v1',
    kind: 'Thing',
    metadata: {
      name: 'x',
      ...(owner && { annotations: { [KLUTCH_OWNER_ANNOTATION]: owner } }),
    },
  });
  const ownerOf = (own?: string) =>
    claimSummary({
      cluster: 'c',
      clusterTitle: 'Cluster',
      object: object(own),
      info: { ...info, type: 'binding' },
      derivedState: { state: 'Ready', hop: 'done' },
      serviceTitle: 'Things',
      instanceOwner: 'group:default/team',
    }).owner;
  expect(ownerOf()).toBe('group:default/team');
  expect(ownerOf('user:default/alice')).toBe('user:default/alice');
});

it.each([
  ['at the same time', '2026-01-02T00:00:00Z', 'team'],
  ['later', '2026-01-03T00:00:00Z', 'team'],
  ['now', undefined, 'team'],
  ['for an earlier instance of its name', '2026-01-01T00:00:00Z', undefined],
])('takes the owner of an instance for what was ordered %s', (_, at, owner) => {
  const created = (creationTimestamp?: string): ClaimObject => ({
    apiVersion: 'g.io/v1',
    kind: 'Thing',
    metadata: {
      name: 'x',
      ...(creationTimestamp && { creationTimestamp }),
      annotations: { [KLUTCH_OWNER_ANNOTATION]: 'team' },
    },
  });
  const instance = created('2026-01-02T00:00:00Z');
  expect(ownerOfInstance(instance, created(at))).toBe(owner);
});

it('names the backup for whose data an instance was ordered', () => {
  const { metadata } = claimManifest({
    api: info.api,
    namespace: 'team-a',
    name: 'x',
    spec: {},
    owner: 'user:default/alice',
    restoreFrom: 'monday',
  });
  expect(rowOf('instance', { metadata }).restoreFrom).toBe('monday');
  expect(rowOf('binding', { metadata })).not.toHaveProperty('restoreFrom');
});
