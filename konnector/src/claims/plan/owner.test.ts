import { pins, thing } from '../../testing/objects';
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
  it('copies of the cluster that this one took over from are ours, others stay foreign', () => {
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
    ['absent', 'absent', 'nobody'],
    ['absent', 'unmarked', 'unsaid Consumer'],
    ['absent', 'original', 'Consumer'],
    ['absent', 'copy', 'left Consumer'],
    ['absent', 'foreign', 'nobody'],
    ['unmarked', 'absent', 'unsaid Provider'],
    ['unmarked', 'unmarked', 'contested'],
    ['unmarked', 'original', 'contested'],
    ['unmarked', 'copy', 'Provider'],
    ['unmarked', 'foreign', 'contested'],
    ['original', 'absent', 'Provider'],
    ['original', 'unmarked', 'contested'],
    ['original', 'original', 'contested'],
    ['original', 'copy', 'Provider'],
    ['original', 'foreign', 'contested'],
    ['copy', 'absent', 'left Provider'],
    ['copy', 'unmarked', 'Consumer'],
    ['copy', 'original', 'Consumer'],
    ['copy', 'copy', 'contested'],
    ['copy', 'foreign', 'contested'],
    ['foreign', 'absent', 'nobody'],
    ['foreign', 'unmarked', 'contested'],
    ['foreign', 'original', 'contested'],
    ['foreign', 'copy', 'contested'],
    ['foreign', 'foreign', 'contested'],
  ] as const)('there %s, here %s: %s', (provider, consumer, expected) => {
    const pair = ownerOfPair(there[provider], here[consumer], claimant);
    const said = 'side' in pair ? `${pair.owner} ${pair.side}` : pair.owner;
    expect(said).toBe(expected);
  });

  it('knows a change of hands that stopped half-way', () => {
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
    expect(ownerOfPair(adopted, another, claimant).owner).toBe('contested');
  });
});
