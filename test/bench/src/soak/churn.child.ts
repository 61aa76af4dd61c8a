// Changes objects continuously, directly at the API server. Their number stays constant.
import { bareApi } from '../harness/bareApi';
import { Channel, runAsChild } from '../harness/child';
import { paced } from '../harness/paced';
import { sampleCollection, sampleName, sampleOf } from '../kube/sample';

export interface ChurnInput {
  kubeconfig: string;
  namespaces: string[];
  /** Number of existing objects in each namespace. */
  objects: number;
  perSecond: number;
}

/** After this many changes an object is deleted and created again. */
const recreateEvery = 5;

runAsChild<ChurnInput, number>(
  async (
    { kubeconfig, namespaces, objects, perSecond }: ChurnInput,
    parent: Channel,
  ) => {
    const api = bareApi(kubeconfig);
    let ended = false;
    void parent.receive('end').then(() => {
      ended = true;
    });

    /** Workers take objects in turns, so that no two change the same object at once. */
    async function change(counter: number): Promise<void> {
      const namespace = namespaces[counter % namespaces.length] ?? '';
      const index = Math.floor(counter / namespaces.length) % objects;
      const collection = sampleCollection(namespace);
      const path = `${collection}/${sampleName(index)}`;
      if (counter % recreateEvery === 0) {
        await api.send('DELETE', path);
        await api.send('POST', collection, sampleOf(namespace, index));
      } else {
        await api.send('PATCH', path, { spec: { counter } });
      }
    }

    let changed = 0;
    while (!ended) {
      const from = changed;
      await paced({ perSecond, seconds: 1, maxInFlight: 8 }, index =>
        change(from + index),
      );
      changed += perSecond;
    }
    await api.close();
    return changed;
  },
);
