// Creates objects with the client and with a bare loop, in turns.
import { createClient, loadKubeConfig } from '@klutch/kube';
import { bareApi } from '../harness/bareApi';
import { runAsChild } from '../harness/child';
import { inParallel, interleaved, secondsOf } from '../harness/interleaved';
import { sum } from '../harness/statistics';
import { sampleCollection, createNamespace, sampleOf, samples } from './sample';

export interface CreateInput {
  kubeconfig: string;
  concurrency: number;
  objectsPerTurn: number;
  /** Turns of each of the two. */
  turns: number;
  /** Earlier turns that are not counted. */
  warmUps: number;
}

/** Objects created per second, over all turns. */
export interface CreateOutput {
  ours: number;
  bare: number;
}

runAsChild<CreateInput, CreateOutput>(
  async ({ kubeconfig, concurrency, objectsPerTurn, turns, warmUps }) => {
    const api = bareApi(kubeconfig, { connections: concurrency });
    const client = createClient(loadKubeConfig(kubeconfig), {
      rateLimiter: 'unlimited',
    });

    const turnsOf = async (
      who: string,
      create: (namespace: string, index: number) => Promise<unknown>,
    ) => {
      const namespace = `create-${concurrency}-${who}`;
      await createNamespace(api, namespace);
      return (turn: number) =>
        secondsOf(() =>
          inParallel(concurrency, objectsPerTurn, index =>
            create(namespace, turn * objectsPerTurn + index),
          ),
        );
    };
    const measured = await interleaved(
      turns,
      await turnsOf('ours', (namespace, index) =>
        client.create(samples, sampleOf(namespace, index)),
      ),
      await turnsOf('bare', (namespace, index) =>
        api.send(
          'POST',
          sampleCollection(namespace),
          sampleOf(namespace, index),
        ),
      ),
      warmUps,
    );
    await client.close();
    await api.close();
    const perSecond = (seconds: number[]) =>
      (turns * objectsPerTurn) / sum(seconds);
    return { ours: perSecond(measured.ours), bare: perSecond(measured.bare) };
  },
);
