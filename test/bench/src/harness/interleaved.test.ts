import { inParallel, interleaved } from './interleaved';

describe('interleaved', () => {
  it('alternates the order, and does not count the first round', async () => {
    const calls: string[] = [];
    const measured = await interleaved(
      2,
      async round => {
        calls.push(`ours ${round}`);
        return round * 10;
      },
      async round => {
        calls.push(`bare ${round}`);
        return round;
      },
    );
    expect(calls).toEqual([
      'ours 0',
      'bare 0',
      'bare 1',
      'ours 1',
      'ours 2',
      'bare 2',
    ]);
    expect(measured).toEqual({ ours: [10, 20], bare: [1, 2] });
  });

  it('does not count the configured number of warm-up rounds', async () => {
    const measured = await interleaved(
      2,
      async round => round * 10,
      async round => round,
      3,
    );
    expect(measured).toEqual({ ours: [30, 40], bare: [3, 4] });
  });
});

describe('inParallel', () => {
  it('runs each call once, within the concurrency limit', async () => {
    const done: number[] = [];
    let running = 0;
    let most = 0;
    await inParallel(3, 10, async index => {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
      done.push(index);
    });
    expect(done.sort((a, b) => a - b)).toEqual([...Array(10).keys()]);
    expect(most).toBe(3);
  });

  it('ends with the first failure', async () => {
    const done: number[] = [];
    const work = async (index: number) => {
      if (index === 2) throw new Error('refused');
      done.push(index);
    };
    await expect(inParallel(1, 10, work)).rejects.toThrow('refused');
    expect(done).toEqual([0, 1]);
  });
});
