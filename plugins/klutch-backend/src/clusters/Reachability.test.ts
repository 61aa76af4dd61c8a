import type { Cache, KubeClient, KubeObject } from '@klutch/kube';
import { waitFor } from '@klutch/local-processes';
import { Reachability, reachabilityProblem } from './Reachability';

const problem = (reason: string, state: 'waiting' | 'watching' = 'waiting') =>
  reachabilityProblem('Apps', 'namespaces', { state, reason });

it.each([
  ['unreachable', 'Apps is unreachable. The portal keeps trying to connect.'],
  ['timeout', 'Apps is unreachable. The portal keeps trying to connect.'],
  [
    'Unauthorized',
    "Apps does not accept the portal's credentials, or your own where the portal sends these. Sign in again; if that does not help, a platform operator has to replace the portal's.",
  ],
  [
    'Forbidden',
    "The portal may not read namespaces on Apps. A platform operator has to apply the portal's roles on that cluster.",
  ],
  [
    'HTTP 503',
    'Apps responds with errors (HTTP 503). The portal keeps trying to connect.',
  ],
])('describes %s', (reason, message) => {
  expect(problem(reason)?.message).toBe(message);
});

it('ignores a missing CRD, and a healthy cache', () => {
  expect(problem('NotFound')).toBeUndefined();
  expect(problem('not-started')).toBeUndefined();
  expect(problem('unreachable', 'watching')).toBeUndefined();
});

/** A cluster whose cache is synced and reports what a test says; requests fail as long as a test says. */
function follow() {
  const health = { state: 'watching', reason: undefined as string | undefined };
  const listeners: (() => void)[] = [];
  let requests = 0;
  const network = { broken: false };
  const cache = {
    resource: { group: '', plural: 'namespaces' },
    synced: true,
    health,
    onHealth: (listener: () => void) => {
      listeners.push(listener);
      return () => undefined;
    },
    whenSynced: async () => undefined,
  };
  const onChange = jest.fn();
  const reachability = new Reachability({
    cluster: 'Apps',
    client: {
      async *listPages() {
        requests += 1;
        if (network.broken) throw new Error('connection reset');
        yield [];
      },
    } as unknown as KubeClient,
    caches: [{ cache: cache as unknown as Cache<KubeObject> }],
    onChange,
  });
  return {
    onChange,
    reachability,
    network,
    requests: () => requests,
    /** All connections break, that of the watch first. */
    breakConnections() {
      network.broken = true;
      Object.assign(health, { state: 'waiting', reason: 'unreachable' });
      listeners.forEach(listener => listener());
    },
  };
}

describe('a cluster that was reachable', () => {
  const end = new AbortController();
  afterAll(() => end.abort());

  async function reachable() {
    const cluster = follow();
    cluster.reachability.start(end.signal);
    await cluster.reachability.whenReachable(end.signal);
    cluster.onChange.mockClear();
    return cluster;
  }

  it('remains so while requests fail on connections that broke with those of the watches', async () => {
    const cluster = await reachable();
    const { since } = cluster.reachability.state;
    const before = cluster.requests();
    cluster.breakConnections();
    // By then the client has noticed, and opens new connections.
    setImmediate(() => {
      cluster.network.broken = false;
    });
    await waitFor(() => cluster.requests() >= before + 2, {
      what: 'the cluster is asked again',
      timeoutMs: 5_000,
    });
    expect(cluster.onChange).not.toHaveBeenCalled();
    expect(cluster.reachability.state).toEqual({ reachable: true, since });
  });

  it('is unreachable when requests on new connections fail, too', async () => {
    const cluster = await reachable();
    cluster.breakConnections();
    await waitFor(() => !cluster.reachability.state.reachable, {
      what: 'the cluster is reported as unreachable',
      timeoutMs: 5_000,
    });
    expect(cluster.onChange).toHaveBeenCalledTimes(1);
  });
});
