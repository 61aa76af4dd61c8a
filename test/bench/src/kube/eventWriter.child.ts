// Changes objects at a steady rate and records the times.
import { bareApi } from '../harness/bareApi';
import { runAsChild } from '../harness/child';
import { monotonicMs } from '../harness/clock';
import { paced } from '../harness/paced';
import { counterName, counterOf, countersOf } from './counter';

export interface WriterInput {
  kubeconfig: string;
  namespace: string;
  /** Number of objects, which are changed in turns. */
  objects: number;
  perSecond: number;
  seconds: number;
}

export interface WriterOutput {
  /** Reached changes per second. */
  rate: number;
  /** When the server's response to each change arrived, by the written counter. */
  answeredAt: Float64Array;
}

runAsChild<WriterInput, WriterOutput>(
  async ({ kubeconfig, namespace, objects, perSecond, seconds }) => {
    const api = bareApi(kubeconfig);
    const answeredAt = new Float64Array(perSecond * seconds);
    const rate = await paced(
      { perSecond, seconds, maxInFlight: 32 },
      async counter => {
        const index = counter % objects;
        const path = `${countersOf(namespace)}/${counterName(index)}`;
        await api.send('PUT', path, counterOf(namespace, index, counter));
        answeredAt[counter] = monotonicMs();
      },
    );
    await api.close();
    return { rate, answeredAt };
  },
);
