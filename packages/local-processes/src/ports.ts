/** Free ports for servers on this machine. */
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import getPort from 'get-port';

const LOOPBACK = '127.0.0.1';

/**
 * Below the ports that systems give to connections (Linux: from 32768) and Kubernetes to Services (from 30000): a port
 * is often picked long before its server listens, and no connection may take it meanwhile.
 */
const PORTS = { from: 20_000, below: 30_000 };
const ATTEMPTS = 100;

/**
 * Whether a server could listen on this port now.
 *
 * @throws when the port could not be tried, for example for lack of a permission
 */
export function isPortFree(port: number, host = LOOPBACK): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    );
    server.listen({ port, host, exclusive: true }, () =>
      server.close(() => resolve(true)),
    );
  });
}

/** A free port of 127.0.0.1: `preferred` when free, otherwise one that is not in `exclude`. */
export async function pickPort(
  options: { preferred?: number; exclude?: number[] } = {},
): Promise<number> {
  const { preferred, exclude } = options;
  // getPort would refuse a preferred port that it returned in the last 30 s.
  if (preferred !== undefined && (await isPortFree(preferred)))
    return preferred;
  const port = Array.from({ length: ATTEMPTS }, () =>
    randomInt(PORTS.from, PORTS.below),
  );
  return getPort({ host: LOOPBACK, exclude, port });
}
