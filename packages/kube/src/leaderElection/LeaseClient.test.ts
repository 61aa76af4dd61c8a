import { KubeClient } from '../client/KubeClient';
import { LeaseClient } from './LeaseClient';

/** Never responds; rejects when the caller aborts. */
const silent = (
  _type: unknown,
  _key: unknown,
  options?: { signal?: AbortSignal },
) =>
  new Promise<never>((_resolve, reject) => {
    const signal = options?.signal;
    signal?.addEventListener('abort', () => reject(signal.reason), {
      once: true,
    });
    if (signal?.aborted) reject(signal.reason);
  });

const apiOf = (timeoutMs: number) =>
  new LeaseClient({
    client: {
      server: 'https://silent',
      get: silent,
    } as Partial<KubeClient> as KubeClient,
    namespace: 'n',
    name: 'l',
    timeoutMs,
  });

it.each(['before', 'after'])(
  'rejects a read with the reason of the signal that aborts %s the request is sent',
  async when => {
    const stop = new AbortController();
    const reason = new Error('not needed any more');
    if (when === 'before') stop.abort(reason);
    const asked = apiOf(60_000).read(stop.signal);
    stop.abort(reason);
    await expect(asked).rejects.toBe(reason);
  },
);

it('rejects a request without a response after the timeout', async () => {
  await expect(apiOf(1).read()).rejects.toThrow(
    'did not respond to a lease request within 1 ms',
  );
});
