/** What the decision on claimed objects without a namespace rests on besides: who on the control plane they are meant for. */
import type { PermissionClaim } from '@klutch/bind-api';
import type { Unstructured } from '@klutch/kube';
import { marksOf } from '../../mapping/clusterScoped';
import { pins, thing } from '../../testing/objects';
import { claimApplies } from './claimApplies';
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
    reserved: false,
    claimant,
  });
const meant = { [clusterNamespace]: 'cluster-x' };

it('a copy on the control plane says for whom it is, and goes with the cluster namespace', () => {
  expect(plan(undefined, here(), claimOf('Consumer'))).toMatchObject({
    step: 'create',
    side: 'Provider',
    object: {
      metadata: {
        name: 'cluster-x-a',
        annotations: { ...meant, [owner]: 'Consumer' },
        ownerReferences: [{ kind: 'Namespace', uid: 'namespace-uid' }],
      },
    },
  });
});

it("what is meant for this app cluster comes down, and nobody's owner with it", () => {
  const step = plan(there(meant), undefined, claimOf('Provider'));
  expect(step).toMatchObject({ step: 'create', side: 'Consumer' });
  const made = 'object' in step ? step.object.metadata : {};
  expect(made.ownerReferences).toBeUndefined();
  expect(made.annotations).not.toHaveProperty([clusterNamespace]);
});

it.each([
  ['nobody', {}],
  [
    'another tenant, whose name begins alike',
    { [clusterNamespace]: 'cluster' },
  ],
])(
  'what is meant for %s stays where it is, and is not even read',
  (_whom, annotations) => {
    for (const claim of [
      claimOf('Provider'),
      claimOf('Provider', { autoDonate: true }),
    ]) {
      const stranger = there(annotations);
      expect(plan(stranger, undefined, claim).step).toBe('nothing');
      const pair = { Provider: stranger };
      expect(claimApplies(claim, pair, () => true, claimant)).toBe(false);
    }
  },
);

it.each([
  [{}, 'cluster-namespace'],
  [{ [clusterNamespace]: 'cluster' }, 'another app cluster'],
])('whoever has the name is never overwritten: %j', (annotations, why) => {
  const stranger = there({ ...annotations, [owner]: 'Consumer' });
  const original = here({ [owner]: 'Consumer' });
  expect(plan(stranger, original, claimOf('Consumer'))).toMatchObject({
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
});

it("what becomes the provider's is marked as meant for this app cluster", () => {
  const step = plan(
    undefined,
    here(),
    claimOf('Consumer', { autoAdopt: true }),
  );
  expect(step).toMatchObject({
    step: 'create',
    side: 'Provider',
    object: { metadata: { annotations: { ...meant, [owner]: 'Provider' } } },
  });
  const made = 'object' in step ? step.object.metadata : {};
  expect(made.ownerReferences).toBeUndefined();
});
