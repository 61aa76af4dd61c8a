import { paced } from './paced';

describe('paced', () => {
  it('keeps the rate, whatever the duration of a call', async () => {
    const indexes: number[] = [];
    const rate = await paced(
      { perSecond: 200, seconds: 0.5, maxInFlight: 100 },
      async index => {
        indexes.push(index);
        await new Promise(resolve => setTimeout(resolve, 30));
      },
    );
    expect(indexes).toEqual([...Array(100).keys()]);
    // The rate is never higher; how much lower depends on the machine.
    expect(rate).toBeLessThan(205);
  });

  it('waits when too many calls are running', async () => {
    let running = 0;
    let most = 0;
    await paced(
      { perSecond: 10_000, seconds: 0.005, maxInFlight: 4 },
      async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise(resolve => setTimeout(resolve, 2));
        running -= 1;
      },
    );
    expect(most).toBe(4);
  });

  it('ends with the first failure', async () => {
    let calls = 0;
    const work = async () => {
      calls += 1;
      throw new Error('refused');
    };
    const options = { perSecond: 1_000, seconds: 10, maxInFlight: 1 };
    await expect(paced(options, work)).rejects.toThrow('refused');
    expect(calls).toBeLessThan(10);
  });
});
