import type { PermissionClaim } from '@klutch/bind-api';
import type { Unstructured } from '@klutch/kube';
import { applyMergePatch } from '../../../testing/__testUtils__/applyMergePatch';
import { pins } from '../../../testing/objects';
import type { ClaimFacts, ClaimStep } from './claimFacts';
import { matchesLabels } from './claimSelection';
import { planClaimed } from './planClaimed';

const claimant = { pins, marks: { annotations: {} } };
const app = { app: 'shop' };
const labelled: PermissionClaim = {
  resource: 'secrets',
  version: 'v1',
  selector: { labelSelectors: [{ other: 'one' }, app] },
};
const own = (labels: Record<string, string>): Unstructured => ({
  apiVersion: 'v1',
  kind: 'Secret',
  data: { user: 'YQ==' },
  metadata: { name: 'db', uid: 'own', resourceVersion: '1', labels },
});
const created = (step: ClaimStep): Unstructured => {
  if (step.step !== 'create') throw new Error(step.step);
  const { object } = step;
  const identity = { uid: 'new-original', resourceVersion: '1' };
  return { ...object, metadata: { ...object.metadata, ...identity } };
};
const plan = (
  pair: Pick<ClaimFacts, 'provider' | 'consumer'>,
  claim: PermissionClaim,
) =>
  planClaimed({
    ...pair,
    keys: {
      Provider: { namespace: 'cluster-x-team-a', name: 'db' },
      Consumer: { namespace: 'team-a', name: 'db' },
    },
    claims: [claim],
    selects: (one, _side, { metadata }) => matchesLabels(one, metadata.labels),
    deletedConsumer: undefined,
    claimant,
  });

describe('an ownership transfer by a claim with label selectors', () => {
  it('autoAdopt: copies the selecting labels, so that the claim still selects the object', () => {
    const adopting = { ...labelled, autoAdopt: true };
    const consumer = own({ ...app, team: 'a' });
    const provider = created(plan({ provider: undefined, consumer }, adopting));
    expect(provider.metadata.labels).toEqual(app);
    expect(plan({ provider, consumer }, adopting)).toMatchObject({
      step: 'patch',
      side: 'Consumer',
    });
  });

  it('keeps the selecting labels when the claim propagates them to the control plane only', () => {
    const read = { labels: [{ pattern: 'app' }, { pattern: 'team' }] };
    const adopting = { ...labelled, autoAdopt: true, read };
    const consumer = own({ ...app, team: 'a' });
    const fixture = {
      consumer,
      provider: created(plan({ provider: undefined, consumer }, adopting)),
    };
    expect(fixture.provider.metadata.labels).toEqual({ ...app, team: 'a' });
    for (let writes = 0; writes < 3; writes += 1) {
      const step = plan(fixture, adopting);
      if (step.step === 'patch') {
        const side = step.side === 'Provider' ? 'provider' : 'consumer';
        fixture[side] = applyMergePatch(fixture[side], step.patch);
      }
    }
    expect(fixture.provider.metadata.labels?.app).toBe('shop');
    expect(plan(fixture, adopting)).toEqual({ step: 'nothing' });
    const changed = applyMergePatch(fixture.provider, {
      data: { user: 'Yg==' },
    });
    expect(plan({ ...fixture, provider: changed }, adopting)).toMatchObject({
      step: 'patch',
      side: 'Consumer',
    });
  });

  it('autoDonate: copies the selecting labels', () => {
    const donating = { ...labelled, autoDonate: true };
    const provider = own(app);
    const consumer = created(plan({ provider, consumer: undefined }, donating));
    expect(consumer.metadata.labels).toEqual(app);
    expect(plan({ provider, consumer }, donating)).toMatchObject({
      step: 'patch',
      side: 'Provider',
    });
  });

  it('does not transfer an object that no claim selects', () => {
    const adopting = { ...labelled, autoAdopt: true };
    const consumer = own({ team: 'a' });
    expect(plan({ provider: undefined, consumer }, adopting)).toEqual({
      step: 'nothing',
    });
  });
});
