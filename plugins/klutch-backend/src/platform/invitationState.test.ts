import type { APIServiceExport, ClusterBinding } from '@klutch/bind-api';
import {
  invitationState,
  invitationText,
  type InvitationFacts,
} from './invitationState';

const now = new Date('2026-01-01T00:10:00Z');
const lastTransitionTime = '2026-01-01T00:00:00Z';

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

const stateOf = (facts: Partial<InvitationFacts>) =>
  invitationState(
    {
      invitation: {
        id: 'i',
        until: '2026-01-01T00:15:00Z',
        resources: ['a.test', 'b.test'],
      },
      isOpen: false,
      exports: [],
      ...facts,
    },
    now,
  );
const alive = binding('2026-01-01T00:09:00Z');

describe('an invitation', () => {
  it('waits while its code may be used, whatever was there before', () => {
    expect(stateOf({ isOpen: true })).toBe('Waiting');
    expect(stateOf({ isOpen: true, clusterBinding: alive })).toBe('Waiting');
  });

  it('was picked up before its end, or has ended', () => {
    const invitation = { id: 'i', until: now.toISOString(), resources: [] };
    expect(stateOf({})).toBe('PickedUp');
    expect(stateOf({ invitation })).toBe('Expired');
  });

  it.each([
    ['PickedUp', binding(), []],
    ['PickedUp', binding('2025-12-31T00:00:00Z'), []],
    ['Arrived', alive, []],
    ['Arrived', alive, [exported('a.test', 'True')]],
    [
      'Arrived',
      alive,
      [exported('a.test', 'True'), exported('b.test', 'False')],
    ],
    ['Ready', alive, [exported('a.test', 'True'), exported('b.test', 'True')]],
  ])(
    'is %s by what the konnector says (%#)',
    (state, clusterBinding, exports) => {
      expect(stateOf({ clusterBinding, exports })).toBe(state);
    },
  );

  it('says what to do', () => {
    expect(invitationText('Expired', 'Apps')).toContain('make another one');
    expect(invitationText('Ready', 'Apps')).toBe(
      'Apps is connected, and its APIs are in order.',
    );
  });
});
