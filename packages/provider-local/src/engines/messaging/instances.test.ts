import { deepEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { ChannelModel, ConfirmChannel } from 'amqplib';
import { ServiceHost } from '../../host/ServiceHost';
import { resolveRunAs } from '../../host/runAs';
import { RunAs } from '../../host/runProgram';
import { describeLong } from '../../testing/describeLong';
import {
  bindingId,
  changeBackup,
  instanceId,
  isRunning,
  removeFolder,
  serverPids,
  temporaryFolder,
  takeBackup,
} from '../../testing/host';
import { eventually } from '../../testing/eventually';
import {
  callApi,
  connectAmqp,
  instanceFolder,
  listeningAddresses,
  openService,
  orderOf,
  readInstanceRecord,
} from './__testUtils__/messaging';
import { callNode } from './control';
import { messaging } from './engine';
import { MessagingPrograms } from './programs';
import { environment } from './settings';

jest.setTimeout(120_000);

const otherBindingId = '6a0c27de-1111-4222-8333-444455556666';
const mebibyte = 1024 * 1024;
/** Parameters of all orders, because changing them takes a restart. */
const tls = { 'tls-protocols': ['tlsv1.2'] };

describeLong('RabbitMQ, on a real server', () => {
  const faults: unknown[] = [];
  const connections: ChannelModel[] = [];
  let runAs: RunAs;
  let programs: MessagingPrograms;
  let dataDir: string;
  let service: ServiceHost;
  let secret: Record<string, string>;

  const open = () =>
    openService(
      dataDir,
      programs,
      { connections: 3, storageBytes: 12 * mebibyte },
      faults,
    );
  const ensure = (size: string, parameters = {}) =>
    service.ensureInstance(orderOf(`${size}-ssl`, { ...tls, ...parameters }));
  /** Closed at the end of the test. */
  async function connectClient(credentials = secret): Promise<ChannelModel> {
    const connection = await connectAmqp(credentials);
    connections.push(connection);
    return connection;
  }
  const connectChannel = async () =>
    (await connectClient()).createConfirmChannel();
  /** Declares a durable queue that has one persistent message. */
  async function declareQueue(name: string): Promise<ConfirmChannel> {
    const channel = await connectChannel();
    await channel.assertQueue(name);
    await channel.purgeQueue(name);
    channel.sendToQueue(name, Buffer.from('hello'), { persistent: true });
    await channel.waitForConfirms();
    return channel;
  }
  /** What the administrator sees. */
  async function administrator(): Promise<Record<string, string>> {
    const { adminPassword, ports } = await readInstanceRecord(dataDir);
    return {
      ...secret,
      'protocols.management.uri': `https://klutch_admin:${adminPassword}@127.0.0.1:${ports.management}/api`,
    };
  }

  /** As when the machine fails. Saves the seconds of an orderly stop, too. */
  async function stopByForce() {
    const pids = await serverPids(instanceFolder(dataDir));
    const stopped = service.stop();
    for (const pid of pids) process.kill(pid, 'SIGKILL');
    await stopped;
    expect(pids.filter(isRunning)).toEqual([]);
  }

  beforeAll(async () => {
    dataDir = await temporaryFolder();
    runAs = await resolveRunAs();
    programs = await messaging.findPrograms({
      runAs,
      folder: dataDir,
      onProgress: () => {},
    });
    service = await open();
    await ensure('nano');
    ({ secret } = await service.bind(instanceId, bindingId));
  });
  afterEach(async () => {
    for (const connection of connections.splice(0)) {
      await connection.close().catch(() => {});
    }
    deepEqual(faults, []);
  });
  afterAll(async () => {
    await stopByForce();
    await removeFolder(dataDir);
  });

  it('provides for applications, with exactly the credentials of a9s', async () => {
    const { addresses } = await service.bind(instanceId, bindingId);
    const { ports } = await readInstanceRecord(dataDir);
    expect(addresses).toEqual([
      { host: '127.0.0.1', port: ports.management, label: 'HTTP API' },
      { host: '127.0.0.1', port: ports.amqp, label: 'AMQP SSL' },
      { host: '127.0.0.1', port: ports.management, label: 'Management' },
    ]);
    const keysOf = (prefix: string, keys: string) =>
      keys.split(' ').map(key => `${prefix}${key}`);
    expect(Object.keys(secret).sort()).toEqual([
      ...['http_api_uri', 'http_api_uris'],
      ...keysOf(
        'protocols.amqp_ssl.',
        'host hosts password port ssl uri username',
      ),
      ...keysOf(
        'protocols.management.',
        'cacrt host hosts password path port ssl uri uris username',
      ),
    ]);

    await declareQueue('jobs');
    const { value } = await callApi(secret, '/queues/%2F/jobs/get', {
      method: 'POST',
      body: { count: 1, ackmode: 'ack_requeue_true', encoding: 'auto' },
    });
    expect(value).toMatchObject([{ payload: 'hello' }]);
    expect(service.instance(instanceId)?.version).toMatch(/^3\.10\.\d+$/);
  });

  it('refuses administration, other passwords and connections without TLS', async () => {
    const attempts: [string, { method: string; body: unknown }][] = [
      ['/users/x', { method: 'PUT', body: { password: 'x', tags: '' } }],
      ['/vhosts/x', { method: 'PUT', body: {} }],
      [
        '/vhost-limits/%2F/max-connections',
        { method: 'PUT', body: { value: -1 } },
      ],
      ['/definitions', { method: 'POST', body: {} }],
      ['/definitions/%2F', { method: 'POST', body: {} }],
    ];
    for (const [path, request] of attempts) {
      expect((await callApi(secret, path, request)).status).toBe(401);
    }
    const uri = secret['protocols.amqp_ssl.uri'] ?? '';
    for (const wrong of [
      uri.replace(/:[^:@]+@/, ':guess@'),
      uri.replace(/\/\/[^@]+@/, '//guest:guest@'),
      uri.replace('amqps', 'amqp'),
    ]) {
      await expect(
        connectClient({ ...secret, 'protocols.amqp_ssl.uri': wrong }),
      ).rejects.toThrow();
    }
  });

  it('ends the sessions of a deleted binding, and of no other', async () => {
    const other = await service.bind(instanceId, otherBindingId);
    for (const key of ['username', 'password']) {
      const name = `protocols.amqp_ssl.${key}`;
      expect(other.secret[name]).not.toBe(secret[name]);
    }
    const kept = await connectClient();
    const dropped = await connectClient(other.secret);
    const ended = once(dropped, 'close');
    await service.unbind(instanceId, otherBindingId);
    await service.unbind(instanceId, otherBindingId);
    await ended;
    await expect(connectClient(other.secret)).rejects.toThrow(/403|ACCESS/);
    expect((await callApi(other.secret, '/whoami')).status).toBe(401);
    await (await kept.createChannel()).checkExchange('amq.topic');
  });

  it('admits the connections of the plan, and works when all are used', async () => {
    await ensure('nano');
    for (const _ of [1, 2, 3]) await connectClient();
    await expect(connectClient()).rejects.toThrow(/ConnectionClose/);
    await ensure('small');
    await connectClient();
  });

  it('changes plan and parameters while it runs, and back', async () => {
    const pids = await serverPids(instanceFolder(dataDir));
    const session = await connectClient();
    const { ports } = await readInstanceRecord(dataDir);
    const hasLimits = (memoryMiB: number, timeoutMs: number) =>
      callNode(
        {
          env: {
            ...programs.env,
            ...environment({
              dataDir: join(instanceFolder(dataDir), 'data'),
              port: name => ports[name] ?? 0,
            }),
          },
          runAs,
        },
        [
          {
            call: 'vm_memory_monitor, get_memory_limit, []',
            result: String(memoryMiB * mebibyte),
          },
          {
            call: 'application, get_env, [rabbit, consumer_timeout]',
            result: `{ok, ${timeoutMs}}`,
          },
        ],
      );
    await ensure('small', { consumer_timeout: 3_600_000 });
    await hasLimits(256, 3_600_000);
    await ensure('nano');
    await hasLimits(128, 1_800_000);
    expect(await serverPids(instanceFolder(dataDir))).toEqual(pids);
    await session.createChannel();
  });

  it('keeps its configuration when parameters are refused', async () => {
    await expect(
      ensure('nano', { 'tls-ciphers': ['ECDHE-RSA-AES128-GCM-SHA256'] }),
    ).rejects.toThrow(/tls-ciphers holds no cipher that clients can use/);
    await connectClient();
  });

  it('makes publishers wait above the storage of the plan, until messages are consumed', async () => {
    await ensure('nano');
    const connection = await connectClient();
    const blocked = once(connection, 'blocked');
    const channel = await connection.createConfirmChannel();
    await channel.assertQueue('big', { durable: true });
    for (let count = 0; count < 14; count += 1) {
      channel.sendToQueue('big', Buffer.alloc(mebibyte, 1), {
        persistent: true,
      });
    }
    await channel.waitForConfirms();
    await service.checkUsage();
    expect(service.instance(instanceId)?.storage).toMatchObject({
      within: false,
      message: expect.stringMatching(/consume or purge messages/),
    });
    channel.sendToQueue('big', Buffer.from('one more'));
    await blocked;

    const unblocked = once(connection, 'unblocked');
    const { status } = await callApi(secret, '/queues/%2F/big/contents', {
      method: 'DELETE',
    });
    expect(status).toBe(204);
    await eventually('the storage is free again', async () => {
      await service.checkUsage();
      return service.instance(instanceId)?.storage.within ?? false;
    });
    await unblocked;
    await channel.deleteQueue('big');
  });

  describe('backups', () => {
    const backupFile = (backupId: string) =>
      join(dataDir, 'messaging', 'backups', `${backupId}.dump`);

    const backup = () => takeBackup(service);
    async function startRestore(backupId: string): Promise<string> {
      const restoreId = randomUUID();
      await service.startRestore({ restoreId, backupId });
      return restoreId;
    }
    async function restoreResult(restoreId: string) {
      await eventually(
        'the restore has ended',
        () =>
          ['done', 'failed'].includes(service.restore(restoreId)?.state ?? ''),
        60_000,
      );
      return service.restore(restoreId);
    }
    /** All queues, exchanges, bindings and policies. */
    async function declared() {
      const { value } = await callApi<Record<string, unknown[]>>(
        await administrator(),
        '/definitions/%2F',
      );
      return ['queues', 'exchanges', 'bindings', 'policies'].map(kind =>
        value[kind]?.map(item => JSON.stringify(item)).sort(),
      );
    }
    const vhosts = async () =>
      (await callApi<unknown[]>(await administrator(), '/vhosts')).value.length;

    it('restore exactly the definitions, and keep credentials and messages', async () => {
      const channel = await declareQueue('stock');
      await channel.assertExchange('events', 'topic');
      await channel.assertQueue('audit', { arguments: { 'x-max-length': 5 } });
      await channel.assertQueue('safe', {
        arguments: { 'x-queue-type': 'quorum' },
      });
      await channel.bindQueue('audit', 'events', 'a.#');
      const before = await declared();
      const backupId = await backup();
      expect((await stat(backupFile(backupId))).mode % 0o100).toBe(0);

      await channel.deleteQueue('audit');
      await channel.assertQueue('audit', { durable: false });
      await channel.deleteQueue('safe');
      await channel.assertQueue('later');
      await channel.assertExchange('later', 'fanout');
      await channel.bindQueue('stock', 'events', 'b');
      expect(await declared()).not.toEqual(before);
      expect(await restoreResult(await startRestore(backupId))).toMatchObject({
        state: 'done',
      });

      expect(await declared()).toEqual(before);
      expect((await channel.checkQueue('stock')).messageCount).toBe(1);
      expect(await vhosts()).toBe(1);
    });

    it('restore everything when the server fails in between', async () => {
      const backupId = await backup();
      const before = await declared();
      const channel = await connectChannel();
      // So many that the server still deletes them when it is killed.
      await Promise.all(
        Array.from({ length: 100 }, () => channel.assertQueue('')),
      );
      const restoreId = await startRestore(backupId);
      await eventually('the restore is decided', () =>
        existsSync(
          join(instanceFolder(dataDir), `restoring-${restoreId}.json`),
        ),
      );
      const [, server = 0] = await serverPids(instanceFolder(dataDir));
      process.kill(server, 'SIGKILL');
      expect(service.restore(restoreId)).toMatchObject({ state: 'running' });

      expect(await restoreResult(restoreId)).toMatchObject({ state: 'done' });
      expect(await declared()).toEqual(before);
    });

    it.each<[string, (text: string) => string, RegExp]>([
      [
        'cut off',
        text => text.slice(0, text.length / 2),
        /incomplete or damaged/,
      ],
      [
        'refused by the server',
        text => text.replace('"type":"topic"', '"type":"none"'),
        /RabbitMQ refuses the definitions/,
      ],
    ])('change nothing with a file that is %s', async (_, damage, message) => {
      const channel = await connectChannel();
      await channel.assertExchange('events', 'topic');
      const backupId = await backup();
      const { queue: kept } = await channel.assertQueue('');
      await changeBackup(dataDir, backupFile(backupId), plain => {
        const text = plain.toString();
        expect(damage(text)).not.toBe(text);
        return Buffer.from(damage(text));
      });
      expect(await restoreResult(await startRestore(backupId))).toMatchObject({
        state: 'failed',
        failure: expect.stringMatching(message),
      });
      await channel.checkQueue(kept);
      expect(await vhosts()).toBe(1);
    });
  });

  it('listens on this machine alone', async () => {
    if (process.platform !== 'linux') return;
    const { ports } = await readInstanceRecord(dataDir);
    const addresses = await Promise.all(
      (await serverPids(instanceFolder(dataDir))).map(listeningAddresses),
    );
    expect(addresses.flat().sort()).toEqual(
      [
        // epmd adds the loopback address of IPv6.
        `::1:${ports.epmd}`,
        ...Object.values(ports).map(port => `127.0.0.1:${port}`),
      ].sort(),
    );
  });

  it('speaks the TLS versions of the parameter', async () => {
    const socket = connect({
      host: '127.0.0.1',
      port: Number(secret['protocols.amqp_ssl.port']),
      ca: secret['protocols.management.cacrt'],
    });
    await once(socket, 'secureConnect');
    expect(socket.getProtocol()).toBe('TLSv1.2');
    socket.destroy();
  });

  it('keeps data and credentials when it is killed, and completes a restore', async () => {
    const before = await declareQueue('durable');
    await before.assertQueue('superfluous');
    await stopByForce();
    const restoreId = randomUUID();
    await writeFile(
      join(instanceFolder(dataDir), `restoring-${restoreId}.json`),
      JSON.stringify({
        queues: [
          { name: 'durable', durable: true, auto_delete: false, arguments: {} },
        ],
        exchanges: [],
        bindings: [],
        policies: [],
      }),
    );
    await writeFile(
      join(dataDir, 'messaging', 'restores', `${restoreId}.json`),
      JSON.stringify({
        ...{ restoreId, instanceId, id: 9, backupId: 1, backupFile: '' },
        ...{ state: 'running', triggeredAt: '' },
      }),
    );
    service = await open();
    await service.loadInstances([instanceId]);
    await service.startInstances();
    expect(service.restore(restoreId)).toMatchObject({ state: 'done' });
    expect((await service.bind(instanceId, bindingId)).secret).toEqual(secret);
    const channel = await connectChannel();
    expect(await channel.get('durable')).toMatchObject({
      content: Buffer.from('hello'),
    });
    await expect(channel.checkQueue('superfluous')).rejects.toThrow(
      /NOT_FOUND/,
    );
  });

  it('has no password in logs, files of the server or arguments of processes', async () => {
    const folder = instanceFolder(dataDir);
    const record = await readInstanceRecord(dataDir);
    const passwords = [
      record.adminPassword,
      record.bindingKey,
      secret['protocols.amqp_ssl.password'] ?? '',
    ];
    const data = await readdir(join(folder, 'data'), {
      recursive: true,
      withFileTypes: true,
    });
    const pids = await serverPids(instanceFolder(dataDir));
    const texts = await Promise.all(
      [
        ...['epmd.log', 'server.log'].map(name => join(folder, name)),
        ...data
          .filter(entry => entry.isFile())
          .map(entry => join(entry.parentPath, entry.name)),
        ...(process.platform === 'linux'
          ? pids.flatMap(pid => [
              `/proc/${pid}/cmdline`,
              `/proc/${pid}/environ`,
            ])
          : []),
      ].map(file => readFile(file, 'latin1')),
    );
    expect(texts.join()).toMatch(/Server startup complete/);
    for (const password of passwords) {
      expect(password.length).toBeGreaterThan(20);
      expect(texts.filter(text => text.includes(password))).toEqual([]);
    }
  });

  it('serves plans without TLS', async () => {
    await declareQueue('stock');
    await service.ensureInstance(orderOf('nano'));
    const plain = await service.bind(instanceId, bindingId);
    const channel = await (await connectClient(plain.secret)).createChannel();
    expect((await channel.checkQueue('stock')).messageCount).toBe(1);
    expect((await callApi(plain.secret, '/whoami')).value).toMatchObject({
      tags: ['management'],
    });
  });
});
