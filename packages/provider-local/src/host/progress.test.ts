import { Readable } from 'node:stream';
import { countBytes, megabytes, whileReporting } from './progress';

describe('progress', () => {
  it('is reported when it has changed, until the work ends', async () => {
    jest.useFakeTimers();
    let bytes = 0;
    const reports: number[] = [];
    let finish = () => {};
    const work = whileReporting(
      () => bytes,
      now => reports.push(now),
      () =>
        new Promise<void>(resolve => {
          finish = resolve;
        }),
    );
    for (const now of [0, 10, 10, 25]) {
      bytes = now;
      await jest.advanceTimersByTimeAsync(2_000);
    }
    finish();
    await work;
    bytes = 99;
    await jest.advanceTimersByTimeAsync(10_000);
    jest.useRealTimers();
    expect(reports).toEqual([10, 25]);
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
