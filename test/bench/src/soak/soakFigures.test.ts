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

describe('what a soak counts as flat', () => {
  it('is what only goes up and down', () => {
    expect(missedOf(run(10, () => ({})))).toEqual([]);
  });

  it('is judged after the warm-up', () => {
    const warm = (minute: number) => ({
      heap: Math.min(minute, 2) * 25 * mebibyte,
    });
    expect(missedOf(run(10, warm))).toEqual([]);
  });

  it('is not a heap that gains 6 % in ten minutes', () => {
    const leak = (minute: number) => ({
      heap: 50 * mebibyte * (1 + 0.006 * minute),
    });
    expect(growthPercent(run(10, leak))).toBeCloseTo(5.8, 1);
    expect(missedOf(run(10, leak))).toEqual([
      'growth of the heap in 10 minutes',
    ]);
  });

  it('is not a number of files or timers that grows', () => {
    const leak = (minute: number) => ({
      files: 40 + Math.floor(minute * 2),
      timers: 20 + Math.floor(minute * 2),
    });
    expect(missedOf(run(10, leak))).toEqual([
      'open files gained',
      'timers gained',
    ]);
  });

  it('is not judged over a minute', () => {
    const leak = (minute: number) => ({ heap: minute * mebibyte });
    expect(missedOf(run(1, leak))).toEqual([]);
  });
});

it('knows what differs between two views', () => {
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
