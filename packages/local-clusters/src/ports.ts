/**
 * Whether a port on loopback is free, and what to say when it is not.
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

/** The message for a cluster whose kept port another program has. */
export function portTaken(name: string, dir: string, port: number): Error {
  return new Error(
    `Port ${port} belongs to cluster ${name} (its kubeconfigs name it), but another program listens there. ` +
      `Find it with "lsof -i :${port}" and stop it, or remove ${dir} to start with an empty cluster on another port.`,
  );
}
