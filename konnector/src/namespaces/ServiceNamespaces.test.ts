import type { APIServiceNamespace } from '@klutch/bind-api';
import {
  ApiError,
  type Cache,
  type CacheChange,
  type KubeClient,
  type Logger,
} from '@klutch/kube';
import { ServiceNamespaces } from './ServiceNamespaces';

const refusal = (code: number, message: string) =>
  new ApiError({ code, reason: 'x', message });

/**
 * @param live - the present object on the control plane.
 * @param answers - to consecutive requests; undefined: accepted.
 */
function fixture(
  answers: (Error | undefined)[] = [],
  live?: Partial<APIServiceNamespace>,
) {
  const made: APIServiceNamespace[] = [];
  const known = new Map<string, APIServiceNamespace>();
  const listeners: ((change: CacheChange<APIServiceNamespace>) => void)[] = [];
  let sent = 0;
  let at = 0;
  const serviceNamespaces = new ServiceNamespaces({
    client: {
      get: async () => live,
      async create(_resource: unknown, object: APIServiceNamespace) {
        const answer = answers[sent];
        sent += 1;
        if (answer) throw answer;
        made.push(object);
        return object;
      },
    } as unknown as KubeClient,
    cache: {
      get: (key: string) => known.get(key),
      byIndex: () => [],
      subscribe: (listener: (typeof listeners)[number]) => {
        listeners.push(listener);
        return () => undefined;
      },
    } as unknown as Cache<APIServiceNamespace>,
    clusterNamespace: 'x',
    consumerCluster: 'uid',
    logger: { warn: () => undefined } as unknown as Logger,
    now: () => at,
  });
  return {
    serviceNamespaces,
    made,
    sent: () => sent,
    later: (ms: number) => void (at += ms),
    show(namespace: string) {
      const object = {
        apiVersion: 'klutch.anynines.com/v1alpha1',
        kind: 'APIServiceNamespace',
        metadata: { name: namespace, namespace: 'x' },
      };
      const key = `x/${namespace}`;
      known.set(key, object);
      listeners.forEach(notify =>
        notify({ type: 'added', key, object, source: 'watch' }),
      );
    },
  };
}

describe('a request for a service namespace', () => {
  it('is sent once, and records the type in the same write', async () => {
    const { serviceNamespaces, made, sent, show } = fixture();
    await Promise.all([
      serviceNamespaces.request('team-a', 'a.b'),
      serviceNamespaces.request('team-a', 'a.b'),
    ]);
    show('team-a');
    expect(await serviceNamespaces.request('team-a', 'a.b')).toBeUndefined();
    expect(sent()).toBe(1);
    expect(made[0]?.metadata.annotations).toEqual({
      'klutch.anynines.com/consumer-cluster': 'uid',
      'klutch.anynines.com/synced-types': 'a.b',
    });
  });

  it('is satisfied by a concurrent one', async () => {
    const alreadyExists = new ApiError({
      code: 409,
      reason: 'AlreadyExists',
      message: 'there',
    });
    const { serviceNamespaces, sent } = fixture([alreadyExists]);
    const ask = () => serviceNamespaces.request('team-a', 'a.b');
    expect(await ask()).toBe(30_000);
    expect(await ask()).toBe(30_000);
    expect(sent()).toBe(1);
  });

  it('R07: is sent again when the watch does not show the result, as it may have been deleted unseen', async () => {
    const { serviceNamespaces, made, sent, later, show } = fixture([
      undefined,
      refusal(403, 'not now'),
    ]);
    const ask = () => serviceNamespaces.request('team-a', 'a.b');
    expect(await ask()).toBe(30_000);
    later(29_999);
    expect(await ask()).toBe(1);
    expect(sent()).toBe(1);
    later(1);
    expect(await ask()).toBe(100);
    expect(await ask()).toBe(100);
    expect(sent()).toBe(2);
    later(100);
    expect(await ask()).toBe(30_000);
    expect(made).toHaveLength(2);
    show('team-a');
    expect(await ask()).toBeUndefined();
  });

  it.each([403, 404, 422, 500])(
    'that is answered %i reports the reason, and is retried after a while',
    async code => {
      const { serviceNamespaces, sent, later, show } = fixture(
        Array(7).fill(refusal(code, 'no more of them')),
      );
      const ask = () => serviceNamespaces.request('team-a', 'a.b');
      for (const wait of [100, 200, 400, 800, 1_600, 3_200, 60_000]) {
        expect(await ask()).toBe(wait);
        expect(await ask()).toBe(wait);
        expect(serviceNamespaces.notReadyReason('team-a')).toContain(
          'no more of them',
        );
        later(wait);
      }
      expect(sent()).toBe(7);
      expect(await ask()).toBe(30_000);
      show('team-a');
      expect(await ask()).toBeUndefined();
      expect(serviceNamespaces.notReadyReason('team-a')).not.toContain(
        'no more of them',
      );
    },
  );

  it('throws a transient error', async () => {
    const busy = refusal(503, 'busy');
    const { serviceNamespaces, sent } = fixture([busy]);
    await expect(serviceNamespaces.request('team-a', 'a.b')).rejects.toBe(busy);
    expect(await serviceNamespaces.request('team-a', 'a.b')).toBe(30_000);
    expect(sent()).toBe(2);
  });
});

describe('a service namespace, read live,', () => {
  const getLive = (live?: Partial<APIServiceNamespace>, namespace = 'team-a') =>
    fixture([], live).serviceNamespaces.getLive(namespace);
  const annotations = {
    'klutch.anynines.com/service-namespace-problem': 'taken',
  };

  it('is the one of the status', async () => {
    expect(await getLive({ status: { namespace: 'n' } })).toEqual({
      at: 'ready',
      name: 'n',
    });
  });

  it.each([
    ['is not named yet', {}, /not prepared/],
    ['is being deleted', { deletionTimestamp: 'x' }, /still being deleted/],
    ['has a problem', { annotations }, /^taken$/],
  ])('is waiting when it %s', async (_what, metadata, why) => {
    for (const status of [undefined, { namespace: '' }]) {
      expect(await getLive({ metadata, status })).toEqual({
        at: 'waiting',
        why: expect.stringMatching(why),
      });
    }
  });

  it('may have outlived its APIServiceNamespace', async () => {
    const formerName = expect.stringContaining('x-team-a');
    expect(await getLive()).toEqual({ at: 'missing', formerName });
  });
});
