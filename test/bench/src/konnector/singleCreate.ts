// Latency of one create on an otherwise idle konnector.
import { Figure, figureOf } from '../harness/figures';
import { BenchPart } from '../harness/runBench';
import { median, percentile } from '../harness/statistics';
import { apis } from './api';
import { openBareNamespace, openNamespace, watchCopies } from './creates';
import type { KonnectorEnvironment } from './KonnectorEnvironment';
import { singleBareCreates, singleCreates } from './latencies';

const count = 100;
const warmUp = 20;
const namespace = 'single';
const bareNamespace = 'single-bare';

/** The median over the repeats of a percentile of each repeat. */
const of = (runs: number[][], fraction: number): number =>
  median(runs.map(run => percentile(run, fraction)));

export const singleCreate: BenchPart<KonnectorEnvironment> = {
  about: `one create after another until the copy is visible, ${count} a repeat`,
  async run({ environment, repeats, signal }) {
    const stop = new AbortController();
    const until = AbortSignal.any([stop.signal, signal]);
    try {
      const copies = await watchCopies(environment, apis.main, until);
      const bareCopies = await watchCopies(environment, apis.bare, until);
      await openNamespace(environment, apis.main, namespace, copies);
      await openBareNamespace(environment, bareNamespace);
      const copiesIn = environment.serviceNamespace(namespace);
      const ours: number[][] = [];
      const bare: number[][] = [];
      for (let repeat = 0; repeat <= repeats; repeat += 1) {
        const from = repeat * count;
        const run = { from, count: repeat === 0 ? warmUp : count };
        environment.synced += run.count;
        ours.push(
          await singleCreates(
            environment,
            apis.main,
            { ...run, namespace, copiesIn },
            copies,
          ),
        );
        bare.push(
          await singleBareCreates(
            environment,
            { ...run, namespace: bareNamespace },
            bareCopies,
          ),
        );
      }
      ours.shift();
      bare.shift();
      const figure = (words: string, fraction: number, limit: number): Figure =>
        figureOf({
          name: `single create visible, ${words}`,
          value: of(ours, fraction),
          unit: 'ms',
          baseline: of(bare, fraction),
          target: {
            on: 'value',
            at: 'most',
            limit,
            slowness: environment.slowness,
          },
        });
      return [figure('p50', 0.5, 10), figure('p99', 0.99, 40)];
    } finally {
      stop.abort();
    }
  },
};
