import { SyncMetrics } from './syncMetrics';

const key = 'team-a/x';

const make = () => {
  const metrics = { wrote: jest.fn(), synced: jest.fn() };
  let now = 0;
  const measures = new SyncMetrics('things', metrics, () => now);
  return { metrics, measures, at: (ms: number) => void (now = ms) };
};

describe('SyncMeasures', () => {
  it('tells how long a change took until its copy was written, once', async () => {
    const { metrics, measures, at } = make();
    measures.changeObserved(key, 'up');
    at(10);
    measures.changeObserved(key, 'up');
    await measures.write(key, 'hold', async () => at(20));
    expect(metrics.synced).not.toHaveBeenCalled();
    await measures.write(key, 'create-copy', async () => at(30));
    await measures.write(key, 'apply-copy', async () => at(40));
    expect(metrics.synced.mock.calls).toEqual([['things', 'up', 0.03]]);
    expect(metrics.wrote.mock.calls).toEqual([
      ['things', 'hold', 'done'],
      ['things', 'create-copy', 'done'],
      ['things', 'apply-copy', 'done'],
    ]);
  });

  it('counts a failure, throws it, and goes on measuring', async () => {
    const { metrics, measures, at } = make();
    measures.changeObserved(key, 'down');
    const failed = new Error('no answer');
    await expect(
      measures.write(key, 'status', () => Promise.reject(failed)),
    ).rejects.toBe(failed);
    expect(metrics.wrote.mock.calls).toEqual([['things', 'status', 'failed']]);
    at(500);
    measures.writeSucceeded(key, 'status');
    expect(metrics.synced.mock.calls).toEqual([['things', 'down', 0.5]]);
  });

  it('forgets what needed no write, and keeps what was heard meanwhile', async () => {
    const { metrics, measures, at } = make();
    measures.changeObserved(key, 'up');
    at(5);
    await measures.measureReconcile(key, async () => {
      at(7);
      measures.changeObserved(key, 'down');
    });
    measures.writeSucceeded(key, 'apply-copy');
    expect(metrics.synced).not.toHaveBeenCalled();
    measures.writeSucceeded(key, 'status');
    expect(metrics.synced).toHaveBeenCalledTimes(1);
  });

  it('keeps measuring what failed', async () => {
    const { metrics, measures } = make();
    measures.changeObserved(key, 'up');
    await expect(
      measures.measureReconcile(key, () => Promise.reject(new Error('later'))),
    ).rejects.toThrow('later');
    measures.writeSucceeded(key, 'apply-copy');
    expect(metrics.synced).toHaveBeenCalledTimes(1);
  });
});
