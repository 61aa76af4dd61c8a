/**
 * Script: serves a pool of clusters on a Unix socket until it gets SIGTERM. Argument: the socket's path.
 *
 * A client sends its variant as one line of JSON and gets a `BorrowedCluster` or `{ error }` as one line. The cluster
 * is reserved for the client until the connection ends for any reason.
 */
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { ClusterPool } from './ClusterPool';
import type { TestClusterVariant } from './startTestCluster';

/** The response to a client: its cluster. */
export interface BorrowedCluster {
  /** Folder of the cluster, with certificates, logs and audit log. */
  dir: string;
  url: string;
  pids: Record<'etcd' | 'kube-apiserver' | 'kube-controller-manager', number>;
}

const pool = new ClusterPool();

async function acquireFor(socket: Socket, variant: TestClusterVariant) {
  const pooled = await pool.acquire(variant);
  const release = () => pool.release(pooled, variant);
  if (socket.destroyed) return release();
  socket.once('close', release);
  const { dir, url, pids } = pooled.cluster;
  const borrowed: BorrowedCluster = { dir, url, pids };
  return void socket.write(`${JSON.stringify(borrowed)}\n`);
}

const server = createServer(socket => {
  socket.on('error', () => socket.destroy());
  createInterface({ input: socket }).once('line', line => {
    acquireFor(socket, JSON.parse(line) as TestClusterVariant).catch(error =>
      socket.end(`${JSON.stringify({ error: String(error) })}\n`),
    );
  });
});

server.listen(process.argv[2], () => process.stdout.write('ready\n'));
process.once('SIGTERM', () => {
  server.close();
  void pool.stop().finally(() => process.exit());
});
// The pipe closes however the parent process ends.
process.stdin.resume().once('end', () => process.kill(process.pid, 'SIGTERM'));
