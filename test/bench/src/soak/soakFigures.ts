// Computes figures from the samples of a long run: what must stay constant, and what may grow.
import { Figure, figureOf } from '../harness/figures';
import { median, slope } from '../harness/statistics';
import type { ResourceUsage } from './follower.child';

export type SoakSample = ResourceUsage & {
  /** Time since the start of the run. */
  minutes: number;
};

/** Time in which compilers and caches of the runtime fill; at most a fifth of the run. */
const warmUpMinutes = 2;
/** In shorter runs the slope is noise. */
const minMinutesForTargets = 5;
const maxGrowthPercent = 5;
/** A few handles are always in transition: a reconnection, a back-off timer. */
const maxGainedHandles = 5;
const mebibyte = 2 ** 20;

/** Growth from the first third to the last. */
function gained(values: number[]): number {
  const third = Math.max(1, Math.floor(values.length / 3));
  return median(values.slice(-third)) - median(values.slice(0, third));
}

/** Growth of the line through the samples in ten minutes, in percent of their mean. */
export function growthPercent(
  samples: { minutes: number; heap: number }[],
): number {
  const points = samples.map(({ minutes, heap }) => ({ x: minutes, y: heap }));
  const mean = points.reduce((sum, { y }) => sum + y, 0) / points.length;
  return (slope(points) * 10 * 100) / mean;
}

export function figuresOfSamples(samples: SoakSample[]): Figure[] {
  const minutes = samples.at(-1)?.minutes ?? 0;
  const warm = Math.min(warmUpMinutes, minutes / 5);
  const counted = samples.filter(sample => sample.minutes >= warm);
  const hasTargets = minutes >= minMinutesForTargets - 0.5;
  const atMost = (limit: number) =>
    hasTargets ? ({ on: 'value', at: 'most', limit } as const) : undefined;
  const of = (pick: (sample: SoakSample) => number) => counted.map(pick);
  return [
    figureOf({
      name: 'growth of the heap in 10 minutes',
      value: growthPercent(counted),
      unit: '%',
      target: atMost(maxGrowthPercent),
    }),
    figureOf({
      name: 'heap',
      value: median(of(({ heap }) => heap)) / mebibyte,
      unit: 'MiB',
    }),
    figureOf({
      name: 'open files gained',
      value: gained(of(({ files }) => files)),
      unit: '',
      target: atMost(maxGainedHandles),
    }),
    figureOf({
      name: 'open files',
      value: median(of(({ files }) => files)),
      unit: '',
    }),
    figureOf({
      name: 'timers gained',
      value: gained(of(({ timers }) => timers)),
      unit: '',
      target: atMost(maxGainedHandles),
    }),
    figureOf({
      name: 'timers',
      value: median(of(({ timers }) => timers)),
      unit: '',
    }),
  ];
}
