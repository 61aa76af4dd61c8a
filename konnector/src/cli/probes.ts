/** Serves liveness, readiness and metrics. */
import {
  createHealth,
  parseListenAddress,
  serveProbes,
  shutdownCheck,
  type HealthCheck,
  type ProbeServer,
  errorMessage,
} from '@klutch/kube';
import type { Registry } from 'prom-client';
import type { KonnectorHealth } from '../KonnectorOptions';

/** The listening probe servers. */
export interface Probes {
  /** `host:port` of `/healthz` and `/readyz`; without a host on all interfaces. */
  readonly address: string;
  /** Stops listening. */
  close(): Promise<void>;
}

/**
 * `/healthz` answers 200 while no object, including claimed ones, has been reconciled for longer than ten minutes.
 * `/readyz` answers 200 when every binding is synced or reports in its conditions why not, also on a standby replica,
 * else 503 with the reason. `/metrics` is served with the probes or on an address of its own.
 * @throws Error with a message for the user when an address is in use or not local.
 */
export async function startProbes(options: {
  healthAddress: string;
  metricsAddress?: string;
  health: () => KonnectorHealth;
  /** Further checks of `/healthz`. */
  liveChecks?: readonly HealthCheck[];
  registry: Registry;
  /** Aborts when the process is about to stop. */
  signal: AbortSignal;
}): Promise<Probes> {
  const { registry, healthAddress, metricsAddress } = options;
  const health = createHealth({
    checks: [
      {
        name: 'bindings',
        problem() {
          const { ready, waitingFor } = options.health();
          return ready ? undefined : (waitingFor ?? 'not ready');
        },
      },
      shutdownCheck(options.signal),
    ],
    liveChecks: [
      { name: 'sync', problem: () => options.health().stuck },
      ...(options.liveChecks ?? []),
    ],
  });
  const listening: ProbeServer[] = [];
  const close = async () => {
    await Promise.all(listening.map(server => server.close()));
  };
  const listen = async (flag: string, address: string, metrics: boolean) => {
    const where = parseListenAddress(address);
    try {
      const server = await serveProbes({
        health,
        registry: metrics ? registry : undefined,
        ...where,
      });
      listening.push(server);
      return `${/^(.*:)?/.exec(address)?.[0] ?? ''}${server.port}`;
    } catch (error) {
      await close();
      throw new Error(`${flag} ${address}: ${errorMessage(error)}`);
    }
  };
  const address = await listen(
    '--health-address',
    healthAddress,
    metricsAddress === undefined,
  );
  if (metricsAddress !== undefined) {
    await listen('--metrics-address', metricsAddress, true);
  }
  return { address, close };
}
