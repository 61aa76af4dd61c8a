import { Arrivals } from './Arrivals';

describe('Arrivals', () => {
  it('waits for all tokens, including earlier ones', async () => {
    const arrivals = new Arrivals();
    arrivals.add('a');
    let over = false;
    const all = arrivals.all(['a', 'b', 'c'], 10_000).then(() => {
      over = true;
    });
    arrivals.add('b');
    arrivals.add('x');
    await Promise.resolve();
    expect(over).toBe(false);
    arrivals.add('c');
    await all;
    await arrivals.all(['a'], 10_000);
  });

  it('keeps the time of the first arrival', () => {
    const arrivals = new Arrivals();
    arrivals.add('a');
    const at = arrivals.at('a');
    arrivals.add('a');
    expect(arrivals.at('a')).toBe(at);
    expect(arrivals.at('b')).toBeUndefined();
  });

  it('reports the missing tokens', async () => {
    const arrivals = new Arrivals();
    arrivals.add('a');
    await expect(arrivals.all(['a', 'b'], 1)).rejects.toThrow(
      '1 of 2 had not arrived, for example b',
    );
  });
});
