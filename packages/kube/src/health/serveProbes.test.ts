import { connect } from 'node:net';
import { Gauge, Registry } from 'prom-client';
import { Health, HealthReport } from './Health';
import { ProbeServer, serveProbes } from './serveProbes';

const host = '127.0.0.1';
const passes: HealthReport = {
  ok: true,
  results: [{ name: 'a' }, { name: 'b' }],
};
const fails: HealthReport = {
  ok: false,
  results: [{ name: 'a' }, { name: 'b', problem: 'not synced: Forbidden' }],
};

let server: ProbeServer;
let registry: Registry;
let live: HealthReport;
let ready: HealthReport;
const health: Health = {
  live: () => live,
  ready: () => ready,
};

beforeEach(async () => {
  live = passes;
  ready = passes;
  registry = new Registry();
  server = await serveProbes({ port: 0, host, health, registry });
});
afterEach(() => server.close());

const ask = (path: string, method = 'GET') =>
  fetch(`http://${host}:${server.port}${path}`, { method });

it.each(['/healthz', '/readyz'])('%s passes', async path => {
  const response = await ask(path);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe(
    'text/plain; charset=utf-8',
  );
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(await response.text()).toBe('ok\n');
});

it('R01: shows a note of a check that passes', async () => {
  live = { ok: true, results: [{ name: 'a' }, { name: 'b', note: 'a note' }] };
  const response = await ask('/healthz');
  expect(response.status).toBe(200);
  expect(await response.text()).toBe(
    '[+] a: ok\n[!] b: a note\nhealthz passed\n',
  );
});

it('distinguishes liveness from readiness', async () => {
  ready = fails;
  expect((await ask('/healthz')).status).toBe(200);
  const response = await ask('/readyz');
  expect(response.status).toBe(503);
  expect(await response.text()).toBe(
    '[+] a: ok\n[-] b: not synced: Forbidden\nreadyz failed\n',
  );
  live = fails;
  ready = passes;
  expect((await ask('/healthz')).status).toBe(503);
  expect((await ask('/readyz')).status).toBe(200);
});

it('lists all checks with ?verbose', async () => {
  expect(await (await ask('/healthz?verbose')).text()).toBe(
    '[+] a: ok\n[+] b: ok\nhealthz passed\n',
  );
  expect(await (await ask('/readyz?x=1&verbose=true')).text()).toContain(
    'readyz passed',
  );
});

it('returns the metrics in the format of Prometheus', async () => {
  new Gauge({ name: 'one', help: 'One', registers: [registry] }).set(1);
  const response = await ask('/metrics');
  expect(response.headers.get('content-type')).toBe(
    'text/plain; version=0.0.4; charset=utf-8',
  );
  expect(await response.text()).toContain('\none 1\n');
});

it('reports that the metrics cannot be collected, without the reason', async () => {
  registry.registerMetric(
    new Gauge({
      name: 'two',
      help: 'Two',
      registers: [],
      collect() {
        throw new Error('CANARY');
      },
    }),
  );
  const response = await ask('/metrics');
  expect(response.status).toBe(500);
  expect(await response.text()).not.toContain('CANARY');
});

it('has no metrics without a registry', async () => {
  const other = await serveProbes({ port: 0, host, health });
  const response = await fetch(`http://${host}:${other.port}/metrics`);
  expect(response.status).toBe(404);
  await other.close();
});

it.each(['/', '/healthz/', '/healthz/x', '/metrics2', '//healthz', '/%2e'])(
  'has no route %s',
  async path => {
    expect((await ask(path)).status).toBe(404);
  },
);

it('responds to GET and HEAD only', async () => {
  const head = await ask('/healthz', 'HEAD');
  expect(head.status).toBe(200);
  expect(await head.text()).toBe('');
  const post = await ask('/healthz', 'POST');
  expect(post.status).toBe(405);
  expect(post.headers.get('allow')).toBe('GET, HEAD');
});

it('reports that it cannot listen', async () => {
  await expect(
    serveProbes({ port: server.port, host, health }),
  ).rejects.toThrow(`cannot listen on port ${server.port}: another process`);
});

it('closes at once, also with open connections', async () => {
  const idle = connect(server.port, host);
  await new Promise(resolve => {
    idle.once('connect', resolve);
  });
  const ended = new Promise(resolve => {
    idle.once('close', resolve);
  });
  await server.close();
  await ended;
  await expect(ask('/healthz')).rejects.toThrow();
});
