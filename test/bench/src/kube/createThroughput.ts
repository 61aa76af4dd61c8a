// Objects that the client creates per second; the baseline is an undici loop with the same number of concurrent requests.
import { join } from 'node:path';
import { BenchPart } from '../harness/runBench';
import { inChild } from '../harness/child';
import { Figure, figureOf } from '../harness/figures';
import type { CreateInput, CreateOutput } from './createThroughput.child';
import { KubeEnvironment } from './environment';

const concurrencies = [16, 32];
/** Turns are far shorter than the seconds for which a server stays fast or slow, so that both are affected alike. */
const objectsPerTurn = 64;
const turnsPerRepeat = 50;

export const createThroughput: BenchPart<KubeEnvironment> = {
  about: `creates of 1.5 KB, ${concurrencies.join(' and ')} at a time, in turns`,
  async run({ environment, repeats, signal }) {
    const figures: Figure[] = [];
    for (const concurrency of concurrencies) {
      const { ours, bare } = await inChild<CreateInput, CreateOutput>(
        join(__dirname, 'createThroughput.child.ts'),
        {
          kubeconfig: environment.kubeconfig,
          concurrency,
          objectsPerTurn,
          turns: repeats * turnsPerRepeat,
          warmUps: turnsPerRepeat,
        },
        { signal },
      );
      figures.push(
        figureOf({
          name: `creates, ${concurrency} at a time`,
          value: ours,
          unit: '/s',
          baseline: bare,
          target: { on: 'ratio', at: 'least', limit: 0.9 },
        }),
      );
    }
    return figures;
  },
};
