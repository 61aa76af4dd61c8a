import { pins, thing } from '../testing/objects';
import { Sharing, whoseCopy } from './sharing';

const clusterNamespace = 'klutch.anynines.com/cluster-namespace';
const consumerCluster = 'klutch.anynines.com/consumer-cluster';
const marks = { annotations: { [clusterNamespace]: 'cluster-x' } };
const copy = (name: string, annotations: Record<string, string>) =>
  thing({ name, namespace: undefined, annotations });
const ours = copy('ours', {
  [clusterNamespace]: 'cluster-x',
  [consumerCluster]: pins.consumerCluster,
});
const theirs = copy('theirs', {
  [clusterNamespace]: 'cluster-y',
  [consumerCluster]: 'another',
});

describe('Sharing', () => {
  const after = (...changes: Parameters<Sharing['see']>[0][]) => {
    const sharing = new Sharing(whoseCopy({ pins, marks }));
    changes.forEach(change => sharing.see(change));
    return sharing.takenByAnother;
  };

  it('knows an API that another app cluster uses', () => {
    expect(after({ type: 'added', object: theirs })).toBe(true);
    expect(
      after({
        type: 'added',
        object: copy('by-reference', {
          'klutch.anynines.com/bound': 'true',
          [clusterNamespace]: 'cluster-y',
        }),
      }),
    ).toBe(true);
  });

  it('leaves it to who came first', () => {
    expect(
      after({ type: 'added', object: ours }, { type: 'added', object: theirs }),
    ).toBe(false);
  });

  it("does not mind the provider's own objects, nor what is gone", () => {
    expect(after({ type: 'added', object: copy('plain', {}) })).toBe(false);
    expect(
      after(
        { type: 'added', object: theirs },
        { type: 'deleted', object: theirs },
      ),
    ).toBe(false);
  });
});
