/**
 * Whether a cluster can have the port that its kubeconfigs name, and what to say when it cannot.
 */
import { createServer } from 'node:net';

/** True when a server could listen on this port of 127.0.0.1 now. */
export function isPortFree(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () =>
      server.close(() => resolve(true)),
    );
  });
}

/** Fails in words when another program listens on the port of a cluster. */
export async function assertPortFree(cluster: {
  name: string;
  dir: string;
  port: number;
}): Promise<void> {
  const { name, dir, port } = cluster;
  if (await isPortFree(port)) return;
  throw new Error(
    `Port ${port} belongs to cluster ${name} (its kubeconfigs name it), but another program listens there. ` +
      `Find it with "lsof -i :${port}" and stop it, or remove ${dir} to start with an empty cluster on another port.`,
  );
}
