// Creates objects by the client and by a bare loop, in turns, each time into a new namespace.
import { createClient, loadKubeConfig } from '@klutch/kube';
import { bareApi } from '../harness/bareApi';
import { runAsChild } from '../harness/child';
import { inParallel, interleaved, secondsOf } from '../harness/interleaved';
import { sampleCollection, createNamespace, sampleOf, samples } from './sample';

export interface CreateInput {
  kubeconfig: string;
  concurrency: number;
  /** Objects a run. */
  objects: number;
  repeats: number;
}

/** Objects created a second, of each run. */
export interface CreateOutput {
  ours: number[];
  bare: number[];
}

runAsChild<CreateInput, CreateOutput>(
  async ({ kubeconfig, concurrency, objects, repeats }) => {
    const api = bareApi(kubeconfig, { connections: concurrency });
    const client = createClient(loadKubeConfig(kubeconfig), {
      rateLimiter: 'unlimited',
    });

    const run = async (
      who: string,
      round: number,
      create: (namespace: string, index: number) => Promise<unknown>,
    ) => {
      const namespace = `create-${concurrency}-${who}-${round}`;
      await createNamespace(api, namespace);
      const seconds = await secondsOf(() =>
        inParallel(concurrency, objects, index => create(namespace, index)),
      );
      return objects / seconds;
    };

    const measured = await interleaved(
      repeats,
      round =>
        run('ours', round, (namespace, index) =>
          client.create(samples, sampleOf(namespace, index)),
        ),
      round =>
        run('bare', round, (namespace, index) =>
          api.send(
            'POST',
            sampleCollection(namespace),
            sampleOf(namespace, index),
          ),
        ),
    );
    await client.close();
    await api.close();
    return measured;
  },
);
