/** Plans for cluster-scoped claimed objects, which name their app cluster in an annotation. */
import type { PermissionClaim } from '@klutch/bind-api';
import type { Unstructured } from '@klutch/kube';
import { marksOf } from '../../../mapping/clusterScoped';
import { pins, thing } from '../../../testing/objects';
import { claimApplies } from './claimSelection';
import { planClaimed } from './planClaimed';

const clusterNamespace = 'klutch.anynines.com/cluster-namespace';
const owner = 'klutch.anynines.com/resource-owner';
const claimant = {
  pins,
  marks: marksOf({ name: 'cluster-x', uid: 'namespace-uid' }),
};
const keys = { Provider: { name: 'cluster-x-a' }, Consumer: { name: 'a' } };
const zone = (uid: string, name: string, annotations = {}) =>
  thing({ uid, name, namespace: undefined, annotations });
const there = (annotations = {}) => zone('p', 'cluster-x-a', annotations);
const here = (annotations = {}) => zone('c', 'a', annotations);
const claimOf = (
  side: 'Provider' | 'Consumer',
  more: Partial<PermissionClaim> = {},
): PermissionClaim => ({
  group: 'example.com',
  resource: 'things',
  version: 'v1',
  selector: { owner: side, names: ['*'], namespaces: ['*'] },
  ...more,
});
const plan = (
  provider: Unstructured | undefined,
  consumer: Unstructured | undefined,
  claim: PermissionClaim,
) =>
  planClaimed({
    provider,
    consumer,
    keys,
    claims: [claim],
    selects: () => true,
    deletedConsumer: undefined,
    claimant,
  });
const forThisCluster = { [clusterNamespace]: 'cluster-x' };

it('a copy on the control plane names its app cluster, and is owned by the cluster namespace', () => {
  expect(plan(undefined, here(), claimOf('Consumer'))).toMatchObject({
    step: 'create',
    side: 'Provider',
    object: {
      metadata: {
        name: 'cluster-x-a',
        annotations: { ...forThisCluster, [owner]: 'Consumer' },
        ownerReferences: [{ kind: 'Namespace', uid: 'namespace-uid' }],
      },
    },
  });
});

it('an object for this app cluster is copied without owner references', () => {
  const step = plan(there(forThisCluster), undefined, claimOf('Provider'));
  expect(step).toMatchObject({ step: 'create', side: 'Consumer' });
  const made = 'object' in step ? step.object.metadata : {};
  expect(made.ownerReferences).toBeUndefined();
  expect(made.annotations).not.toHaveProperty([clusterNamespace]);
});

it.each([
  ['no app cluster', {}],
  [
    'another tenant whose name has the same prefix',
    { [clusterNamespace]: 'cluster' },
  ],
])('an object for %s is neither copied nor read', (_tenant, annotations) => {
  for (const claim of [
    claimOf('Provider'),
    claimOf('Provider', { autoDonate: true }),
  ]) {
    const foreign = there(annotations);
    expect(plan(foreign, undefined, claim).step).toBe('nothing');
    const pair = { Provider: foreign };
    expect(claimApplies(claim, pair, () => true, claimant)).toBe(false);
  }
});

it.each([
  [{}, 'cluster-namespace'],
  [{ [clusterNamespace]: 'cluster' }, 'another app cluster'],
])(
  'a foreign object of the same name is never overwritten: %j',
  (annotations, why) => {
    const foreign = there({ ...annotations, [owner]: 'Consumer' });
    const original = here({ [owner]: 'Consumer' });
    expect(plan(foreign, original, claimOf('Consumer'))).toMatchObject({
      step: 'conflict',
      why: expect.stringContaining(why),
    });
    expect(
      plan(
        there({ ...annotations, [owner]: 'Provider' }),
        original,
        claimOf('Provider', { create: { replaceExisting: true } }),
      ).step,
    ).toBe('conflict');
  },
);

it('an object transferred to the provider names this app cluster', () => {
  const step = plan(
    undefined,
    here(),
    claimOf('Consumer', { autoAdopt: true }),
  );
  expect(step).toMatchObject({
    step: 'create',
    side: 'Provider',
    object: {
      metadata: { annotations: { ...forThisCluster, [owner]: 'Provider' } },
    },
  });
  const made = 'object' in step ? step.object.metadata : {};
  expect(made.ownerReferences).toBeUndefined();
});
