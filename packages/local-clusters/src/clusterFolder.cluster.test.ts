import { createServer } from 'node:net';
import { join } from 'node:path';
import { processStartTime } from '@klutch/local-processes';
import { startCluster, type LocalCluster } from './cluster';
import { describeLong } from './testing/describeLong';
import { callApi } from './testing/callApi';
import { killAndWait, useScripts } from './testing/scriptProcess';
import { useTemporaryDirs } from './testing/temporaryDir';

jest.setTimeout(120_000);

const isAlive = (pid: number) => processStartTime(pid) !== undefined;
const namespaces = '/api/v1/namespaces';

describeLong('a local cluster in a folder', () => {
  const temporaryDir = useTemporaryDirs();
  const runScript = useScripts();
  const clusters: LocalCluster[] = [];
  const start = async (dir: string) => {
    const cluster = await startCluster({ name: 'test', dir });
    clusters.push(cluster);
    return cluster;
  };

  afterEach(async () => {
    for (const cluster of clusters.splice(0)) await cluster.stop();
  });

  it('keeps data, address and credentials in its folder', async () => {
    const dir = join(temporaryDir(), 'cluster');
    const first = await start(dir);
    const user = await first.user('system:someone', ['system:masters']);
    await callApi(first.kubeconfig, 'POST', namespaces, {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: 'kept' },
    });

    await expect(startCluster({ name: 'test', dir })).rejects.toThrow(
      new RegExp(`already running in .*: process ${process.pid} `),
    );
    await first.stop();

    const second = await start(dir);
    expect(second.url).toBe(first.url);
    expect(second.kubeconfig).toBe(first.kubeconfig);
    expect((await callApi(user, 'GET', `${namespaces}/kept`)).status).toBe(200);
  });

  it('uses only the port that its kubeconfigs name', async () => {
    const dir = join(temporaryDir(), 'cluster');
    const { url } = await start(dir);
    await clusters.pop()?.stop();
    const other = createServer();
    const port = Number(new URL(url).port);
    await new Promise<void>(resolve =>
      other.listen(port, '127.0.0.1', () => resolve()),
    );
    try {
      await expect(startCluster({ name: 'test', dir })).rejects.toThrow(
        new RegExp(`Port ${port} belongs to cluster test`),
      );
    } finally {
      await new Promise(resolve => other.close(resolve));
    }
  });

  describeLong('whose parent is killed', () => {
    it('leaves no process, and restarts from the same folder', async () => {
      const dir = join(temporaryDir(), 'cluster');
      const parent = await runScript(
        require.resolve('./testing/startCluster.ts'),
        ['test', dir],
      );
      const pids = parent.line.split(' ').map(Number);
      expect(pids.map(isAlive)).toEqual([true, true, true]);

      await killAndWait(parent.child);

      // An immediate restart is the hard case, because the old programs are still exiting.
      const cluster = await start(dir);
      expect(pids.filter(isAlive)).toEqual([]);
      const answer = await callApi(cluster.kubeconfig, 'GET', namespaces);
      expect(answer.status).toBe(200);
    });
  });
});
