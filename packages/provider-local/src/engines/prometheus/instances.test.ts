import { deepEqual } from 'node:assert/strict';
import { readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { ServiceHost } from '../../host/ServiceHost';
import { resolveRunAs } from '../../host/runAs';
import { describeLong } from '../../testing/describeLong';
import {
  bindingId,
  instanceId,
  openEngine,
  removeFolder,
  serverPids,
  temporaryFolder,
  takeBackup,
  runRestore,
} from '../../testing/host';
import { eventually } from '../../testing/eventually';
import {
  Secret,
  instanceFolder,
  orderOf,
  query,
  request,
  sendSamples,
} from './__testUtils__/prometheus';
import { prometheus } from './engine';
import { PrometheusPrograms } from './programs';

jest.setTimeout(60_000);

describeLong('Prometheus, on real servers', () => {
  const otherBindingId = '6a0c27de-1111-4222-8333-444455556666';
  const faults: unknown[] = [];
  let programs: PrometheusPrograms;
  let dataDir: string;
  let service: ServiceHost;
  let secret: Secret;
  /** What a program of the user shows to be scraped. */
  let exposed = '';
  const app = createServer((_, response) => response.end(exposed));
  let appJob: Record<string, unknown>;

  const open = () =>
    openEngine(
      { ...prometheus, findPrograms: async () => programs },
      dataDir,
      faults,
    );
  const valueOf = async (expression: string) =>
    (await query(secret, expression))[0]?.value;
  const waitForValue = (expression: string, value: string) =>
    eventually(
      `${expression} is ${value}`,
      async () => (await valueOf(expression)) === value,
    );
  const series = (name: string) => `last_over_time(${name}[1h])`;
  /** Resolves when Prometheus has scraped a metric of that name. */
  async function scrape(name: string) {
    exposed = `${name} 1\n`;
    await service.ensureInstance(orderOf({ scrape_configs: [appJob] }));
    await waitForValue(name, '1');
    exposed = '';
  }
  const backup = () => takeBackup(service);

  beforeAll(async () => {
    dataDir = await temporaryFolder();
    programs = await prometheus.findPrograms({
      runAs: await resolveRunAs(),
      folder: dataDir,
      onProgress: () => {},
    });
    await new Promise<void>(resolve => {
      app.listen(0, '127.0.0.1', resolve);
    });
    const { port } = app.address() as AddressInfo;
    appJob = {
      job_name: 'app',
      scrape_interval: '1s',
      scrape_timeout: '1s',
      static_configs: [{ targets: [`127.0.0.1:${port}`] }],
    };
    service = await open();
    await service.ensureInstance(orderOf());
    ({ secret } = await service.bind(instanceId, bindingId));
  }, 900_000);
  afterEach(() => deepEqual(faults, []));
  afterAll(async () => {
    app.close();
    await service.stop();
    await removeFolder(dataDir);
  });

  it('provides for applications, with exactly the credentials of a9s', async () => {
    const { addresses } = await service.bind(instanceId, bindingId);
    expect(addresses.map(({ label }) => label)).toEqual([
      'Prometheus',
      'Alertmanager',
      'Graphite Exporter',
    ]);
    expect(Object.keys(secret).sort()).toEqual([
      'alertmanager_urls',
      'grafana_urls',
      'graphite_exporter_port',
      'graphite_exporters',
      'password',
      'prometheus_urls',
      'username',
    ]);
    expect(secret.prometheus_urls).toMatch(/^\[http:\/\/127\.0\.0\.1:\d+\]$/);
    expect(await valueOf('vector(1) + 1')).toBe('2');
    expect(service.instance(instanceId)?.version).toMatch(/^\d+\.\d+\.\d+$/);
    expect((await request(secret, 'prometheus', '/graph')).status).toBe(200);
    const alert = [{ labels: { alertname: 'Late' } }];
    const sent = await request(secret, 'alertmanager', '/api/v2/alerts', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(alert),
    });
    expect(sent.status).toBe(200);
    const alerts = await request(secret, 'alertmanager', '/api/v2/alerts');
    expect(await alerts.json()).toMatchObject(alert);
  });

  it.each([
    ['prometheus', '/-/quit', 403],
    ['prometheus', '/-/reload', 403],
    ['alertmanager', '/-/quit', 404],
  ] as const)(
    'refuses requests without password, and to stop or reload: %s%s',
    async (server, path, status) => {
      const wrong = { ...secret, password: 'guess' };
      expect((await request(wrong, server, '/metrics')).status).toBe(401);
      const post = await request(secret, server, path, { method: 'POST' });
      expect(post.status).toBe(status);
    },
  );

  it('scrapes itself, and what arrives in the protocol of Graphite', async () => {
    const before = Number((await valueOf('graphite_invalid_lines')) ?? 0);
    await sendSamples(secret, 'tcp', 'shop.cart-size 3', 'bad', 'no.number x');
    await sendSamples(secret, 'udp', 'shop.orders;region=eu;__name__=up 5');
    await waitForValue('shop_cart_size', '3');
    await waitForValue('shop_orders{region="eu",_name__="up"}', '5');
    expect(await valueOf('graphite_invalid_lines')).toBe(`${before + 2}`);
    await waitForValue('count(up{job!="app"} == 1)', '3');
    const active = await request(secret, 'prometheus', '/api/v1/alertmanagers');
    expect((await active.json()).data.activeAlertmanagers).toHaveLength(1);
  });

  it('changes parameters while it runs, and back', async () => {
    const pids = await serverPids(instanceFolder(dataDir));
    exposed = 'orders_total 7\n';
    await service.ensureInstance(
      orderOf({ scrape_configs: [appJob], mapping_strict_match: true }),
    );
    await sendSamples(secret, 'tcp', 'strict.sample 1');
    await service.ensureInstance(orderOf({ scrape_configs: [appJob] }));
    await sendSamples(secret, 'tcp', 'lenient.sample 1');
    await waitForValue('orders_total{job="app"}', '7');
    await waitForValue('lenient_sample', '1');
    expect(await query(secret, 'strict_sample')).toEqual([]);
    expect(await serverPids(instanceFolder(dataDir))).toEqual(pids);
  });

  it.each([
    [{ scrape_interval: 'hourly' }, /not a valid duration/],
    [{ job_name: 'app', secret_colour: 'blue' }, /secret_colour not found/],
    [{ job_name: 'app', bearer_token_file: '/etc/passwd' }, /reads no files/],
  ])('keeps its configuration when %p is refused', async (entry, message) => {
    await service.ensureInstance(orderOf({ scrape_configs: [appJob] }));
    const wrong = { scrape_configs: [{ job_name: 'app', ...entry }] };
    await expect(service.ensureInstance(orderOf(wrong))).rejects.toThrow(
      message,
    );
    expect(service.validateOrder(orderOf())).toBeUndefined();
    const targets = await request(secret, 'prometheus', '/api/v1/targets');
    const { data } = await targets.json();
    expect(JSON.stringify(data.activeTargets)).toContain('"job":"app"');
  });

  it('refuses the requests of a deleted binding, and of no other', async () => {
    const other = (await service.bind(instanceId, otherBindingId)).secret;
    expect(other.username).not.toBe(secret.username);
    expect(other.password).not.toBe(secret.password);
    const swapped = { ...other, password: secret.password ?? '' };
    expect((await request(swapped, 'prometheus', '/')).status).toBe(401);
    const statuses = () =>
      Promise.all(
        (['prometheus', 'alertmanager'] as const).map(
          async server => (await request(other, server, '/metrics')).status,
        ),
      );
    expect(await statuses()).toEqual([200, 200]);
    await service.unbind(instanceId, otherBindingId);
    await service.unbind(instanceId, otherBindingId);
    expect(await statuses()).toEqual([401, 401]);
    expect(await valueOf('vector(1)')).toBe('1');
  });

  describe('backups', () => {
    const backupFile = (id: string) =>
      join(dataDir, 'prometheus', 'backups', `${id}.dump`);
    const leftovers = async () =>
      (await readdir(join(instanceFolder(dataDir), 'data'))).filter(name =>
        /restor|replaced/.test(name),
      );

    const restore = (backupId: string) => runRestore(service, backupId);

    it('change nothing with a file that is not complete', async () => {
      const backupId = await backup();
      await scrape('kept_total');
      const file = backupFile(backupId);
      const content = await readFile(file);
      await writeFile(file, content.subarray(0, content.length / 2));
      const failed = await restore(backupId);

      expect(failed).toMatchObject({ state: 'failed' });
      expect(failed?.failure).toMatch(/were not changed/);
      expect(await valueOf(series('kept_total'))).toBe('1');
      expect(await leftovers()).toEqual([]);
    });

    it('restore exactly the metrics, and the credentials stay valid', async () => {
      await scrape('earlier_total');
      const backupId = await backup();
      await scrape('later_total');
      const { mode } = await stat(backupFile(backupId));
      expect((mode % 0o1000) & 0o077).toBe(0);
      expect(await restore(backupId)).toMatchObject({ state: 'done' });
      expect(await valueOf(series('earlier_total'))).toBe('1');
      expect(await query(secret, series('later_total'))).toEqual([]);
      expect(await leftovers()).toEqual([]);
    });

    it('cannot be ordered from Prometheus itself, which would keep the files', async () => {
      const order = async () => {
        const path = '/api/v1/admin/tsdb/snapshot';
        return (await request(secret, 'prometheus', path, { method: 'POST' }))
          .status;
      };
      expect(await order()).toBe(500);
      await backup();
      expect(await order()).toBe(500);
    });
  });

  it('keeps metrics, credentials and ports across a restart, with another plan too', async () => {
    await scrape('durable_total');
    await service.stop();
    service = await open();
    await service.loadInstances([instanceId]);
    await service.startInstances();
    expect(await valueOf(series('durable_total'))).toBe('1');
    expect((await service.bind(instanceId, bindingId)).secret).toEqual(secret);
    await service.ensureInstance(orderOf({ scrape_configs: [appJob] }, 'big'));
    const flags = await request(secret, 'prometheus', '/api/v1/status/flags');
    expect((await flags.json()).data).toMatchObject({
      'storage.tsdb.retention.size': '2GiB',
      'query.max-samples': '8000000',
    });
    expect(await valueOf(series('durable_total'))).toBe('1');
  });

  it('has no password in logs, public files or arguments of processes', async () => {
    const folder = instanceFolder(dataDir);
    const record = JSON.parse(
      await readFile(join(folder, 'instance.json'), 'utf8'),
    );
    const passwords: string[] = [
      record.adminPassword,
      record.bindingKey,
      secret.password,
    ];
    const processes: { pid: number }[] = JSON.parse(
      await readFile(join(folder, 'processes.json'), 'utf8'),
    );
    expect(processes).toHaveLength(3);
    const names = ['prometheus', 'alertmanager', 'graphite'];
    const texts = await Promise.all(
      [
        ...names.map(name => join(folder, `${name}.log`)),
        ...['prometheus.yml', 'web.yml', 'graphite.json'].map(name =>
          join(folder, 'data', name),
        ),
        ...(process.platform === 'linux'
          ? processes.flatMap(({ pid }) => [
              `/proc/${pid}/cmdline`,
              `/proc/${pid}/environ`,
            ])
          : []),
      ].map(file => readFile(file, 'latin1')),
    );
    expect(texts[0]).toMatch(/Server is ready/);
    for (const password of passwords) {
      expect(password.length).toBeGreaterThan(20);
      expect(texts.filter(text => text.includes(password))).toEqual([]);
    }
  });
});
