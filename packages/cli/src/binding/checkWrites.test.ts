import { MemoryCluster } from '../__testUtils__/MemoryCluster';
import { checkWrites } from './checkWrites';

const api = { group: 'example.test', resource: 'databases' };
const kubeconfig = JSON.stringify({
  'current-context': 'c',
  contexts: [{ name: 'c', context: { cluster: 'c', namespace: 'cluster-x' } }],
  clusters: [{ name: 'c', cluster: { server: 'https://plane.test' } }],
});
const namespaceWrite = 'create namespaces/klutch-bind (dry run)';
const crdWrite =
  'create customresourcedefinitions.apiextensions.k8s.io/apiservicebindings.klutch.anynines.com (dry run)';
const roleWrite =
  'apply clusterroles.rbac.authorization.k8s.io/klutch-konnector-databases.example.test (dry run)';
const secretWrite = expect.stringMatching(
  /^create secrets\/klutch-bind\/kubeconfig-\w+ \(dry run\)$/,
);
const bindingWrite =
  'create apiservicebindings.klutch.anynines.com/klutch-bind/databases.example.test (dry run)';

const add = (cluster: MemoryCluster, id: string) =>
  cluster.objects.set(id, { metadata: { name: id.split('/').at(-1) } });

it.each([
  [
    'nothing',
    [],
    [namespaceWrite, crdWrite, roleWrite],
    [expect.stringContaining('the Secret and the bindings')],
  ],
  [
    'the namespace',
    ['namespaces/klutch-bind'],
    [crdWrite, roleWrite, secretWrite],
    [expect.stringContaining('the bindings, because their CRD')],
  ],
  [
    'namespace and CRD',
    [
      'namespaces/klutch-bind',
      'customresourcedefinitions.apiextensions.k8s.io/apiservicebindings.klutch.anynines.com',
    ],
    [roleWrite, secretWrite, bindingWrite],
    [],
  ],
])(
  'has a cluster with %s check what would be written, and stores nothing',
  async (_, existing, expected, unchecked) => {
    const cluster = new MemoryCluster();
    for (const id of existing) add(cluster, id);
    const said = await checkWrites(cluster.client, { apis: [api], kubeconfig });
    expect(cluster.writes).toEqual(expected);
    expect(cluster.objects.size).toBe(existing.length);
    expect(said).toEqual(unchecked);
  },
);

it('checks an empty Secret before the provider has issued a kubeconfig', async () => {
  const cluster = new MemoryCluster();
  add(cluster, 'namespaces/klutch-bind');
  await checkWrites(cluster.client, { apis: [] });
  expect(cluster.writes).toContainEqual(secretWrite);
});

it('fails with the reason of the cluster', async () => {
  const cluster = new MemoryCluster();
  add(cluster, 'namespaces/klutch-bind');
  cluster.onWrite = write => {
    if (write.includes('secrets')) throw new Error('exceeded quota');
  };
  await expect(checkWrites(cluster.client, { apis: [] })).rejects.toThrow(
    'exceeded quota',
  );
});
