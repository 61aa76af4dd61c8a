// Time of a change from the API server to a subscriber of a cache. Two processes share the system's monotonic clock: one
// writes, one follows with a cache. "Event to handler" is measured per change from the arrival of the last byte of its
// event in the process; the time in the API server and the scheduling of the process are not included.
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { inChild, startChild } from '../harness/child';
import { figureOf } from '../harness/figures';
import { inParallel } from '../harness/interleaved';
import { BenchPart } from '../harness/runBench';
import { median, percentile } from '../harness/statistics';
import { KubeEnvironment } from './environment';
import type { WriterInput, WriterOutput } from './eventWriter.child';
import type { WatcherInput, WatcherOutput } from './eventWatcher.child';
import { counterOf, countersOf } from './counter';
import { createNamespace } from './sample';

const namespace = 'events';
const objects = 200;
const perSecond = 500;
const warmUpSeconds = 5;
const secondsPerRepeat = 10;

/** The changes of each repeat, after those of the warm-up. */
const slices = (repeats: number): { from: number; to: number }[] =>
  Array.from({ length: repeats }, (_, repeat) => {
    const from = (warmUpSeconds + repeat * secondsPerRepeat) * perSecond;
    return { from, to: from + secondsPerRepeat * perSecond };
  });

function delaysOf(
  to: Float64Array,
  from: Float64Array,
  slice: { from: number; to: number },
): number[] {
  const delays: number[] = [];
  for (let change = slice.from; change < slice.to; change += 1) {
    const end = to[change] ?? 0;
    const start = from[change] ?? 0;
    if (end === 0 || start === 0) {
      throw new Error(`Change ${change} was not seen by everybody.`);
    }
    delays.push(end - start);
  }
  return delays;
}

export const eventLatency: BenchPart<KubeEnvironment> = {
  about: `change to handler of a cache at ${perSecond} changes a second`,
  async run({ environment, repeats, signal }) {
    const { kubeconfig, api } = environment;
    await createNamespace(api, namespace);
    await inParallel(16, objects, index =>
      api.send('POST', countersOf(namespace), counterOf(namespace, index)),
    );
    const seconds = warmUpSeconds + repeats * secondsPerRepeat;
    const changes = perSecond * seconds;
    const watcher = startChild<WatcherInput, WatcherOutput>(
      join(__dirname, 'eventWatcher.child.ts'),
      { kubeconfig, namespace, changes },
      { signal },
    );
    await watcher.receive('ready');
    const { rate, answeredAt } = await inChild<WriterInput, WriterOutput>(
      join(__dirname, 'eventWriter.child.ts'),
      { kubeconfig, namespace, objects, perSecond, seconds },
      { signal },
    );
    // Waits for the last changes to arrive.
    await wait(1_000);
    watcher.send('written');
    const { arrivedAt, handledAt, loopDelayP99Ms } = await watcher.result;
    const delays = (to: Float64Array, from: Float64Array) =>
      slices(repeats).map(slice => delaysOf(to, from, slice));
    const ms = (of: number[][], fraction: number) =>
      median(of.map(slice => percentile(slice, fraction)));
    const eventToHandler = delays(handledAt, arrivedAt);
    const answerToHandler = delays(handledAt, answeredAt);
    const answerToEvent = delays(arrivedAt, answeredAt);
    const unit = 'ms';
    return [
      figureOf({
        name: 'changes made',
        value: rate,
        unit: '/s',
        // At a lower rate the figures below would not be comparable.
        target: { on: 'value', at: 'least', limit: 0.95 * perSecond },
      }),
      figureOf({
        name: 'event to handler, p50',
        value: ms(eventToHandler, 0.5),
        unit,
      }),
      figureOf({
        name: 'event to handler, p99',
        value: ms(eventToHandler, 0.99),
        unit,
        target: { on: 'value', at: 'most', limit: 5 },
      }),
      figureOf({
        name: 'event loop of the follower, p99',
        value: loopDelayP99Ms,
        unit,
      }),
      figureOf({
        name: 'answer to handler, p50',
        value: ms(answerToHandler, 0.5),
        unit,
        baseline: ms(answerToEvent, 0.5),
      }),
      figureOf({
        name: 'answer to handler, p99',
        value: ms(answerToHandler, 0.99),
        unit,
        baseline: ms(answerToEvent, 0.99),
      }),
    ];
  },
};
