import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createLogger, loadKubeConfig } from '@klutch/kube';
import { connect } from '../access/connect';
import { startKonnector } from '../konnector';
import type { Konnector } from '../KonnectorOptions';
import { alwaysLeader } from '../leaderElection/ReplicaLeadership';
import { eventually } from '../testing/__testUtils__/clusterSetup';
import { onAppCluster } from './onAppCluster';

const identity = '/api/v1/namespaces/kube-system';
const logger = createLogger('test', { level: 'silent' });
let ending: AbortController;
const close: (() => void)[] = [];
beforeEach(() => {
  ending = new AbortController();
});
afterEach(() => {
  ending.abort();
  close.splice(0).forEach(end => end());
});

/** An API server that serves only its identity, and answers once `held` has resolved. */
async function cluster(first: string) {
  const requests: string[] = [];
  const state: { uid: string | undefined; held?: Promise<void> } = {
    uid: first,
  };
  const server = createServer(async (request, response) => {
    requests.push(request.url ?? '');
    await state.held;
    const known = request.url === identity && state.uid;
    response.writeHead(known ? 200 : 403, {
      'content-type': 'application/json',
    });
    response.end(
      JSON.stringify(
        known
          ? {
              apiVersion: 'v1',
              kind: 'Namespace',
              metadata: { name: 'kube-system', uid: state.uid },
            }
          : { apiVersion: 'v1', kind: 'Status', message: 'No right.' },
      ),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  close.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  const kubeConfig = loadKubeConfig(
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [
        { name: 'c', cluster: { server: `http://127.0.0.1:${port}` } },
      ],
      users: [{ name: 'c', user: { token: 'a-token' } }],
      contexts: [{ name: 'c', context: { cluster: 'c', user: 'c' } }],
      'current-context': 'c',
    }),
  );
  return {
    requests,
    state,
    kubeConfig,
    identityRequests: () => requests.filter(url => url === identity).length,
  };
}
type Cluster = Awaited<ReturnType<typeof cluster>>;

async function topologyOn({ kubeConfig }: Cluster) {
  const { signal } = ending;
  const topology = onAppCluster(kubeConfig, {
    connect,
    leadership: alwaysLeader(signal),
    identityCheckMs: 20,
    signal,
    logger,
  });
  await topology.appCluster;
  return topology;
}

/** A complete konnector that has read the identity of its app cluster. */
async function konnectorOn(here: Cluster): Promise<Konnector> {
  const konnector = startKonnector({
    appCluster: here.kubeConfig,
    lease: { namespace: 'klutch-bind', name: 'klutch-bind' },
    heartbeat: { tickMs: 20, intervalMs: 40 },
    signal: ending.signal,
    logger,
  });
  await eventually(
    'the identity of the app cluster is known',
    async () => here.identityRequests() > 1,
  );
  return konnector;
}

describe('the app cluster in the usual mode', () => {
  it('is reached with a new kubeconfig for the same cluster', async () => {
    const [here, moved] = [await cluster('a'), await cluster('a')];
    const topology = await topologyOn(here);
    await expect(
      topology.verifyKubeconfig(moved.kubeConfig),
    ).resolves.toBeUndefined();
    await topology.reconnect(moved.kubeConfig);
    const tried = moved.identityRequests();
    await eventually(
      'the new address receives requests',
      async () => moved.identityRequests() > tried,
    );
  });

  it('counts as replaced when a kubeconfig targets another cluster', async () => {
    const [here, clone] = [await cluster('a'), await cluster('b')];
    const topology = await topologyOn(here);
    await expect(topology.verifyKubeconfig(clone.kubeConfig)).rejects.toThrow(
      'another app cluster',
    );
    await expect(topology.appClusterReplaced).rejects.toThrow(
      'The app cluster was replaced by another one',
    );
  });

  it('is unchanged when a kubeconfig does not work', async () => {
    const [here, broken] = [await cluster('a'), await cluster('a')];
    broken.state.uid = undefined;
    const topology = await topologyOn(here);
    await expect(topology.verifyKubeconfig(broken.kubeConfig)).rejects.toThrow(
      'No right',
    );
    broken.state.uid = 'a';
    await topology.verifyKubeconfig(broken.kubeConfig);
  });

  it('counts as replaced when another cluster answers at its address', async () => {
    const here = await cluster('a');
    const topology = await topologyOn(here);
    here.state.uid = 'b';
    await expect(topology.appClusterReplaced).rejects.toThrow('has changed');
  });

  it('is never exchanged for another cluster by any part of the konnector, its Lease included', async () => {
    const [here, clone] = [await cluster('a'), await cluster('b')];
    const konnector = await konnectorOn(here);
    await Promise.all([
      expect(konnector.stopped).rejects.toThrow('replaced by another one'),
      expect(konnector.reconnect(clone.kubeConfig)).rejects.toThrow(
        'another app cluster',
      ),
    ]);
    expect(clone.requests).toEqual([identity]);
  });

  it('stops the konnector when it is replaced, also before anything else is known of the cluster', async () => {
    const here = await cluster('a');
    const konnector = await konnectorOn(here);
    here.state.uid = 'b';
    await expect(konnector.stopped).rejects.toThrow('replaced by another one');
  });

  it('is reached with the newest kubeconfig, also when the verification of an earlier one is slower', async () => {
    const [here, slow] = [await cluster('a'), await cluster('a')];
    const newest = await cluster('a');
    const konnector = await konnectorOn(here);
    let resume: () => void = () => undefined;
    slow.state.held = new Promise(resolve => {
      resume = resolve;
    });
    const reconnected = konnector.reconnect(slow.kubeConfig);
    await eventually(
      'the slow kubeconfig is verified',
      async () => slow.identityRequests() === 1,
    );
    await konnector.reconnect(newest.kubeConfig);
    resume();
    await reconnected;
    const tried = newest.identityRequests();
    await eventually(
      'the new address receives requests',
      async () => newest.identityRequests() > tried,
    );
    expect(slow.requests).toEqual([identity]);
    ending.abort();
    await konnector.stopped;
  });
});
