import { thing } from '../testing/objects';
import { isAdoptable, isUnclaimed } from './isAdoptable';

const clusterNamespace = 'klutch.anynines.com/cluster-namespace';
const unmarked = { annotations: {} };
const marked = { annotations: { [clusterNamespace]: 'cluster-x' } };

describe('isAdoptable', () => {
  it('adopts objects created directly', () => {
    expect(isAdoptable(thing(), unmarked)).toBe(true);
    expect(isAdoptable(thing({ annotations: { note: 'x' } }), unmarked)).toBe(
      true,
    );
  });

  it.each(['true', 'false', ''])(
    'never adopts an object with bound, whatever its value: %p',
    bound => {
      const annotations = { 'klutch.anynines.com/bound': bound };
      expect(isAdoptable(thing({ annotations }), unmarked)).toBe(false);
    },
  );

  it('never adopts a copy of any app cluster, ours or another', () => {
    const annotations = { 'klutch.anynines.com/consumer-cluster': 'any' };
    expect(isAdoptable(thing({ annotations }), unmarked)).toBe(false);
  });

  it('never adopts an object being deleted, though it is no copy', () => {
    const deleting = thing({ deletionTimestamp: '2026-01-01T00:00:00Z' });
    expect(isAdoptable(deleting, unmarked)).toBe(false);
    expect(isUnclaimed(deleting, unmarked)).toBe(true);
  });

  it('requires the mark of the cluster namespace where names are ambiguous', () => {
    const of = (value?: string) =>
      isAdoptable(
        thing({ annotations: value ? { [clusterNamespace]: value } : {} }),
        marked,
      );
    expect(of('cluster-x')).toBe(true);
    expect(of('cluster-x-b')).toBe(false);
    expect(of()).toBe(false);
  });
});
