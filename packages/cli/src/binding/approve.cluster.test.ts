/** `approve` with a konnector that holds deletions back. */
import { bindResources, names } from '@klutch/bind-api';
import { core, defineResource, type KubeClient } from '@klutch/kube';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { describeLong } from '@klutch/local-clusters/src/testing/describeLong';
import { waitFor } from '@klutch/local-processes';
import { apis, BindingClusters } from './__testUtils__/bindingClusters';

jest.setTimeout(240_000);

const count = 9;
const namespace = 'orders';
const databases = defineResource({
  group: 'example.test',
  version: 'v1',
  plural: 'databases',
  kind: 'Database',
  namespaced: true,
});

describeLong('approve, with a konnector', () => {
  let test: BindingClusters;
  let apps: KubeClient;

  beforeAll(async () => {
    test = await BindingClusters.start('cli-approve');
    ({ apps } = test.clusters);
    const bound = await test.run(['bind', test.url, '--yes'], {
      browse: test.browse([apis.databases]),
    });
    if (bound.error) throw bound.error;
    await test.run(['konnector', 'install']);
    await test.startKonnector();
    await apps.create(core.namespaces, {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: namespace },
    });
  });
  afterAll(() => test?.stop());

  const copies = async () => {
    const { admin } = test.clusters.plane;
    return (await admin.list(databases)).items.length;
  };

  const isPaused = async () => {
    const binding = await apps.get(bindResources.bindings, {
      namespace: names.appClusterNamespace,
      name: apis.databases,
    });
    return (binding?.status?.conditions ?? []).some(
      ({ reason }) => reason === 'DeletionsPaused',
    );
  };

  it('lets the konnector delete as many copies as were approved, and no more', async () => {
    await waitFor(
      async () => {
        const { stdout } = await test.run(['status']);
        return /databases\S+ +Test provider +True +True +\w+/.test(stdout);
      },
      { what: 'the API is bound', timeoutMs: 90_000 },
    );
    const objects = Array.from({ length: count }, (_, index) => `db-${index}`);
    for (const name of objects) {
      await apps.create(databases, {
        apiVersion: 'example.test/v1',
        kind: 'Database',
        metadata: { name, namespace },
      });
    }
    await waitFor(async () => (await copies()) === count, {
      what: 'all objects are synced',
      timeoutMs: 60_000,
    });
    for (const name of objects)
      await apps.delete(databases, { namespace, name });
    await waitFor(isPaused, {
      what: 'deletions are held back',
      timeoutMs: 60_000,
    });
    const held = await copies();
    expect(held).toBeGreaterThan(1);
    const { error } = await test.run(['approve', apis.databases, '1', '--yes']);
    expect(error).toBeUndefined();
    await waitFor(async () => (await copies()) < held, {
      what: 'the approved copy is deleted',
      timeoutMs: 60_000,
    });
    expect(await copies()).toBe(held - 1);
    await test.run(['approve', apis.databases, `${count}`, '--yes']);
    await waitFor(async () => (await copies()) === 0, {
      what: 'the other copies are deleted',
      timeoutMs: 60_000,
    });
    await waitFor(async () => !(await isPaused()), {
      what: 'nothing waits any more',
      timeoutMs: 60_000,
    });
    const again = await test.run(['approve', apis.databases, '1', '--yes']);
    expect(again.error?.message).toMatch(/No deletions .* wait/);
  });
});
