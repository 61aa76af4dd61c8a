// The program of the README, against a real API server.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startCluster, type LocalCluster } from '@klutch/local-clusters';
import { pickPort } from '@klutch/local-processes';
import { teamSettings } from './examples/teamSettings';
import { createClient } from './client/createClient';
import type { KubeClient } from './client/KubeClient';
import { loadKubeConfig } from './client/kubeConfig';
import { core } from './resources';
import { eventually } from './testing/eventually';

let cluster: LocalCluster;
let admin: KubeClient;

beforeAll(async () => {
  cluster = await startCluster({ name: 'kube-example' });
  admin = createClient(loadKubeConfig(cluster.kubeconfig));
}, 60_000);
afterAll(async () => {
  await admin?.close();
  await cluster?.stop();
}, 60_000);

const createNamespace = (name: string, team: string) =>
  admin.create(core.namespaces, {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name, labels: { team } },
  });
const teamOf = async (namespace: string) =>
  (await admin.get(core.configMaps, { namespace, name: 'team' }))?.data?.team;

it('writes and repairs its objects, leads by a Lease, and serves probes and metrics', async () => {
  const stop = new AbortController();
  const port = await pickPort();
  await createNamespace('first', 'blue');
  const running = teamSettings(
    loadKubeConfig(cluster.kubeconfig),
    stop.signal,
    port,
  );
  await eventually(
    'the first namespace has its settings',
    async () => (await teamOf('first')) === 'blue',
  );
  await createNamespace('second', 'red');
  await eventually(
    'the second namespace has its settings',
    async () => (await teamOf('second')) === 'red',
  );
  await admin.delete(core.configMaps, { namespace: 'second', name: 'team' });
  await eventually(
    'the second namespace has its settings',
    async () => (await teamOf('second')) === 'red',
  );
  const ready = await fetch(`http://127.0.0.1:${port}/readyz`);
  expect(ready.status).toBe(200);
  const metrics = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(await metrics.text()).toContain('klutch_reconcile');
  stop.abort();
  await running;
  const lease = await admin.get(core.leases, {
    namespace: 'default',
    name: 'team-settings',
  });
  expect(lease?.spec?.holderIdentity).toBe('');
}, 60_000);

it('is the program that the README shows', () => {
  const root = join(__dirname, '..');
  const program = readFileSync(
    join(root, 'src/examples/teamSettings.ts'),
    'utf8',
  );
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  expect(readme).toContain(program.replace("'../index'", "'@klutch/kube'"));
});
