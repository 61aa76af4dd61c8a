import { SyncMetrics } from './syncMetrics';

const key = 'team-a/x';

const make = () => {
  const metrics = { wrote: jest.fn(), synced: jest.fn() };
  let now = 0;
  const syncMetrics = new SyncMetrics('things', metrics, () => now);
  return { metrics, syncMetrics, at: (ms: number) => void (now = ms) };
};

describe('SyncMetrics', () => {
  it('measures once how long a change took until its copy was written', async () => {
    const { metrics, syncMetrics, at } = make();
    syncMetrics.changeObserved(key, 'up');
    at(10);
    syncMetrics.changeObserved(key, 'up');
    await syncMetrics.write(key, 'ensure-finalizer', async () => at(20));
    expect(metrics.synced).not.toHaveBeenCalled();
    await syncMetrics.write(key, 'create-copy', async () => at(30));
    await syncMetrics.write(key, 'apply-copy', async () => at(40));
    expect(metrics.synced.mock.calls).toEqual([['things', 'up', 0.03]]);
    expect(metrics.wrote.mock.calls).toEqual([
      ['things', 'ensure-finalizer', 'consumer', 'done'],
      ['things', 'create-copy', 'provider', 'done'],
      ['things', 'apply-copy', 'provider', 'done'],
    ]);
  });

  it('counts a failure, throws it, and continues the measurement', async () => {
    const { metrics, syncMetrics, at } = make();
    syncMetrics.changeObserved(key, 'down');
    const failed = new Error('no answer');
    await expect(
      syncMetrics.write(key, 'status', () => Promise.reject(failed)),
    ).rejects.toBe(failed);
    expect(metrics.wrote.mock.calls).toEqual([
      ['things', 'status', 'consumer', 'failed'],
    ]);
    at(500);
    syncMetrics.writeSucceeded(key, 'status');
    expect(metrics.synced.mock.calls).toEqual([['things', 'down', 0.5]]);
  });

  it('discards a change that caused no write, and keeps one observed meanwhile', async () => {
    const { metrics, syncMetrics, at } = make();
    syncMetrics.changeObserved(key, 'up');
    at(5);
    await syncMetrics.measureReconcile(key, async () => {
      at(7);
      syncMetrics.changeObserved(key, 'down');
    });
    syncMetrics.writeSucceeded(key, 'apply-copy');
    expect(metrics.synced).not.toHaveBeenCalled();
    syncMetrics.writeSucceeded(key, 'status');
    expect(metrics.synced).toHaveBeenCalledTimes(1);
  });

  it('continues the measurement after a failed reconcile', async () => {
    const { metrics, syncMetrics } = make();
    syncMetrics.changeObserved(key, 'up');
    await expect(
      syncMetrics.measureReconcile(key, () =>
        Promise.reject(new Error('later')),
      ),
    ).rejects.toThrow('later');
    syncMetrics.writeSucceeded(key, 'apply-copy');
    expect(metrics.synced).toHaveBeenCalledTimes(1);
  });
});
