import { deepEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { ServiceHost } from '../../host/ServiceHost';
import { resolveRunAs } from '../../host/runAs';
import {
  bindingId,
  changeBackup,
  instanceId,
  openEngine,
  removeFolder,
  temporaryFolder,
} from '../../testing/host';
import { eventually } from '../../testing/eventually';
import {
  instanceFolder,
  openSession,
  orderOf,
  runClient,
} from './__testUtils__/keyvalue';
import { keyvalue } from './engine';
import { KeyvaluePrograms } from './programs';

jest.setTimeout(60_000);

describe('the key-value store, on a real server', () => {
  const otherBindingId = '6a0c27de-1111-4222-8333-444455556666';
  const faults: unknown[] = [];
  let programs: KeyvaluePrograms;
  /** Makes the check of a backup's file pass. */
  let skipCheck = false;
  let dataDir: string;
  let service: ServiceHost;
  let secret: Record<string, string>;

  const open = () =>
    openEngine(
      {
        ...keyvalue,
        findPrograms: async () => ({
          ...programs,
          get checkFile() {
            return skipCheck ? '/bin/true' : programs.checkFile;
          },
        }),
      },
      dataDir,
      faults,
    );
  const run = (commands: string, credentials = secret) =>
    runClient(programs, dataDir, credentials, commands);

  async function backup(): Promise<string> {
    const id = randomUUID();
    await service.startBackup({ backupId: id, instanceId });
    await eventually('the backup has ended', () =>
      ['done', 'failed'].includes(service.backup(id)?.status ?? ''),
    );
    expect(service.backup(id)).toMatchObject({ status: 'done' });
    return id;
  }

  beforeAll(async () => {
    dataDir = await temporaryFolder();
    programs = await keyvalue.findPrograms({
      runAs: await resolveRunAs(),
      folder: dataDir,
      onProgress: () => {},
    });
    service = await open();
    await service.ensureInstance(orderOf());
    ({ secret } = await service.bind(instanceId, bindingId));
  });
  afterEach(() => deepEqual(faults, []));
  afterAll(async () => {
    await service.stop();
    await removeFolder(dataDir);
  });

  it('provides for applications, with exactly the credentials of a9s', async () => {
    const { addresses } = await service.bind(instanceId, bindingId);
    const port = Number(secret['valkey.port']);
    expect(addresses).toEqual([{ host: '127.0.0.1', port, label: 'KeyValue' }]);
    expect(Object.keys(secret).sort()).toEqual([
      'cacrt',
      'host',
      'hosts',
      'load_balanced_host',
      'valkey.password',
      'valkey.port',
      'valkey.username',
    ]);
    expect(
      await run(
        'FLUSHALL\nSET greeting hello\nGET greeting\nEVAL "return 7" 0\nKEYS *',
      ),
    ).toBe('OK\nOK\nhello\n7\ngreeting');
    expect(service.instance(instanceId)?.version).toMatch(/^(Redis )?\d+\./);
  });

  it('refuses administration, other passwords and connections without TLS', async () => {
    const commands = [
      ...['CONFIG GET maxmemory', 'ACL LIST', 'SHUTDOWN NOSAVE', 'SAVE'],
      ...['DEBUG RELOAD', 'REPLICAOF 127.0.0.1 1', 'MODULE LIST', 'MONITOR'],
      ...['CLIENT KILL TYPE normal', 'SLOWLOG GET', 'BGSAVE', 'SYNC'],
    ];
    for (const command of commands) {
      expect(await run(command)).toMatch(/NOPERM|DEBUG command not allowed/);
    }
    const wrong = { ...secret, 'valkey.password': 'guess' };
    expect(await run('GET greeting', wrong)).toMatch(/WRONGPASS|NOAUTH/);

    const answer = await new Promise<string>(resolve => {
      const socket = connect(Number(secret['valkey.port']), '127.0.0.1');
      let received = '';
      socket
        .on('data', chunk => {
          received += chunk.toString('latin1');
        })
        .on('error', () => {})
        .on('close', () => resolve(received));
      socket.write('PING\r\n');
    });
    expect(answer).not.toMatch(/PONG|NOAUTH/);
  });

  it('ends the sessions of a deleted binding, and of no other', async () => {
    const other = await service.bind(instanceId, otherBindingId);
    expect(other.secret['valkey.username']).not.toBe(secret['valkey.username']);
    expect(other.secret['valkey.password']).not.toBe(secret['valkey.password']);
    expect(await run('ACL WHOAMI', other.secret)).toBe(
      other.secret['valkey.username'],
    );
    const kept = await openSession(secret);
    const dropped = await openSession(other.secret);
    await service.unbind(instanceId, otherBindingId);
    await service.unbind(instanceId, otherBindingId);
    await dropped.ended;
    expect(await run('PING', other.secret)).toMatch(/WRONGPASS|NOAUTH/);
    const first = await Promise.race([
      kept.ended.then(() => 'ended'),
      run('PING'),
    ]);
    expect(first).toBe('PONG');
  });

  it('changes plan and parameters while it runs, and back', async () => {
    const session = await openSession(secret);
    await service.ensureInstance(
      orderOf('small', {
        maxmemory: '16mb',
        'maxmemory-policy': 'allkeys-lru',
        'notify-keyspace-events': 'KEA',
        snapshot: '["save 60 1"]',
        maxclients: 10,
        'tls-protocols': 'TLSv1.2',
      }),
    );
    expect(await run('INFO memory')).toMatch(
      /maxmemory:16777216\r[^]*maxmemory_policy:allkeys-lru/,
    );
    expect(await run('INFO clients')).toMatch(/maxclients:11\r/);
    await service.ensureInstance(orderOf('small', { snapshot: '[]' }));
    expect(await run('INFO memory')).toMatch(
      /maxmemory:134217728\r[^]*maxmemory_policy:noeviction/,
    );
    expect(
      await Promise.race([session.ended.then(() => 'ended'), run('PING')]),
    ).toBe('PONG');
  });

  it.each([
    [{ 'tls-ciphers': 'NO-SUCH-CIPHER' }, /tls-ciphers/],
    // Clients of TLS 1.2 cannot use these with the key of the certificate.
    [
      {
        'tls-protocols': 'TLSv1.2',
        'tls-ciphers': 'ECDHE-RSA-AES128-GCM-SHA256',
      },
      /No client can connect.*tls-ciphers/,
    ],
    [{ maxmemory: '1gb' }, /maxmemory is 1gb, but the plan .* has 128mb/],
  ])('keeps its configuration when %p is refused', async (wrong, message) => {
    await service.ensureInstance(orderOf('small'));
    await expect(
      service.ensureInstance(orderOf('small', { ...wrong, maxclients: 5 })),
    ).rejects.toThrow(message);
    expect(await run('INFO clients')).toMatch(/maxclients:201\r/);
  });

  it.each([
    [{ 'tls-ciphers': 'NO-SUCH-CIPHER' }, /did not start: .*[Cc]iphers/],
    [
      {
        'tls-protocols': 'TLSv1.2',
        'tls-ciphers': 'ECDHE-RSA-AES128-GCM-SHA256',
      },
      /No client can connect.*tls-ciphers/,
    ],
  ])(
    'explains why an instance with %p does not start',
    async (wrong, message) => {
      const order = { ...orderOf('nano', wrong), id: `${instanceId}9` };
      await expect(service.ensureInstance(order)).rejects.toThrow(message);
      await service.deleteInstance(order.id, { keepData: false });
    },
  );

  it('keeps data, credentials and port across a restart, without snapshots too', async () => {
    await service.ensureInstance(orderOf('small', { snapshot: '[]' }));
    await run('SET kept 1');
    await service.stop();
    service = await open();
    await service.loadInstances([instanceId]);
    await service.startInstances();
    expect(await run('GET kept')).toBe('1');
    expect((await service.bind(instanceId, bindingId)).secret).toEqual(secret);
  });

  it('admits the connections of the plan, and works when all are used', async () => {
    await service.ensureInstance(orderOf('small', { maxclients: 3 }));
    const sessions = await Promise.all(
      Array.from({ length: 3 }, () => openSession(secret)),
    );
    await expect(
      Promise.race([openSession(secret), sessions[0]?.ended]),
    ).rejects.toThrow();
    await service.ensureInstance(orderOf('small'));
    expect(await run('PING')).toBe('PONG');
  });

  describe('backups', () => {
    const backupFile = (id: string) =>
      join(dataDir, 'keyvalue', 'backups', `${id}.dump`);
    const stateOf = (id: string) => service.restore(id)?.state ?? '';

    async function restore(from: string) {
      const restoreId = randomUUID();
      await service.startRestore({ restoreId, backupId: from });
      await eventually('the restore has ended', () =>
        ['done', 'failed'].includes(stateOf(restoreId)),
      );
      return service.restore(restoreId);
    }
    const leftovers = async () =>
      (await readdir(join(instanceFolder(dataDir), 'data'))).filter(name =>
        /candidate|before|temp/.test(name),
      );

    it('restore exactly the content, and the credentials stay valid', async () => {
      await run(
        'FLUSHALL\nSET color blue\nRPUSH list 1 2 3\nSELECT 3\nSET three 3',
      );
      const backupId = await backup();
      const { mode } = await stat(backupFile(backupId));
      expect((mode % 0o1000) & 0o077).toBe(0);
      await run('SET color red\nSET later 1\nDEL list');

      expect(await restore(backupId)).toMatchObject({ state: 'done' });
      expect(
        await run(
          'GET color\nLRANGE list 0 -1\nEXISTS later\nSELECT 3\nGET three',
        ),
      ).toBe('blue\n1\n2\n3\n0\nOK\n3');
      expect(await leftovers()).toEqual([]);
    });

    it.each([
      ['that the check refuses', false, /cannot read the backup's file: /],
      ['that the server refuses', true, /did not start: /],
    ])('change nothing with a file %s', async (_, skip, message) => {
      await run('SET color blue\nSELECT 3\nSET three 3');
      const backupId = await backup();
      await run('SET color green');
      await changeBackup(dataDir, backupFile(backupId), plain =>
        plain.subarray(0, -12),
      );
      skipCheck = skip;
      const failed = await restore(backupId);
      skipCheck = false;

      expect(failed).toMatchObject({
        state: 'failed',
        failure: expect.stringMatching(message),
      });
      expect(failed?.failure).toMatch(/were not changed/);
      expect(failed?.failure).not.toMatch(/color|three/);
      expect(await run('GET color')).toBe('green');
      expect(await leftovers()).toEqual([]);
    });

    it.each([
      [
        'failed, when the old snapshot is in place',
        ['candidate', 'before'],
        'failed',
      ],
      ['complete, when the new snapshot is in place', ['before'], 'done'],
    ])('interrupted by a crash are %s', async (_, left, state) => {
      await service.stop();
      const restoreId = randomUUID();
      for (const kind of left) {
        await writeFile(
          join(instanceFolder(dataDir), 'data', `${kind}-${restoreId}.rdb`),
          '',
        );
      }
      await writeFile(
        join(dataDir, 'keyvalue', 'restores', `${restoreId}.json`),
        JSON.stringify({
          restoreId,
          instanceId,
          id: 9,
          backupId: 1,
          source: 'b',
          state: 'running',
          triggeredAt: '',
        }),
      );
      service = await open();
      await service.loadInstances([instanceId]);
      await service.startInstances();
      expect(stateOf(restoreId)).toBe(state);
      expect(await leftovers()).toEqual([]);
    });
  });

  it('has no password in logs, configuration or arguments of processes', async () => {
    // Makes the server write `dump.rdb`.
    await backup();
    const folder = instanceFolder(dataDir);
    const record = JSON.parse(
      await readFile(join(folder, 'instance.json'), 'utf8'),
    );
    const passwords: string[] = [
      record.adminPassword,
      record.bindingKey,
      secret['valkey.password'],
    ];
    const { pid } = JSON.parse(
      await readFile(join(folder, 'processes.json'), 'utf8'),
    )[0];
    const texts = await Promise.all(
      [
        join(folder, 'server.log'),
        ...['server.conf', 'users.acl', 'dump.rdb'].map(name =>
          join(folder, 'data', name),
        ),
        ...(process.platform === 'linux'
          ? [`/proc/${pid}/cmdline`, `/proc/${pid}/environ`]
          : []),
      ].map(file => readFile(file, 'latin1')),
    );
    expect(texts[0]).toMatch(/Ready to accept connections/);
    for (const password of passwords) {
      expect(password.length).toBeGreaterThan(20);
      expect(texts.filter(text => text.includes(password))).toEqual([]);
    }
  });
});
