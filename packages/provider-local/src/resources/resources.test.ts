import {
  available,
  creating,
  mergeConditions,
  notSynced,
  synced,
} from './conditions';
import {
  claimOf,
  instanceIdOf,
  claimInSameNamespace,
  onlyOne,
} from './identity';
import { ServiceInstance } from './managedResources';

const object: ServiceInstance = {
  apiVersion: 'dataservices.anynines.com/v1',
  kind: 'ServiceInstance',
  metadata: {
    name: 'orders-x7k2p',
    uid: '0f6b8a56-2a51-4b53-9d3e-2f6f4f3f7f11',
    creationTimestamp: '2026-06-10T09:00:00Z',
    labels: {
      'crossplane.io/claim-name': 'orders',
      'crossplane.io/claim-namespace': 'team-a',
    },
  },
};

describe('conditions', () => {
  const earlier = new Date('2026-06-10T09:00:00.500Z');
  const later = new Date('2026-06-10T09:05:00Z');

  it('keep the time of the last change of status', () => {
    const before = mergeConditions([], [creating(), synced()], {
      now: earlier,
    });
    const after = mergeConditions(before, [available(), synced()], {
      now: later,
    });
    expect(
      after.map(({ type, lastTransitionTime }) => [type, lastTransitionTime]),
    ).toEqual([
      ['Ready', '2026-06-10T09:05:00Z'],
      ['Synced', '2026-06-10T09:00:00Z'],
    ]);
  });

  it('take a new message without a new transition time', () => {
    const before = mergeConditions([], [notSynced('one')], { now: earlier });
    expect(
      mergeConditions(before, [notSynced('two')], { now: later }),
    ).toMatchObject([
      { message: 'two', lastTransitionTime: '2026-06-10T09:00:00Z' },
    ]);
  });

  it('leave conditions of other types unchanged', () => {
    const before = mergeConditions([], [available()], { now: earlier });
    expect(
      mergeConditions(before, [synced()], { now: later }).map(
        ({ type }) => type,
      ),
    ).toEqual(['Ready', 'Synced']);
  });
});

describe('identity', () => {
  it('gives instances an id that never changes', () => {
    expect(instanceIdOf(object)).toBe(
      '0f6b8a56-2a51-4b53-9d3e-2f6f4f3f7f11-1781082000',
    );
  });

  it('finds claims by their labels, in the same namespace only', () => {
    expect(claimOf(object)).toEqual(['team-a/orders']);
    expect(claimInSameNamespace(object, 'first')).toEqual(['team-a/first']);
    expect(claimInSameNamespace(object, undefined)).toEqual([]);
    expect(claimOf({ ...object, metadata: { name: 'x' } })).toEqual([]);
  });

  it('requires exactly one resource for a claim', () => {
    expect(onlyOne([object], 'service instance', 'orders')).toBe(object);
    expect(() => onlyOne([], 'service instance', 'orders')).toThrow(
      /no service instance orders in this namespace/,
    );
    expect(() =>
      onlyOne([object, object], 'service instance', 'orders'),
    ).toThrow(/more than one service instance orders/);
  });
});
