/** A cluster for one test suite: from the pool if there is one, otherwise a cluster of its own. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { openSync, readSync, statSync, closeSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { LocalCluster } from '../cluster';
import {
  clusterPaths,
  loadIdentity,
  writePrivateFile,
} from '../clusterDirectory';
import { writeKubeconfig } from '../kubeconfig';
import { createUserKubeconfig } from '../userKubeconfig';
import type { BorrowedCluster } from './serve';
import {
  auditLogIn,
  startTestCluster,
  type TestClusterVariant,
} from './startTestCluster';

/** Options of {@link borrowCluster}. */
export interface BorrowOptions extends TestClusterVariant {
  /** Names the cluster in its kubeconfigs. */
  name: string;
  /**
   * Starts a cluster of its own, for a suite that leaves behind what no reset reaches, such as what the cluster's
   * controllers have learnt. Default: false.
   */
  unshared?: boolean;
}

type ClusterOptions = Omit<BorrowOptions, 'unshared'>;

/** A borrowed cluster, empty at first; `stop()` returns the cluster to the pool. */
export interface TestCluster extends LocalCluster {
  /** The lines of the audit log (JSON, `audit.k8s.io/v1` Event) since the cluster was borrowed. */
  auditLog(): string[];
}

/** Set by `npm test` to the socket of the pool. */
const poolSocket = process.env.KLUTCH_TEST_CLUSTERS;

/**
 * Borrows a cluster. Suites that break their cluster have to start their own with `startCluster`.
 *
 * @returns the cluster, empty, until its `stop()`
 * @throws Error when the pool cannot be reached or cannot start a cluster; without a pool as `startCluster`
 */
export async function borrowCluster({
  unshared = false,
  ...options
}: BorrowOptions): Promise<TestCluster> {
  return poolSocket && !unshared
    ? borrowFrom(poolSocket, options)
    : startOwn(options);
}

async function startOwn({
  name,
  ...variant
}: ClusterOptions): Promise<TestCluster> {
  const cluster = await startTestCluster(name, variant);
  return { ...cluster, auditLog: auditLogSince(cluster.dir) };
}

async function borrowFrom(
  path: string,
  { name, ...variant }: ClusterOptions,
): Promise<TestCluster> {
  const socket = connect(path);
  const borrowed = await requestCluster(socket, variant);
  // A suite that does not return its cluster must not keep the process alive.
  socket.unref();
  const { url, pids } = borrowed;
  const { authority, admin, adminUser } = await loadIdentity(
    name,
    clusterPaths(borrowed.dir),
  );
  const access = { cluster: name, url, caCert: authority.cert };
  const kubeconfig = writeKubeconfig({
    ...access,
    user: adminUser,
    credentials: admin,
  });
  const dir = await mkdtemp(join(tmpdir(), 'klutch-test-'));
  await mkdir(join(dir, 'logs'));
  const kubeconfigPath = join(dir, 'kubeconfig');
  writePrivateFile(kubeconfigPath, kubeconfig);
  const beforeStop: (() => Promise<void>)[] = [];
  return {
    name,
    url,
    dir,
    kubeconfig,
    kubeconfigPath,
    caData: Buffer.from(authority.cert).toString('base64'),
    pids,
    // The end of a cluster of the pool is visible as refused connections only.
    failed: new Promise(() => undefined),
    auditLog: auditLogSince(borrowed.dir),
    user: (user, groups = []) =>
      createUserKubeconfig({ cluster: name, url, authority, user, groups }),
    beforeStop: first => void beforeStop.unshift(first),
    stop: async () => {
      for (const first of beforeStop.splice(0)) await first();
      socket.destroy();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

function requestCluster(
  socket: Socket,
  variant: TestClusterVariant,
): Promise<BorrowedCluster> {
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once('close', () =>
      reject(new Error('The pool of test clusters closed the connection.')),
    );
    socket.write(`${JSON.stringify(variant)}\n`);
    createInterface({ input: socket }).once('line', line => {
      const answer: BorrowedCluster | { error: string } = JSON.parse(line);
      if ('error' in answer) reject(new Error(answer.error));
      else resolve(answer);
    });
  });
}

/** Reads the lines that are appended after this call. */
function auditLogSince(dir: string): () => string[] {
  const file = auditLogIn(dir);
  const begin = statSync(file).size;
  return () => {
    const text = Buffer.alloc(statSync(file).size - begin);
    const descriptor = openSync(file, 'r');
    readSync(descriptor, text, 0, text.length, begin);
    closeSync(descriptor);
    return text.toString().split('\n').filter(Boolean);
  };
}
