/** Answers the kubelet and Prometheus: does the process move, is it of use, what does it do. */
import {
  createHealth,
  parseListenAddress,
  serveProbes,
  shutdownCheck,
  type HealthCheck,
  type ProbeServer,
} from '@klutch/kube';
import type { Registry } from 'prom-client';
import type { KonnectorHealth } from '../KonnectorOptions';
import { errorMessage } from '../failure';

/** Probes that listen. */
export interface Probes {
  /** `host:port` of `/healthz` and `/readyz`; without a host on all interfaces. */
  readonly address: string;
  /** Stops listening. */
  close(): Promise<void>;
}

/**
 * `/healthz` answers 200 while the event loop moves and no object, claimed ones too, has been worked on for ten minutes. `/readyz` answers
 * 200 when every binding is followed or says why not, also in a process that stands by, else 503 with the reason in
 * words. `/metrics` is served with them,
 * or on an address of its own.
 * @throws Error in words when an address is taken or not ours
 */
export async function startProbes(options: {
  healthAddress: string;
  metricsAddress?: string;
  health: () => KonnectorHealth;
  /** Shown on `/healthz`, too. */
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
    health.close();
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
