/** Loopback ports for servers: a server keeps its port as long as the port is free. */
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

/** `preferred` when free, otherwise a free port outside `reserved`. */
export async function choosePort(
  preferred: number | undefined,
  reserved: number[],
): Promise<number> {
  if (preferred !== undefined && (await isPortFree(preferred))) {
    return preferred;
  }
  return getPort({ host, exclude: reserved });
}
