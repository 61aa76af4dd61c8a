/** Free ports for servers on this machine. */
import { createServer } from 'node:net';
import getPort from 'get-port';

const LOOPBACK = '127.0.0.1';

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
  return getPort({ host: LOOPBACK, exclude });
}
