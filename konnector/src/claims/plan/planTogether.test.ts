/** Claims of a binding that is suspended, or that nobody can serve now, beside those of another one that is served. */
import type { PermissionClaim } from '@klutch/bind-api';
import type { Unstructured } from '@klutch/kube';
import { mergePatched } from '../../testing/__testUtils__/mergePatched';
import { pins } from '../../testing/objects';
import type { ClaimInForce } from '../ClaimsInForce';
import { coversLabels } from './claimSelection';
import type { ClaimFacts } from './claimFacts';
import { planTogether } from './planTogether';

const active: PermissionClaim = {
  resource: 'secrets',
  version: 'v1',
  selector: { owner: 'Provider' },
};
const preserving: PermissionClaim = {
  ...active,
  update: { preserving: ['data.password'] },
};
const handsOff = (claim: PermissionClaim): ClaimInForce => ({
  ...claim,
  handsOff: true,
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
  claims: ClaimInForce[],
): ClaimFacts => ({
  ...pair,
  place: {
    Provider: { namespace: 'cluster-x-team-a', name: 'db' },
    Consumer: { namespace: 'team-a', name: 'db' },
  },
  claims,
  selects: (one, _side, { metadata }) => coversLabels(one, metadata.labels),
  deletedHere: undefined,
  reserved: false,
  claimant: { pins, marks: { annotations: {} } },
});

/** The provider's secret, and its copy with a password that the app team has set, which only one claim preserves. */
function ownPassword() {
  const pair = { provider: secret, consumer: undefined };
  const made = planTogether(factsOf(pair, [active]));
  if (made.step !== 'create') throw new Error(made.step);
  const { object } = made;
  const identity = { uid: 'c', resourceVersion: '1' };
  const consumer = mergePatched(
    { ...object, metadata: { ...object.metadata, ...identity } },
    { data: { password: 'bXk=' } },
  );
  const marked = {
    annotations: { 'klutch.anynines.com/resource-owner': 'Provider' },
  };
  return { provider: mergePatched(secret, { metadata: marked }), consumer };
}

it('overwrites nothing that a claim preserves whose binding does not act', () => {
  const pair = ownPassword();
  const nothing = { step: 'nothing' };
  expect(planTogether(factsOf(pair, [active]))).toMatchObject({
    step: 'patch',
    side: 'Consumer',
  });
  expect(planTogether(factsOf(pair, [active, preserving]))).toEqual(nothing);
  expect(planTogether(factsOf(pair, [active, handsOff(preserving)]))).toEqual(
    nothing,
  );
});

it('marks the original, whatever the claims say by which it was selected', () => {
  const byLabels: PermissionClaim = {
    ...active,
    selector: { owner: 'Provider', labelSelectors: [{ app: 'a' }] },
  };
  const labelled = mergePatched(secret, { metadata: { labels: { app: 'a' } } });
  const claims = [byLabels, handsOff(active)];
  const pair = { provider: labelled, consumer: undefined };
  const made = planTogether(factsOf(pair, claims));
  if (made.step !== 'create') throw new Error(made.step);
  const { object } = made;
  const identity = { uid: 'c', resourceVersion: '1' };
  const consumer = {
    ...object,
    metadata: { ...object.metadata, ...identity },
  };
  expect(planTogether(factsOf({ ...pair, consumer }, claims))).toMatchObject({
    step: 'patch',
    side: 'Provider',
  });
});

it('does what all would do, with the rules of all', () => {
  const pair = ownPassword();
  const changed = mergePatched(pair.provider, { data: { user: 'Yg==' } });
  const facts = { ...pair, provider: changed };
  const step = planTogether(factsOf(facts, [active, handsOff(preserving)]));
  expect(step).toMatchObject({
    step: 'patch',
    side: 'Consumer',
    patch: { data: { user: 'Yg==' } },
  });
  expect(step).not.toHaveProperty('patch.data.password');
});

it('does nothing where all would do something else', () => {
  const pair = { provider: secret, consumer: undefined };
  const donating = handsOff({ ...active, autoDonate: true });
  expect(planTogether(factsOf(pair, [active, donating]))).toEqual({
    step: 'nothing',
  });
});

it('goes on with what would be done in the same way, and with what only those claim that act', () => {
  const pair = { provider: secret, consumer: undefined };
  const alone = planTogether(factsOf(pair, [active]));
  expect(alone).toMatchObject({ step: 'create', side: 'Consumer' });
  const elsewhere = { ...active.selector, namespaces: ['team-b'] };
  for (const other of [active, { ...preserving, selector: elsewhere }]) {
    expect(planTogether(factsOf(pair, [active, handsOff(other)]))).toEqual(
      alone,
    );
  }
});

it('does nothing that only a claim wants whose binding does not act', () => {
  const pair = { provider: secret, consumer: undefined };
  const elsewhere = { ...active.selector, namespaces: ['team-b'] };
  expect(
    planTogether(
      factsOf(pair, [{ ...active, selector: elsewhere }, handsOff(active)]),
    ),
  ).toEqual({ step: 'nothing' });
});
