import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { pickPort } from '@klutch/local-processes';
import { ServiceHost } from '../../host/ServiceHost';
import { describeLong } from '../../testing/describeLong';
import {
  instanceId,
  openEngine,
  provision,
  removeFolder,
  serverPids,
  temporaryFolder,
  withStorage,
} from '../../testing/host';
import { eventually } from '../../testing/eventually';
import {
  api,
  count,
  fill,
  instanceFolder,
} from '../search/__testUtils__/search';
import { orderOf, sendTcp, sendTls, sendUdp } from './__testUtils__/logs';
import { logme2 } from './engine';

jest.setTimeout(300_000);

describeLong('log management, on real servers', () => {
  const groks = [{ pattern: '%{WORD:verb} %{URIPATH:path}' }];
  const faults: unknown[] = [];
  let dataDir: string;
  let service: ServiceHost;
  let ports: Record<string, number>;
  /** Credentials of a binding of the test alone. */
  let secret: Record<string, string>;

  beforeAll(async () => {
    dataDir = await temporaryFolder();
    ports = {
      'fluentd-udp': await pickPort(),
      'fluentd-tcp': await pickPort(),
    };
    service = await openEngine(
      withStorage(logme2, 3 * 1024 ** 2),
      dataDir,
      faults,
    );
    await provision(service, orderOf({ ...ports, groks }));
  });
  beforeEach(async () => {
    faults.length = 0;
    ({ secret } = await service.bind(instanceId, randomUUID()));
  });
  afterAll(async () => {
    await service.stop();
    await removeFolder(dataDir);
  });

  const folder = () => instanceFolder(dataDir, 'logme2');
  const configure = (parameters: Record<string, unknown>) =>
    service.ensureInstance(orderOf({ ...ports, ...parameters }));
  const countLogs = (query: string, user = secret) =>
    count(user, 'logs-*', query);
  const arrives = (query: string) =>
    eventually(`logs of ${query}`, async () => (await countLogs(query)) === 1);
  const find = async (query: string) => {
    const path = `/logs-*/_search?q=${encodeURIComponent(query)}`;
    const { body } = await api(secret, 'GET', path);
    return body.hits.hits[0]._source;
  };

  it('is provisioned', async () => {
    expect(service.instance(instanceId)).toMatchObject({
      serviceId: 'svc-logme2',
      version: expect.stringMatching(/^2\.19\.\d+$/),
      server: { running: true },
    });
    expect(secret).toEqual({
      cacrt: expect.stringContaining('BEGIN CERTIFICATE'),
      host: expect.stringMatching(/^https:\/\/127\.0\.0\.1:\d+$/),
      password: expect.stringMatching(/^[\w-]{32}$/),
      syslog_drain_url: expect.stringMatching(
        /^syslog-tls:\/\/127\.0\.0\.1:\d+$/,
      ),
      username: expect.stringMatching(/^b[0-9a-f]{32}$/),
    });
  });

  it('stores what arrives by TLS, TCP and UDP, taken apart by the patterns', async () => {
    await configure({ groks });
    await sendTls(secret, 'GET /by-tls "quoted" \\ done');
    await sendTcp(ports['fluentd-tcp'] ?? 0, 'first line by-tcp');
    await sendUdp(ports['fluentd-udp'] ?? 0, 'first line by-udp');
    for (const way of ['tls', 'tcp', 'udp']) await arrives(`"by ${way}"`);

    expect(await find('"by tls"')).toMatchObject({
      host: 'app-host',
      program: 'shop',
      process: '77',
      facility: 'user',
      severity: 'warning',
      message: 'GET /by-tls "quoted" \\ done',
      verb: 'GET',
      path: '/by-tls',
    });
  });

  it('has a certificate that clients verify', async () => {
    await expect(sendTls({ ...secret, cacrt: '' }, 'no')).rejects.toThrow(
      /certificate/,
    );
  });

  it('gives bindings the same logs, and removes one without the others', async () => {
    const other = randomUUID();
    await sendTls(secret, 'for all bindings');
    await arrives('"for all bindings"');
    const { secret: second } = await service.bind(instanceId, other);
    expect(await countLogs('"for all bindings"', second)).toBe(1);
    await service.unbind(instanceId, other);
    expect((await api(second, 'GET', '/')).status).toBe(401);
    expect(await countLogs('"for all bindings"')).toBe(1);
  });

  it('restores logs, and receives further ones', async () => {
    await sendTls(secret, 'before the backup');
    await arrives('"before the backup"');
    const backupId = randomUUID();
    await service.startBackup({ backupId, instanceId });
    await eventually(
      'the backup',
      () => service.backup(backupId)?.status === 'done',
    );
    await api(secret, 'DELETE', '/logs-*');
    const restoreId = randomUUID();
    await service.startRestore({ restoreId, backupId });
    await eventually(
      'the restore',
      () => service.restore(restoreId)?.state === 'done',
      60_000,
    );
    expect(await countLogs('"before the backup"')).toBe(1);
    await sendTls(secret, 'after the restore');
    await arrives('"after the restore"');
    expect(faults).toEqual([]);
  });

  it('stores logs again once the data are within the quota', async () => {
    await fill(secret, 'logs-full');
    await service.checkUsage();
    expect(service.instance(instanceId)?.storage.within).toBe(false);
    const late = { message: 'late' };
    expect((await api(secret, 'POST', '/logs-full/_doc', late)).status).toBe(
      403,
    );
    await api(secret, 'DELETE', '/logs-full');
    await service.checkUsage();
    expect(service.instance(instanceId)?.storage.within).toBe(true);
    await sendTls(secret, 'enough again');
    await arrives('"enough again"');
  });

  it('changes patterns and the age of logs while they arrive', async () => {
    await configure({});
    const [pid] = await serverPids(folder());
    const old = {
      message: 'old',
      received_at: new Date(Date.now() - 2 * 3_600_000).toISOString(),
    };
    await api(secret, 'PUT', '/logs-2020-02-29/_doc/1', old);
    const day = new Date().toISOString().slice(0, 10);
    await api(secret, 'PUT', `/logs-${day}/_doc/1`, old);
    await sendTls(secret, 'young');
    await arrives('message:young');
    expect(await countLogs('message:old')).toBe(2);

    await configure({
      groks: [{ pattern: 'user %{WORD:user}' }],
      ism_deletion_after: '1h',
    });
    await service.checkUsage();
    await sendTls(secret, 'user alice');

    await arrives('user:alice');
    expect(await countLogs('message:old')).toBe(0);
    expect((await api(secret, 'GET', '/logs-2020-02-29')).status).toBe(404);
    expect(await countLogs('message:young')).toBe(1);
    expect((await serverPids(folder()))[0]).toBe(pid);
  });

  it('refuses patterns and ports that cannot work, without a restart', async () => {
    const [pid] = await serverPids(folder());
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise(resolve => taken.once('listening', resolve));
    const { port } = taken.address() as { port: number };
    for (const [parameters, message] of [
      [{ groks: [{ pattern: '%{NOTHING:x}' }] }, /groks holds a pattern/],
      [{ 'fluentd-tcp': port }, /The port \d+ of the parameter fluentd-tcp/],
    ] as const) {
      await expect(configure(parameters)).rejects.toThrow(message);
    }
    taken.close();
    expect((await serverPids(folder()))[0]).toBe(pid);
  });

  it('applies TLS with a restart, and keeps logs and credentials', async () => {
    await sendTls(secret, 'before the restart');
    await arrives('"before the restart"');
    await service.ensureInstance(orderOf({ 'fluentd-tls-version': 'TLSv1_1' }));
    expect(
      await sendTls(secret, 'in an old way', {
        minVersion: 'TLSv1.1',
        ciphers: 'DEFAULT@SECLEVEL=0',
      }),
    ).toBe('TLSv1.1');
    await arrives('"old way"');
    await expect(sendTls(secret, 'no')).rejects.toThrow();
    await expect(sendTcp(ports['fluentd-tcp'] ?? 0, 'no')).rejects.toThrow(
      /REFUSED/,
    );
    expect(await countLogs('"before the restart"')).toBe(1);
  });

  it('writes no password anywhere', async () => {
    const [pid] = await serverPids(folder());
    for (const file of [
      `/proc/${pid}/cmdline`,
      ...['server.log', 'receiver.log', 'data/rsyslog.conf'].map(name =>
        join(folder(), name),
      ),
    ]) {
      expect(await readFile(file, 'latin1')).not.toContain(secret.password);
    }
  });
});
