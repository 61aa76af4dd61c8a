/**
 * Script: serves a pool of clusters on a Unix socket until it gets SIGTERM. Argument: the socket's path.
 *
 * A client sends its variant as one line of JSON and gets a `Lease` or `{ error }` as one line. The cluster is
 * reserved for the client until the connection ends for any reason.
 */
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { ClusterPool } from './ClusterPool';
import type { TestClusterVariant } from './startTestCluster';

/** The response to a client: its cluster. */
export interface Lease {
  /** Folder of the cluster, with certificates, logs and audit log. */
  dir: string;
  url: string;
  pids: Record<'etcd' | 'kube-apiserver' | 'kube-controller-manager', number>;
}

const pool = new ClusterPool();

async function lend(socket: Socket, variant: TestClusterVariant) {
  const pooled = await pool.lend(variant);
  const giveBack = () => pool.giveBack(pooled, variant);
  if (socket.destroyed) return giveBack();
  socket.once('close', giveBack);
  const { dir, url, pids } = pooled.cluster;
  const lease: Lease = { dir, url, pids };
  return void socket.write(`${JSON.stringify(lease)}\n`);
}

const server = createServer(socket => {
  socket.on('error', () => socket.destroy());
  createInterface({ input: socket }).once('line', line => {
    lend(socket, JSON.parse(line) as TestClusterVariant).catch(error =>
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
