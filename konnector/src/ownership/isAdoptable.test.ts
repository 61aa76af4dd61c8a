import { thing } from '../testing/objects';
import { isAdoptable, isUnclaimed } from './isAdoptable';

const clusterNamespace = 'klutch.anynines.com/cluster-namespace';
const unmarked = { annotations: {} };
const marked = { annotations: { [clusterNamespace]: 'cluster-x' } };

describe('isAdoptable', () => {
  it('takes what somebody made directly', () => {
    expect(isAdoptable(thing(), unmarked)).toBe(true);
    expect(isAdoptable(thing({ annotations: { note: 'x' } }), unmarked)).toBe(
      true,
    );
  });

  it.each(['true', 'false', ''])(
    'never takes what carries bound, whatever its value: %p',
    bound => {
      const annotations = { 'klutch.anynines.com/bound': bound };
      expect(isAdoptable(thing({ annotations }), unmarked)).toBe(false);
    },
  );

  it('never takes a copy of any app cluster, ours or another', () => {
    const annotations = { 'klutch.anynines.com/consumer-cluster': 'any' };
    expect(isAdoptable(thing({ annotations }), unmarked)).toBe(false);
  });

  it('never takes what is dying, though it is nobody’s copy', () => {
    const dying = thing({ deletionTimestamp: '2026-01-01T00:00:00Z' });
    expect(isAdoptable(dying, unmarked)).toBe(false);
    expect(isUnclaimed(dying, unmarked)).toBe(true);
  });

  it('wants the mark of the cluster namespace where there is no other border', () => {
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
