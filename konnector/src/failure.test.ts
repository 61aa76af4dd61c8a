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

describe('followTrouble', () => {
  it('lasts over failing attempts and ends when the cache watches', () => {
    const { cache, become } = cacheWith();
    const trouble = trackFailure(cache, 'over there');
    expect(trouble()).toBeUndefined();
    become('listing');
    become('waiting', 'no route');
    const first = trouble();
    expect(first?.message).toBe('things over there: no route');
    become('listing');
    expect(trouble()).toBe(first);
    become('waiting', 'forbidden');
    expect(trouble()).toEqual({
      message: 'things over there: forbidden',
      since: first?.since,
    });
    become('watching');
    expect(trouble()).toBeUndefined();
  });
});
