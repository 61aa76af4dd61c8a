import { pins, thing } from '../../../testing/objects';
import { consumerRole, ownerOfPair, providerRole } from './owner';

const claimant = { pins, marks: { annotations: {} } };
const g = 'klutch.anynines.com';
const there = {
  absent: undefined,
  unmarked: thing({ uid: 'p' }),
  original: thing({
    uid: 'p',
    annotations: { [`${g}/resource-owner`]: 'Provider' },
  }),
  copy: thing({
    uid: 'p',
    annotations: {
      [`${g}/resource-owner`]: 'Consumer',
      [`${g}/consumer-cluster`]: pins.consumerCluster,
    },
  }),
  foreign: thing({
    uid: 'p',
    annotations: {
      [`${g}/resource-owner`]: 'Consumer',
      [`${g}/consumer-cluster`]: 'another',
    },
  }),
};
const here = {
  absent: undefined,
  unmarked: thing({ uid: 'c' }),
  original: thing({
    uid: 'c',
    annotations: { [`${g}/resource-owner`]: 'Consumer' },
  }),
  copy: thing({
    uid: 'c',
    annotations: {
      [`${g}/resource-owner`]: 'Provider',
      [`${g}/provider-namespace-uid`]: pins.providerNamespaceUid,
    },
  }),
  foreign: thing({
    uid: 'c',
    annotations: {
      [`${g}/resource-owner`]: 'Provider',
      [`${g}/provider-namespace-uid`]: 'another',
    },
  }),
};

describe('roles', () => {
  it.each(Object.entries(there))('on the control plane: %s', (role, object) => {
    expect(providerRole(object, claimant)).toBe(role);
  });
  it.each(Object.entries(here))('on the app cluster: %s', (role, object) => {
    expect(consumerRole(object, pins)).toBe(role);
  });
  it('copies of the former cluster are copies, those of other clusters stay foreign', () => {
    const tookOver = (formerCluster: string) => ({
      ...claimant,
      pins: { ...pins, formerCluster },
    });
    expect(providerRole(there.foreign, tookOver('another'))).toBe('copy');
    expect(providerRole(there.copy, tookOver('another'))).toBe('copy');
    expect(providerRole(there.foreign, tookOver('third'))).toBe('foreign');
  });
  it("copies of the reference's konnector are copies", () => {
    const marked = (owner: string) =>
      thing({ annotations: { [`${g}/resource-owner`]: owner } });
    expect(providerRole(marked('Consumer'), claimant)).toBe('copy');
    expect(consumerRole(marked('Provider'), pins)).toBe('copy');
  });
});

describe('ownerOfPair', () => {
  it.each([
    ['absent', 'absent', 'none'],
    ['absent', 'unmarked', 'undeclared Consumer'],
    ['absent', 'original', 'Consumer'],
    ['absent', 'copy', 'orphaned Consumer'],
    ['absent', 'foreign', 'none'],
    ['unmarked', 'absent', 'undeclared Provider'],
    ['unmarked', 'unmarked', 'conflict'],
    ['unmarked', 'original', 'conflict'],
    ['unmarked', 'copy', 'Provider'],
    ['unmarked', 'foreign', 'conflict'],
    ['original', 'absent', 'Provider'],
    ['original', 'unmarked', 'conflict'],
    ['original', 'original', 'conflict'],
    ['original', 'copy', 'Provider'],
    ['original', 'foreign', 'conflict'],
    ['copy', 'absent', 'orphaned Provider'],
    ['copy', 'unmarked', 'Consumer'],
    ['copy', 'original', 'Consumer'],
    ['copy', 'copy', 'conflict'],
    ['copy', 'foreign', 'conflict'],
    ['foreign', 'absent', 'none'],
    ['foreign', 'unmarked', 'conflict'],
    ['foreign', 'original', 'conflict'],
    ['foreign', 'copy', 'conflict'],
    ['foreign', 'foreign', 'conflict'],
  ] as const)(
    'control plane %s, app cluster %s: %s',
    (provider, consumer, expected) => {
      const pair = ownerOfPair(there[provider], here[consumer], claimant);
      const actual = 'side' in pair ? `${pair.owner} ${pair.side}` : pair.owner;
      expect(actual).toBe(expected);
    },
  );

  it('detects an interrupted ownership transfer', () => {
    const donated = thing({
      uid: 'c',
      annotations: {
        [`${g}/resource-owner`]: 'Consumer',
        [`${g}/adopted-from`]: 'p',
      },
    });
    expect(ownerOfPair(there.unmarked, donated, claimant)).toEqual({
      owner: 'Consumer',
    });
    const adopted = thing({
      uid: 'p',
      annotations: {
        [`${g}/resource-owner`]: 'Provider',
        [`${g}/consumer-uid`]: 'c',
      },
    });
    expect(ownerOfPair(adopted, here.unmarked, claimant)).toEqual({
      owner: 'Provider',
    });
    const another = thing({ uid: 'c2' });
    expect(ownerOfPair(adopted, another, claimant).owner).toBe('conflict');
  });
});
