import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { processStartTime, waitFor } from '@klutch/local-processes';
import { createAdminApi, type AdminApi } from './adminApi';
import { startCluster, type LocalCluster } from './cluster';
import { clusterPaths, readAdmin } from './clusterDirectory';
import { startCrossplane } from './crossplane';
import { listenersOf } from './testing/listeners';
import { describeLong } from './testing/describeLong';

jest.setTimeout(120_000);

const XRD = {
  apiVersion: 'apiextensions.crossplane.io/v1',
  kind: 'CompositeResourceDefinition',
  metadata: { name: 'xthings.test.klutch.dev' },
  spec: {
    group: 'test.klutch.dev',
    names: { kind: 'XThing', plural: 'xthings' },
    claimNames: { kind: 'Thing', plural: 'things' },
    versions: [
      {
        name: 'v1',
        served: true,
        referenceable: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                properties: { size: { type: 'string' } },
              },
            },
          },
        },
      },
    ],
  },
};

describeLong('Crossplane on a local cluster', () => {
  let cluster: LocalCluster;
  let admin: AdminApi;

  beforeAll(async () => {
    cluster = await startCluster({ name: 'crossplane' });
    admin = createAdminApi({
      url: cluster.url,
      ...(await readAdmin(clusterPaths(cluster.dir))),
    });
  });

  afterAll(async () => {
    await admin?.close();
    await cluster?.stop();
  });

  const onLinux = process.platform === 'linux' ? describe : describe.skip;
  onLinux('as /proc shows it', () => {
    it('R34: listens beyond loopback with its health and metrics ports, and with no other, as documented', async () => {
      const crossplane = await startCrossplane(cluster);
      const beyondLoopback = async (pid: number) =>
        (await listenersOf(pid)).filter(({ loopback }) => !loopback).length;
      const ofCluster = await Promise.all(
        Object.values(cluster.pids).map(beyondLoopback),
      );
      expect(ofCluster).toEqual([0, 0, 0]);
      expect(await beyondLoopback(crossplane.pid)).toBe(2);
      await crossplane.stop();

      const docs = [
        'packages/sandbox/README.md',
        'packages/local-clusters/README.md',
        'docs/adr/0003-sandbox-of-processes.md',
      ];
      for (const file of docs) {
        const text = readFileSync(join(__dirname, '../../..', file), 'utf8');
        expect(text).not.toContain('listens on loopback only');
        expect(text).toMatch(
          /Crossplane['a-z ]+ health and metrics ports listen on all addresses/,
        );
      }
    });
  });

  it('reports that its process was killed, and can be started again', async () => {
    const onExit = jest.fn();
    const killed = await startCrossplane(cluster, { onExit });
    process.kill(killed.pid, 'SIGKILL');
    const error = await killed.failed;
    expect(error.message).toMatch(/crossplane was killed/);
    expect(onExit).toHaveBeenCalledWith(error);

    const again = await startCrossplane(cluster);
    expect(again.logFile.startsWith(cluster.dir)).toBe(true);
    await again.stop();
    expect(processStartTime(again.pid)).toBeUndefined();
  });

  it('offers a claim for a composite resource definition, and stops with the cluster', async () => {
    const crossplane = await startCrossplane(cluster);
    const path = `/apis/apiextensions.crossplane.io/v1/compositeresourcedefinitions/${XRD.metadata.name}`;
    await admin.apply(path, XRD);
    await waitFor(
      async () => {
        const { body } = await admin.get(path);
        const conditions: { type: string; status: string }[] =
          JSON.parse(body).status?.conditions ?? [];
        const isTrue = (type: string) =>
          conditions.some(c => c.type === type && c.status === 'True');
        return isTrue('Established') && isTrue('Offered');
      },
      { what: 'the definition is established and offered', timeoutMs: 60_000 },
    );
    const claims = '/apis/test.klutch.dev/v1/namespaces/default/things';
    expect((await admin.get(claims)).status).toBe(200);

    await cluster.stop();
    expect(processStartTime(crossplane.pid)).toBeUndefined();
  });
});
