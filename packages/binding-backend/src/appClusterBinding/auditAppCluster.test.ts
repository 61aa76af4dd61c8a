import type { Condition } from '@klutch/bind-api';
import { backendActor, type AuditEvent } from '../audit/Audit';
import { appClusterBinding } from '../testing/appClusterSamples';
import { auditRefusals } from './auditAppCluster';
import { appClusterConditions as types, type Refusal } from './conditions';

const caches = {
  message: 'caches.example.test is not offered.',
  apis: ['caches.example.test'],
};
const others = {
  message: 'othercaches.example.test is not offered.',
  apis: ['othercaches.example.test'],
};
const image = { message: 'You may not choose the image.' };

const condition = (
  type: string,
  status: Condition['status'],
  message: string,
): Condition => ({
  type,
  status,
  message,
  lastTransitionTime: '2026-01-01T00:00:00Z',
});

const reported = (
  conditions: Condition[],
  refusals: [type: string, refusal: Refusal][],
) => {
  const events: AuditEvent[] = [];
  const binding = { ...appClusterBinding(), status: { conditions } };
  auditRefusals(event => events.push(event), binding, {
    namespace: 'platform',
    refusals,
  });
  return events;
};

describe('refusals of an AppClusterBinding', () => {
  it('are audited as one event for each reconciliation', () => {
    expect(
      reported(
        [],
        [
          [types.apisBound, caches],
          [types.apisBound, others],
        ],
      ),
    ).toEqual([
      {
        action: 'bind',
        outcome: 'refused',
        actor: backendActor,
        namespace: 'platform',
        tenant: expect.stringMatching(/^appclusterbinding#/),
        apis: ['caches.example.test', 'othercaches.example.test'],
        reason: `${caches.message} ${others.message}`,
      },
    ]);
  });

  it('concern all APIs when no API is named', () => {
    const [event, ...more] = reported([], [[types.konnectorDeployed, image]]);
    expect(event).toMatchObject({
      apis: ['databases.example.test'],
      reason: image.message,
    });
    expect(more).toEqual([]);
  });

  it.each([
    ['alone', caches.message],
    [
      'beside other changes',
      `databases.example.test is being exported.\n${caches.message}\nA note.`,
    ],
  ])(
    'are not audited again while a condition reports them %s',
    (_, message) => {
      const before = [condition(types.apisBound, 'False', message)];
      expect(reported(before, [[types.apisBound, caches]])).toEqual([]);
    },
  );

  it.each([
    ['another message', condition(types.apisBound, 'False', image.message)],
    ['a longer name', condition(types.apisBound, 'False', others.message)],
    [
      'a condition that was True since',
      condition(types.apisBound, 'True', caches.message),
    ],
    [
      'the same message in another condition',
      condition(types.secretValid, 'False', caches.message),
    ],
  ])('are audited after %s', (_, before) => {
    expect(reported([before], [[types.apisBound, caches]])).toHaveLength(1);
  });

  it('are audited without earlier ones', () => {
    const before = [condition(types.apisBound, 'False', others.message)];
    const now: [string, Refusal][] = [
      [types.apisBound, caches],
      [types.apisBound, others],
    ];
    expect(reported(before, now)).toMatchObject([
      { apis: caches.apis, reason: caches.message },
    ]);
  });
});
