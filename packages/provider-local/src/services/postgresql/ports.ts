/** Loopback ports for servers: the same one as long as it can be had. */
import { createServer } from 'node:net';
import getPort from 'get-port';

const host = '127.0.0.1';

/** Whether a server could listen on that loopback port now. */
export function isPortFree(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ host, port }, () => probe.close(() => resolve(true)));
  });
}

/** `preferred` when it is free, else another one that is in nobody's `reserved`. */
export async function choosePort(
  preferred: number | undefined,
  reserved: number[],
): Promise<number> {
  if (preferred !== undefined && (await isPortFree(preferred))) {
    return preferred;
  }
  return getPort({ host, exclude: reserved });
}
