/** The ports of a cluster: a free one, or the fixed one that its kubeconfigs name. */
import {
  isPortFree,
  pickPort,
  ProcessFailedError,
} from '@klutch/local-processes';

const ATTEMPTS = 3;

const isPortCollision = (error: unknown) =>
  error instanceof ProcessFailedError &&
  /address already in use/i.test(error.exit.lastLines.join('\n'));

/** Starts a server on a free port of 127.0.0.1, and retries on another one when the port was taken meanwhile. */
export async function withFreePort<T>(
  start: (port: number) => Promise<T>,
  pick: () => Promise<number> = pickPort,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await start(await pick());
    } catch (error) {
      if (!isPortCollision(error) || attempt === ATTEMPTS) throw error;
    }
  }
}

/** Fails with a readable message when another program listens on the port of a cluster. */
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
