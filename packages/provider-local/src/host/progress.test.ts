import { Readable } from 'node:stream';
import { countBytes, megabytes, whileReporting } from './progress';

describe('progress', () => {
  /** Reports of work that takes some time, each with the milliseconds until it came. */
  async function reportsOf(
    work: { ms: number },
    bytes: (ms: number) => number | Promise<number>,
  ) {
    jest.useFakeTimers();
    const begin = Date.now();
    const now = () => Date.now() - begin;
    const reports: [ms: number, bytes: number][] = [];
    const done = whileReporting(
      () => bytes(now()),
      read => reports.push([now(), read]),
      () => new Promise(resolve => setTimeout(resolve, work.ms)),
    );
    await jest.advanceTimersByTimeAsync(work.ms + 10_000);
    await done;
    jest.useRealTimers();
    return reports;
  }

  it('is reported at once, then twice a second until the work ends', async () => {
    expect(await reportsOf({ ms: 2_000 }, ms => ms * 50)).toEqual([
      [100, 5_000],
      [600, 30_000],
      [1_100, 55_000],
      [1_600, 80_000],
    ]);
  });

  it('is reported only when it has changed', async () => {
    const bytes = (ms: number) => (ms < 1_000 ? 0 : 10);
    expect(await reportsOf({ ms: 5_000 }, bytes)).toEqual([[1_100, 10]]);
  });

  it('is measured again only after a slow measurement', async () => {
    const slow = (ms: number) =>
      new Promise<number>(resolve => setTimeout(() => resolve(ms), 700));
    expect(await reportsOf({ ms: 3_000 }, slow)).toEqual([
      [800, 100],
      [2_000, 1_300],
    ]);
  });

  it('is the number of bytes that were read', async () => {
    let bytes = 0;
    const counted = countBytes(
      Readable.from([Buffer.alloc(3), Buffer.alloc(4)]),
      read => {
        bytes += read;
      },
    );
    expect(Buffer.concat(await counted.toArray())).toHaveLength(7);
    expect(bytes).toBe(7);
    expect(megabytes(12_345_678)).toBe('12.3 MB');
  });
});
