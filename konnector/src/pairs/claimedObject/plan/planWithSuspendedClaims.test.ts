/** Claims of a suspended or unreachable binding beside claims of an acting binding. */
import type { PermissionClaim } from '@klutch/bind-api';
import type { Unstructured } from '@klutch/kube';
import { applyMergePatch } from '../../../testing/__testUtils__/applyMergePatch';
import { pins } from '../../../testing/objects';
import type { EffectiveClaim } from '../EffectiveClaims';
import { matchesLabels } from './claimSelection';
import type { ClaimFacts } from './claimFacts';
import { planWithSuspendedClaims } from './planClaimed';

const active: PermissionClaim = {
  resource: 'secrets',
  version: 'v1',
  selector: { owner: 'Provider' },
};
const preserving: PermissionClaim = {
  ...active,
  update: { preserving: ['data.password'] },
};
const suspended = (claim: PermissionClaim): EffectiveClaim => ({
  ...claim,
  suspended: true,
});
const secret: Unstructured = {
  apiVersion: 'v1',
  kind: 'Secret',
  type: 'Opaque',
  data: { user: 'YQ==', password: 'eA==' },
  metadata: { name: 'db', uid: 'p', resourceVersion: '1' },
};
const factsOf = (
  pair: Pick<ClaimFacts, 'provider' | 'consumer'>,
  claims: EffectiveClaim[],
): ClaimFacts => ({
  ...pair,
  keys: {
    Provider: { namespace: 'cluster-x-team-a', name: 'db' },
    Consumer: { namespace: 'team-a', name: 'db' },
  },
  claims,
  selects: (one, _side, { metadata }) => matchesLabels(one, metadata.labels),
  deletedConsumer: undefined,
  claimant: { pins, marks: { annotations: {} } },
});

/** The provider's secret, and a copy with a password of the app team that only one claim preserves. */
function ownPassword() {
  const pair = { provider: secret, consumer: undefined };
  const made = planWithSuspendedClaims(factsOf(pair, [active]));
  if (made.step !== 'create') throw new Error(made.step);
  const { object } = made;
  const identity = { uid: 'c', resourceVersion: '1' };
  const consumer = applyMergePatch(
    { ...object, metadata: { ...object.metadata, ...identity } },
    { data: { password: 'bXk=' } },
  );
  const marked = {
    annotations: { 'klutch.anynines.com/resource-owner': 'Provider' },
  };
  return { provider: applyMergePatch(secret, { metadata: marked }), consumer };
}

it('overwrites no field that a suspended claim preserves', () => {
  const pair = ownPassword();
  const nothing = { step: 'nothing' };
  expect(planWithSuspendedClaims(factsOf(pair, [active]))).toMatchObject({
    step: 'patch',
    side: 'Consumer',
  });
  expect(planWithSuspendedClaims(factsOf(pair, [active, preserving]))).toEqual(
    nothing,
  );
  expect(
    planWithSuspendedClaims(factsOf(pair, [active, suspended(preserving)])),
  ).toEqual(nothing);
});

it('marks the original when the claims record different selections', () => {
  const byLabels: PermissionClaim = {
    ...active,
    selector: { owner: 'Provider', labelSelectors: [{ app: 'a' }] },
  };
  const labelled = applyMergePatch(secret, {
    metadata: { labels: { app: 'a' } },
  });
  const claims = [byLabels, suspended(active)];
  const pair = { provider: labelled, consumer: undefined };
  const made = planWithSuspendedClaims(factsOf(pair, claims));
  if (made.step !== 'create') throw new Error(made.step);
  const { object } = made;
  const identity = { uid: 'c', resourceVersion: '1' };
  const consumer = {
    ...object,
    metadata: { ...object.metadata, ...identity },
  };
  expect(
    planWithSuspendedClaims(factsOf({ ...pair, consumer }, claims)),
  ).toMatchObject({
    step: 'patch',
    side: 'Provider',
  });
});

it('plans the step of all claims, with the rules of all claims', () => {
  const pair = ownPassword();
  const changed = applyMergePatch(pair.provider, { data: { user: 'Yg==' } });
  const facts = { ...pair, provider: changed };
  const step = planWithSuspendedClaims(
    factsOf(facts, [active, suspended(preserving)]),
  );
  expect(step).toMatchObject({
    step: 'patch',
    side: 'Consumer',
    patch: { data: { user: 'Yg==' } },
  });
  expect(step).not.toHaveProperty('patch.data.password');
});

it('does nothing when all claims together would plan a different step', () => {
  const pair = { provider: secret, consumer: undefined };
  const donating = suspended({ ...active, autoDonate: true });
  expect(planWithSuspendedClaims(factsOf(pair, [active, donating]))).toEqual({
    step: 'nothing',
  });
});

it('plans the same step when the suspended claim is equal or does not cover the pair', () => {
  const pair = { provider: secret, consumer: undefined };
  const alone = planWithSuspendedClaims(factsOf(pair, [active]));
  expect(alone).toMatchObject({ step: 'create', side: 'Consumer' });
  const elsewhere = { ...active.selector, namespaces: ['team-b'] };
  for (const other of [active, { ...preserving, selector: elsewhere }]) {
    expect(
      planWithSuspendedClaims(factsOf(pair, [active, suspended(other)])),
    ).toEqual(alone);
  }
});

it('does nothing for a pair that only a suspended claim covers', () => {
  const pair = { provider: secret, consumer: undefined };
  const elsewhere = { ...active.selector, namespaces: ['team-b'] };
  expect(
    planWithSuspendedClaims(
      factsOf(pair, [{ ...active, selector: elsewhere }, suspended(active)]),
    ),
  ).toEqual({ step: 'nothing' });
});
