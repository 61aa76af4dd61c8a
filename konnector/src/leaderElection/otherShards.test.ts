import { ApiError, createLogger, type Lease } from '@klutch/kube';
import { OtherShards } from './otherShards';

const lease = {
  namespace: 'klutch-bind',
  name: 'klutch-bind',
  times: { retryMs: 1 },
};

const leaseOf = (
  name: string,
  spec: Partial<Lease['spec']> = {},
  namespace = 'klutch-bind',
): Lease => ({
  apiVersion: 'coordination.k8s.io/v1',
  kind: 'Lease',
  metadata: { name, namespace },
  spec: {
    holderIdentity: 'someone',
    renewTime: '2026-01-01T00:00:00.000000Z',
    leaseDurationSeconds: 15,
    ...spec,
  },
});

/** The lists in their order, the last one forever; each takes ten seconds. */
function otherShards(
  lists: (Lease[] | Error)[],
  shard?: { index: number; of: number },
) {
  const state = { lists: 0, warnings: [] as string[] };
  const list = async () => {
    const found = lists[Math.min(state.lists, lists.length - 1)] ?? [];
    state.lists += 1;
    if (found instanceof Error) throw found;
    return { items: found };
  };
  const found = new OtherShards({
    client: { list } as never,
    lease,
    shard,
    logger: {
      warn: (_fields: object, message: string) =>
        void state.warnings.push(message),
    } as never,
    now: () => state.lists * 10_000,
  });
  return { state, ended: found.ended(new AbortController().signal) };
}

const renewed = (name: string, second: number) =>
  leaseOf(name, { renewTime: `2026-01-01T00:00:0${second}.000000Z` });

describe('OtherShards', () => {
  it('are none when each Lease belongs to the same number of shards, or to something else', async () => {
    const own = ['klutch-bind-0-of-3', 'klutch-bind-2-of-3'];
    const others = ['other', 'klutch-bind-copy', 'other-0-of-2'];
    const { state, ended } = otherShards(
      [[...own, ...others].map(name => leaseOf(name))],
      { index: 2, of: 3 },
    );
    await ended;
    expect(state).toMatchObject({ lists: 1, warnings: [] });
  });

  it.each([
    ['klutch-bind', { index: 0, of: 3 }],
    ['klutch-bind-0-of-2', { index: 0, of: 3 }],
    ['klutch-bind-0-of-13', { index: 0, of: 3 }],
    ['klutch-bind-1-of-2', undefined],
  ])('hold %s: %o waits until it is released', async (name, shard) => {
    const released = leaseOf(name, { holderIdentity: '' });
    const { state, ended } = otherShards(
      [[renewed(name, 1)], [renewed(name, 2)], [renewed(name, 3)], [released]],
      shard,
    );
    await ended;
    expect(state.lists).toBe(4);
    expect(state.warnings).toEqual([
      'konnectors of another number of shards are active; this one waits until they have ended: scale them to 0',
    ]);
  });

  it('have ended when a Lease was not renewed for its duration, whatever its time says', async () => {
    const { state, ended } = otherShards([[leaseOf('klutch-bind-0-of-2')]]);
    await ended;
    expect(state.lists).toBe(3);
  });

  it('are looked for again after an error', async () => {
    const { state, ended } = otherShards([new Error('away'), []]);
    await ended;
    expect(state.lists).toBe(2);
    expect(state.warnings).toHaveLength(1);
  });

  it('are not waited for without the right to see them', async () => {
    const forbidden = new ApiError({
      code: 403,
      reason: 'Forbidden',
      message: 'leases is forbidden',
    });
    const { state, ended } = otherShards([forbidden]);
    await ended;
    expect(state).toMatchObject({ lists: 1, warnings: [expect.any(String)] });
  });

  it('are not waited for once the process stops', async () => {
    const stop = new AbortController();
    const others = new OtherShards({
      client: {
        list: async () => {
          stop.abort();
          return { items: [leaseOf('klutch-bind-0-of-2')] };
        },
      } as never,
      lease,
      shard: undefined,
      logger: createLogger('test', { level: 'silent' }),
    });
    await others.ended(stop.signal);
    expect(stop.signal.aborted).toBe(true);
  });
});
