import type { Cache, CacheHealth, KubeObject } from '@klutch/kube';
import { trackFailure } from './failure';

const cacheWith = () => {
  const listeners: ((health: CacheHealth) => void)[] = [];
  const cache = {
    resource: { plural: 'things' },
    onHealth: (listener: (health: CacheHealth) => void) => {
      listeners.push(listener);
    },
  } as unknown as Cache<KubeObject>;
  const become = (state: CacheHealth['state'], message?: string) =>
    listeners.forEach(listener =>
      listener({ state, message, since: new Date(), restarts: {} }),
    );
  return { cache, become };
};

describe('trackFailure', () => {
  it('persists over failing attempts and ends when the cache watches', () => {
    const { cache, become } = cacheWith();
    const failure = trackFailure(cache, 'over there');
    expect(failure()).toBeUndefined();
    become('listing');
    become('waiting', 'no route');
    const first = failure();
    expect(first?.message).toBe('things over there: no route');
    become('listing');
    expect(failure()).toBe(first);
    become('waiting', 'forbidden');
    expect(failure()).toEqual({
      message: 'things over there: forbidden',
      since: first?.since,
    });
    become('watching');
    expect(failure()).toBeUndefined();
  });
});
