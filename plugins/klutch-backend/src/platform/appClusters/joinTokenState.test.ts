import type { APIServiceExport, ClusterBinding } from '@klutch/bind-api';
import {
  joinTokenState,
  explainJoinTokenState,
  type JoinTokenFacts,
} from './joinTokenState';

const lastTransitionTime = '2026-01-01T00:00:00Z';
const at = new Date('2026-01-01T00:05:00Z');
const lastUsed = { id: 'i', at };
const now = new Date('2026-01-01T00:30:00Z');

const binding = (lastHeartbeatTime?: string) =>
  ({
    metadata: { name: 'cluster', namespace: 'n' },
    status: { lastHeartbeatTime },
  }) as ClusterBinding;
const exported = (name: string, status: 'True' | 'False') =>
  ({
    metadata: { name },
    status: { conditions: [{ type: 'Connected', status, lastTransitionTime }] },
  }) as APIServiceExport;

const joinToken = {
  id: 'i',
  expiresAt: '2026-01-01T00:15:00Z',
  resources: ['a.test', 'b.test'],
  further: false,
};
const stateOf = (facts: Partial<JoinTokenFacts>) =>
  joinTokenState({ joinToken, isActive: false, exports: [], now, ...facts });
const before = binding('2026-01-01T00:04:00Z');
const after = binding('2026-01-01T00:06:00Z');
const both = [exported('a.test', 'True'), exported('b.test', 'True')];

describe('a join token', () => {
  it('waits while it can be used, regardless of earlier state', () => {
    expect(stateOf({ isActive: true })).toBe('Waiting');
    const facts = { clusterBinding: after, exports: both };
    expect(stateOf({ ...facts, isActive: true, lastUsed })).toBe('Waiting');
  });

  it('has expired when unused', () => {
    expect(stateOf({})).toBe('Expired');
  });

  it('has expired even if the id was registered before', () => {
    const facts = { clusterBinding: after, exports: both };
    expect(stateOf(facts)).toBe('Expired');
    expect(stateOf({ ...facts, lastUsed: { id: 'other', at } })).toBe(
      'Expired',
    );
  });

  it.each([
    ['PickedUp', undefined, []],
    ['PickedUp', binding(), []],
    ['PickedUp', before, both],
    ['Arrived', after, []],
    ['Arrived', after, [exported('a.test', 'True')]],
    [
      'Arrived',
      after,
      [exported('a.test', 'True'), exported('b.test', 'False')],
    ],
    ['Ready', after, both],
  ])(
    "is %s by the konnector's report (%#)",
    (state, clusterBinding, exports) => {
      expect(stateOf({ lastUsed, clusterBinding, exports })).toBe(state);
    },
  );

  it('is not used by a konnector whose heartbeat is in the future', () => {
    const clusterBinding = binding('2099-01-01T00:00:00Z');
    const facts = { lastUsed, clusterBinding, exports: both };
    expect(stateOf(facts)).toBe('PickedUp');
  });

  it('keeps its state when the konnector stops reporting', () => {
    const later = new Date('2026-01-03T00:00:00Z');
    const facts = { lastUsed, clusterBinding: after, exports: both };
    expect(stateOf({ ...facts, now: later })).toBe('Ready');
  });

  it('for further APIs does not wait for a konnector that was connected before', () => {
    const further = { ...joinToken, further: true };
    const facts = { joinToken: further, clusterBinding: before };
    expect(stateOf(facts)).toBe('Expired');
    expect(stateOf({ ...facts, lastUsed })).toBe('Arrived');
    expect(stateOf({ ...facts, lastUsed, exports: both })).toBe('Ready');
  });

  it('has a message with what to do', () => {
    const first = { further: false, title: 'Apps' };
    const messageOf = (...state: Parameters<typeof explainJoinTokenState>) =>
      explainJoinTokenState(...state).message;
    expect(messageOf('Expired', first)).toContain('or cancel');
    expect(messageOf('Expired', { ...first, further: true })).not.toContain(
      'cancel',
    );
    expect(messageOf('Ready', first)).toBe(
      'Apps is connected, and its APIs are ready.',
    );
  });
});
