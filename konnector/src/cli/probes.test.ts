import { Gauge, Registry } from 'prom-client';
import type { KonnectorHealth } from '../KonnectorOptions';
import { startProbes } from './probes';

const registry = new Registry();
new Gauge({ name: 'one', help: 'a metric', registers: [registry] }).set(1);

const serve = (
  health: () => KonnectorHealth = () => ({ ready: true }),
  more: { healthAddress?: string; metricsAddress?: string } = {},
  signal = new AbortController().signal,
) =>
  startProbes({
    healthAddress: '127.0.0.1:0',
    health,
    registry,
    signal,
    ...more,
  });
const get = async (address: string, path: string) => {
  const response = await fetch(`http://${address}${path}`);
  return [response.status, await response.text()] as const;
};

describe('startProbes', () => {
  it('B28: distinguishes liveness from readiness, and serves metrics, on any address', async () => {
    let health: KonnectorHealth = { ready: false, waitingFor: 'a CRD' };
    const stop = new AbortController();
    const probes = await serve(() => health, {}, stop.signal);
    try {
      expect(probes.address).toMatch(/^127\.0\.0\.1:(?!8080$)\d+$/);
      expect(await get(probes.address, '/healthz')).toEqual([200, 'ok\n']);
      const [status, message] = await get(probes.address, '/readyz');
      expect(status).toBe(503);
      expect(message).toContain('bindings: a CRD');
      health = { ready: true };
      expect(await get(probes.address, '/readyz')).toEqual([200, 'ok\n']);
      expect((await get(probes.address, '/metrics'))[1]).toContain('one 1');
      expect((await get(probes.address, '/other'))[0]).toBe(404);
      stop.abort();
      expect((await get(probes.address, '/readyz'))[0]).toBe(503);
      expect((await get(probes.address, '/healthz'))[0]).toBe(200);
    } finally {
      await probes.close();
    }
  });

  it('fails liveness while the reconcile of an object is stuck', async () => {
    const probes = await serve(() => ({ ready: true, stuck: 'team-a/x' }));
    try {
      expect((await get(probes.address, '/readyz'))[0]).toBe(200);
      const [status, message] = await get(probes.address, '/healthz');
      expect(status).toBe(503);
      expect(message).toContain('sync: team-a/x');
    } finally {
      await probes.close();
    }
  });

  it('does not serve metrics with the probes when they have an address of their own', async () => {
    const probes = await serve(undefined, { metricsAddress: '127.0.0.1:0' });
    try {
      expect((await get(probes.address, '/metrics'))[0]).toBe(404);
    } finally {
      await probes.close();
    }
  });

  it('reports which address is in use, and closes all servers', async () => {
    const first = await serve();
    try {
      await expect(
        serve(undefined, { healthAddress: first.address }),
      ).rejects.toThrow(/--health-address .*another process uses it/);
      await expect(
        serve(undefined, { metricsAddress: first.address }),
      ).rejects.toThrow(/--metrics-address .*another process uses it/);
    } finally {
      await first.close();
    }
  });
});
