import type { ClaimFacts, DerivedClaimState } from './ClaimFacts';
import { hopsOf } from './hops';

const facts: ClaimFacts = {
  object: {
    apiVersion: 'anynines.com/v1',
    kind: 'Backup',
    metadata: { creationTimestamp: '2026-11-21T04:00:00Z' },
  },
  providerCopy: {
    apiVersion: 'anynines.com/v1',
    kind: 'Backup',
    metadata: { creationTimestamp: '2026-11-21T04:00:02Z' },
  },
  now: new Date(),
};

const states = (derivedState: DerivedClaimState) =>
  hopsOf(facts, derivedState).map(({ state }) => state);

it('marks completed steps, with times, and describes the current step', () => {
  const hops = hopsOf(facts, {
    state: 'Waiting',
    stateReason: 'WaitingForControlPlane',
    hop: 'controlPlane',
  });
  expect(hops).toEqual([
    {
      id: 'request',
      title: 'Request',
      state: 'done',
      at: '2026-11-21T04:00:00Z',
    },
    {
      id: 'appCluster',
      title: 'App cluster',
      state: 'done',
      at: '2026-11-21T04:00:00Z',
    },
    {
      id: 'konnector',
      title: 'Konnector',
      state: 'done',
      at: '2026-11-21T04:00:02Z',
    },
    {
      id: 'controlPlane',
      title: 'Control plane',
      state: 'active',
      reason: 'CrossplaneComposes',
      message: 'The control plane composes the resources of the service.',
    },
    { id: 'service', title: 'Service', state: 'waiting' },
  ]);
});

it('marks the first failed step, with what to do', () => {
  const derivedState: DerivedClaimState = {
    state: 'Failed',
    message: 'Choose another plan.',
    hop: 'service',
  };
  expect(states(derivedState)).toEqual([
    'done',
    'done',
    'done',
    'done',
    'failed',
  ]);
  expect(hopsOf(facts, derivedState).at(-1)?.message).toBe(
    'Choose another plan.',
  );
});

it('says whom to ask where a step failed without a message', () => {
  const derivedState: DerivedClaimState = { state: 'Degraded', hop: 'service' };
  expect(hopsOf(facts, derivedState).at(-1)).toMatchObject({
    state: 'failed',
    reason: 'ProviderFailed',
  });
});

it('has no open step when ready', () => {
  expect(states({ state: 'Ready', hop: 'done' })).toEqual(
    Array(5).fill('done'),
  );
});
