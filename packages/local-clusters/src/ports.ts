/**
 * Whether a port on loopback is free, and what to say when it is not.
 */
import { createServer } from 'node:net';
import { waitFor } from './waitFor';

/** The programs of a run that crashed end within their grace period. */
const AFTER_CRASH_MS = 15_000;

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

/**
 * Makes sure that a cluster can have the port its kubeconfigs name.
 *
 * @throws Error that says who has it and what to do; the signal's reason when aborted.
 */
export async function waitForKeptPort(
  cluster: { name: string; dir: string; port: number },
  options: { recovered: boolean; signal?: AbortSignal },
): Promise<void> {
  const { name, dir, port } = cluster;
  try {
    await waitFor(() => isPortFree(port), {
      what: `port ${port} is free`,
      timeoutMs: options.recovered ? AFTER_CRASH_MS : 0,
      signal: options.signal,
    });
  } catch {
    options.signal?.throwIfAborted();
    throw new Error(
      `Port ${port} belongs to cluster ${name} (its kubeconfigs name it), but another program listens there. ` +
        `Find it with "lsof -i :${port}" and stop it, or remove ${dir} to start with an empty cluster on another port.`,
    );
  }
}
