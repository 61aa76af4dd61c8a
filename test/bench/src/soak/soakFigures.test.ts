import { differences } from './differences';
import { figuresOfSamples, growthPercent, SoakSample } from './soakFigures';

const mebibyte = 2 ** 20;

function run(
  minutes: number,
  at: (minute: number) => Partial<SoakSample>,
): SoakSample[] {
  return Array.from({ length: minutes * 12 }, (_, index) => {
    const minute = (index + 1) / 12;
    return {
      minutes: minute,
      heap: 50 * mebibyte + (index % 2) * mebibyte,
      files: 40 + (index % 3),
      timers: 20,
      changes: index,
      restarts: {},
      ...at(minute),
    };
  });
}

const missedOf = (samples: SoakSample[]) =>
  figuresOfSamples(samples)
    .filter(({ pass }) => !pass)
    .map(({ name }) => name);

describe('a resource counts as constant', () => {
  it('when it only alternates', () => {
    expect(missedOf(run(10, () => ({})))).toEqual([]);
  });

  it('when it grows during the warm-up only', () => {
    const warm = (minute: number) => ({
      heap: Math.min(minute, 2) * 25 * mebibyte,
    });
    expect(missedOf(run(10, warm))).toEqual([]);
  });

  it('but not when the heap gains 6 % in ten minutes', () => {
    const leak = (minute: number) => ({
      heap: 50 * mebibyte * (1 + 0.006 * minute),
    });
    expect(growthPercent(run(10, leak))).toBeCloseTo(5.8, 1);
    expect(missedOf(run(10, leak))).toEqual([
      'growth of the heap in 10 minutes',
    ]);
  });

  it('but not when the number of files or timers grows', () => {
    const leak = (minute: number) => ({
      files: 40 + Math.floor(minute * 2),
      timers: 20 + Math.floor(minute * 2),
    });
    expect(missedOf(run(10, leak))).toEqual([
      'open files gained',
      'timers gained',
    ]);
  });

  it('in runs of a minute, which are too short', () => {
    const leak = (minute: number) => ({ heap: minute * mebibyte });
    expect(missedOf(run(1, leak))).toEqual([]);
  });
});

it('returns the differences between two views', () => {
  const server = new Map([
    ['a', '1'],
    ['b', '1'],
    ['c', '1'],
  ]);
  const cache = new Map([
    ['a', '1'],
    ['b', '2'],
    ['d', '1'],
  ]);
  expect(differences(server, cache)).toEqual(['b', 'c', 'd']);
  expect(differences(server, server)).toEqual([]);
});
