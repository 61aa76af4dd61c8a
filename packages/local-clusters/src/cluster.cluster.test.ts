import { existsSync, readdirSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pickPort, processStartTime, waitFor } from '@klutch/local-processes';
import {
  startCluster,
  startClusterWith,
  type ClusterOptions,
  type LocalCluster,
} from './cluster';
import { callApi } from './testing/callApi';
import { describeLong } from './testing/describeLong';
import { useTemporaryDirs } from './testing/temporaryDir';

jest.setTimeout(120_000);

const isAlive = (pid: number) => processStartTime(pid) !== undefined;

const namespaces = '/api/v1/namespaces';

describeLong('a running local cluster', () => {
  let cluster: LocalCluster;

  beforeAll(async () => {
    cluster = await startCluster({
      name: 'test',
      extraArgs: {
        apiServer: ['--disable-admission-plugins=LimitRanger'],
      },
    });
  });

  afterAll(() => cluster.stop());

  it('is a real Kubernetes that authenticates its users', async () => {
    const version = await callApi(cluster.kubeconfig, 'GET', '/version');
    expect(version.body.gitVersion).toBe('v1.36.3');

    const alice = await cluster.user('klutch:alice', ['developers', 'a, b']);
    const review = await callApi(
      alice,
      'POST',
      '/apis/authentication.k8s.io/v1/selfsubjectreviews',
      {
        apiVersion: 'authentication.k8s.io/v1',
        kind: 'SelfSubjectReview',
      },
    );
    expect(review.body.status).toMatchObject({
      userInfo: {
        username: 'klutch:alice',
        groups: ['developers', 'a, b', 'system:authenticated'],
      },
    });
    expect((await callApi(alice, 'GET', namespaces)).status).toBe(403);
  });

  it('has controllers for garbage collection and namespace deletion', async () => {
    const { kubeconfig } = cluster;
    const post = (path: string, object: object) =>
      callApi(kubeconfig, 'POST', path, { apiVersion: 'v1', ...object });
    const gone = async (path: string) =>
      (await callApi(kubeconfig, 'GET', path)).status === 404;
    await post(namespaces, { kind: 'Namespace', metadata: { name: 'work' } });
    const configMaps = `${namespaces}/work/configmaps`;
    await post(configMaps, {
      kind: 'ConfigMap',
      metadata: {
        name: 'orphan',
        ownerReferences: [
          {
            apiVersion: 'v1',
            kind: 'ConfigMap',
            name: 'never',
            uid: '00000000-0000-0000-0000-000000000000',
          },
        ],
      },
    });
    const wait = { what: 'it is gone', timeoutMs: 30_000 };
    await waitFor(() => gone(`${configMaps}/orphan`), wait);
    await callApi(kubeconfig, 'DELETE', `${namespaces}/work`);
    await waitFor(() => gone(`${namespaces}/work`), wait);
    expect(await gone(`${namespaces}/default`)).toBe(false);
  });

  it('has the flags of the caller besides its own', async () => {
    const file = join(cluster.dir, 'logs', 'kube-apiserver.log');
    const log = await readFile(file, 'utf8');
    const [mutating = ''] =
      log.match(/Loaded \d+ mutating admission controller.*/) ?? [];
    expect(mutating).toContain('MutatingAdmissionPolicy');
    // Disabled both by the caller and by the cluster's own list.
    expect(mutating).not.toContain('LimitRanger');
    expect(mutating).not.toContain('ServiceAccount');
  });

  it('leaves nothing behind when it has stopped', async () => {
    const pids = Object.values(cluster.pids);
    expect(pids.map(isAlive)).toEqual([true, true, true]);
    await cluster.stop();
    expect(pids.map(isAlive)).toEqual([false, false, false]);
    expect(existsSync(cluster.dir)).toBe(false);
  });
});

describeLong('a local cluster', () => {
  const temporaryDir = useTemporaryDirs();
  const clusters: LocalCluster[] = [];
  const start = async (options: Partial<ClusterOptions> = {}) => {
    const cluster = await startCluster({ name: 'test', ...options });
    clusters.push(cluster);
    return cluster;
  };

  afterEach(async () => {
    for (const cluster of clusters.splice(0)) await cluster.stop();
  });

  it('uses another port when the first was taken meanwhile', async () => {
    const other = createServer(socket => socket.destroy());
    await new Promise<void>(resolve =>
      other.listen(0, '127.0.0.1', () => resolve()),
    );
    const { port } = other.address() as AddressInfo;
    const freePort = await pickPort();
    const ports = [port, freePort];
    try {
      const cluster = await startClusterWith(
        { name: 'test' },
        { pickPort: async () => ports.shift() ?? 0 },
      );
      clusters.push(cluster);
      expect(cluster.url).toBe(`https://127.0.0.1:${freePort}`);
    } finally {
      await new Promise(resolve => other.close(resolve));
    }
  });

  it('reports a program that was killed, with its last log lines', async () => {
    const onExit = jest.fn();
    const cluster = await start({ onExit });
    process.kill(cluster.pids['kube-apiserver'], 'SIGKILL');
    const error = await cluster.failed;
    expect(error.message).toMatch(
      /kube-apiserver was killed \(SIGKILL\)[^]*kube-apiserver\.log; it ends with:\n {2}\S/,
    );
    expect(onExit).toHaveBeenCalledWith(error);
    await cluster.stop();
    expect(Object.values(cluster.pids).filter(isAlive)).toEqual([]);
  });

  it("that cannot start reports the program's output, and leaves its logs only", async () => {
    const error: Error = await startCluster({
      name: 'test',
      extraArgs: { apiServer: ['--no-such-flag'] },
    }).then(
      () => new Error('it started'),
      reason => reason,
    );
    expect(error.message).toMatch(
      /kube-apiserver exited with code 1[^]*unknown flag: --no-such-flag/,
    );
    const log = /Its log is (\S+)\/logs\/kube-apiserver.log/.exec(
      error.message,
    );
    const dir = log?.[1] ?? '';
    expect(readdirSync(dir)).toEqual(['logs']);
    rmSync(dir, { recursive: true });
  });

  it('fails soon when etcd cannot run, and names etcd', async () => {
    const starting = startCluster({
      name: 'test',
      dir: join(temporaryDir(), 'cluster'),
      extraArgs: { etcd: ['--max-wals=none'] },
    });
    await expect(starting).rejects.toThrow(/etcd exited[^]*max-wals/);
  });

  it('stops when its start is aborted', async () => {
    const dir = join(temporaryDir(), 'cluster');
    const stop = new AbortController();
    const starting = startCluster({
      name: 'test',
      dir,
      signal: stop.signal,
      onProgress: text => {
        if (text.includes('kube-apiserver'))
          stop.abort(new Error('changed my mind'));
      },
    });
    await expect(starting).rejects.toThrow('changed my mind');
    expect(existsSync(join(dir, 'owner.json'))).toBe(false);
  });

  it('stops in order when the signal is aborted later', async () => {
    const stop = new AbortController();
    const dir = join(temporaryDir(), 'cluster');
    const cluster = await start({ dir, signal: stop.signal });
    const order: string[] = [];
    cluster.beforeStop(async () => void order.push('first added'));
    cluster.beforeStop(async () => {
      const { status } = await callApi(cluster.kubeconfig, 'GET', namespaces);
      order.push(`last added, answer ${status}`);
    });
    stop.abort();
    await cluster.stop();
    expect(order).toEqual(['last added, answer 200', 'first added']);
    expect(Object.values(cluster.pids).filter(isAlive)).toEqual([]);
  });
});
