/** An API server that takes requests and never answers. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient, loadKubeConfig, type KubeClient } from '@klutch/kube';

/** Each time limit that a command sets ends soon, while `work` runs. */
export async function withSilentCluster<T>(
  work: (client: KubeClient) => Promise<T>,
): Promise<T> {
  const server = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const kubeconfig = {
    clusters: [
      { name: 'silent', cluster: { server: `http://127.0.0.1:${port}` } },
    ],
    contexts: [{ name: 'silent', context: { cluster: 'silent', user: 'me' } }],
    users: [{ name: 'me', user: {} }],
    'current-context': 'silent',
  };
  const client = createClient(loadKubeConfig(JSON.stringify(kubeconfig)));
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const soon = jest
    .spyOn(AbortSignal, 'timeout')
    .mockImplementation(() => timeout(50));
  try {
    return await work(client);
  } finally {
    soon.mockRestore();
    await client.close();
    server.close();
    server.closeAllConnections();
  }
}
