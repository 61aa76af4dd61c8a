import { thingBinding } from '../testing/objects';
import type { BindingWriter } from './bindingWriter';
import { pinClusters, appClusterChangedCondition } from './identityPins';

const marked = (annotations: Record<string, string> = {}) => {
  const binding = thingBinding();
  binding.metadata.annotations = Object.fromEntries(
    Object.entries(annotations).map(([key, value]) => [
      `klutch.anynines.com/${key}`,
      value,
    ]),
  );
  return binding;
};
const here = {
  consumerCluster: 'this-cluster',
  providerNamespaceUid: 'this-namespace',
};
const pinned = {
  'consumer-cluster': 'this-cluster',
  'provider-namespace-uid': 'this-namespace',
};

/** Pins a binding; `writes` are the annotations that were written. */
const pin = async (annotations: Record<string, string>) => {
  const writes: object[] = [];
  const writer = {
    patchMetadata: async (binding: object, change: object) => {
      writes.push(change);
      return binding;
    },
  } as unknown as BindingWriter;
  return {
    result: await pinClusters(
      { isLeader: true },
      writer,
      marked(annotations),
      here,
    ),
    writes,
  };
};

describe('pinClusters', () => {
  it.each<[string, Record<string, string>]>([
    ['a new binding', {}],
    [
      'a binding of a version that did not pin app clusters',
      { 'provider-namespace-uid': 'this-namespace' },
    ],
    [
      'a binding whose control plane pin was removed',
      { 'consumer-cluster': 'this-cluster' },
    ],
  ])('pins %s to both clusters with one write', async (_what, annotations) => {
    const { result, writes } = await pin(annotations);
    expect(result).toMatchObject({ pinned: true, pins: here });
    expect(writes).toEqual([
      {
        annotations: {
          'klutch.anynines.com/consumer-cluster': 'this-cluster',
          'klutch.anynines.com/provider-namespace-uid': 'this-namespace',
        },
      },
    ]);
  });

  it('writes nothing when both clusters are recorded', async () => {
    const { result, writes } = await pin(pinned);
    expect(result).toMatchObject({ pinned: true, pins: here });
    expect(writes).toEqual([]);
  });

  it.each([
    ['consumer-cluster', 'AppClusterChanged'],
    ['provider-namespace-uid', 'ControlPlaneChanged'],
  ])('refuses another %s and writes nothing', async (annotation, reason) => {
    const { result, writes } = await pin({ ...pinned, [annotation]: 'other' });
    expect(result).toMatchObject({ pinned: false, condition: { reason } });
    expect(writes).toEqual([]);
  });

  it('takes over from the app cluster that the annotation names, and records it', async () => {
    const { result, writes } = await pin({
      ...pinned,
      'consumer-cluster': 'former',
      'take-over-from': 'former',
    });
    expect(result).toMatchObject({
      pinned: true,
      pins: { ...here, formerCluster: 'former' },
    });
    expect(writes).toHaveLength(1);
  });
});

describe('appClusterChangedCondition', () => {
  it('contains the command for the take-over', () => {
    const condition = appClusterChangedCondition(
      marked({ 'consumer-cluster': 'former', 'take-over-from': 'third' }),
      'this-cluster',
    );
    expect(condition).toMatchObject({
      message: expect.stringContaining(
        'kubectl -n klutch-bind annotate --overwrite apiservicebinding things.example.com klutch.anynines.com/take-over-from=former',
      ),
    });
  });
});
