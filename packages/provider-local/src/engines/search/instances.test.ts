import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DataService } from '../../host/DataService';
import { resolveRunAs } from '../../host/runAs';
import { describeLong } from '../../testing/describeLong';
import {
  bindingId,
  changeBackup,
  decryptBackup,
  instanceId,
  openEngine,
  provision,
  removeFolder,
  serverPids,
  temporaryFolder,
  waitFor,
  withStorage,
} from '../../testing/host';
import {
  api,
  count,
  fill,
  instanceFolder,
  orderOf,
} from './__testUtils__/search';
import { search } from './engine';
import { unpackArchive } from './server/archive';

jest.setTimeout(300_000);

describeLong('an instance and its bindings, on a real server', () => {
  const other = '77777777-1111-4222-8333-444455556666';
  const storageBytes = 3 * 1024 ** 2;
  const faults: unknown[] = [];
  let dataDir: string;
  let service: DataService;
  let secret: Record<string, string>;

  beforeAll(async () => {
    dataDir = await temporaryFolder();
    service = await openEngine(
      withStorage(search, storageBytes),
      dataDir,
      faults,
    );
    await provision(service, orderOf());
    ({ secret } = await service.bind(instanceId, bindingId));
  });
  afterAll(async () => {
    await service.stop();
    await removeFolder(dataDir);
  });

  it('is provisioned, with users who have all rights on data alone', async () => {
    expect(service.instance(instanceId)).toMatchObject({
      state: 'provisioned',
      serviceId: 'svc-search2',
      version: expect.stringMatching(/^2\.19\.\d+$/),
      server: { running: true },
    });
    expect(secret).toEqual({
      cacrt: expect.stringContaining('BEGIN CERTIFICATE'),
      host: `[https://127.0.0.1:${secret.port}]`,
      hosts: '[127.0.0.1]',
      password: expect.stringMatching(/^[\w-]{32}$/),
      port: expect.stringMatching(/^\d+$/),
      scheme: 'https',
      username: expect.stringMatching(/^b[0-9a-f]{32}$/),
    });
    const book = { title: 'The Hobbit', year: 1937 };
    for (const [method, path, body] of [
      ['PUT', '/books/_doc/1', book],
      ['GET', '/books/_search?q=hobbit', undefined],
      ['PUT', '/_index_template/t', { index_patterns: ['t-*'] }],
      ['PUT', '/_ingest/pipeline/p', { processors: [] }],
      ['PUT', '/books/_doc/2?pipeline=p', book],
      ['PUT', '/_scripts/s', { script: { lang: 'painless', source: '1' } }],
      ['GET', '/_cluster/health', undefined],
      ['GET', '/_cat/indices', undefined],
    ] as const) {
      const { status } = await api(secret, method, path, body);
      expect([path, status < 300]).toEqual([path, true]);
    }
    expect(await count(secret, 'books', 'hobbit')).toBe(2);
    const health = await api(secret, 'GET', '/_cluster/health');
    expect(health.body.status).toBe('green');
    const users = '/_plugins/_security/api';
    for (const [method, path, body] of [
      [
        'PUT',
        '/_cluster/settings',
        { transient: { 'action.auto_create_index': false } },
      ],
      ['PUT', '/_snapshot/mine', { type: 'fs', settings: { location: '/' } }],
      ['GET', '/_snapshot/_all', undefined],
      ['DELETE', '/.opendistro_security', undefined],
      ['GET', `${users}/internalusers`, undefined],
      [
        'PUT',
        `${users}/internalusers/me`,
        { password: 'not-so-easy-to-guess' },
      ],
    ] as const) {
      const { status } = await api(secret, method, path, body);
      expect([path, status]).toEqual([path, 403]);
    }
    const secrets = await api(secret, 'GET', '/.opendistro_security/_search');
    expect(secrets.body.hits?.hits ?? []).toEqual([]);
    const account = await api(secret, 'PUT', `${users}/account`, {
      current_password: secret.password,
      password: 'another-hard-to-guess-1',
    });
    expect(account.status).toBe(403);
    const anonymous = { ...secret, password: 'wrong' };
    expect((await api(anonymous, 'GET', '/')).status).toBe(401);
  });

  it('gives bindings the same data, and removes one without the others', async () => {
    const { secret: second } = await service.bind(instanceId, other);
    expect(await service.bind(instanceId, other)).toMatchObject({
      secret: second,
    });
    expect(await count(second, 'books')).toBe(2);

    await service.unbind(instanceId, other);
    await service.unbind(instanceId, other);

    expect((await api(second, 'GET', '/')).status).toBe(401);
    expect(await count(secret, 'books')).toBe(2);
  });

  const backupFile = (id: string) =>
    join(dataDir, 'search', 'backups', `${id}.dump`);

  async function backup(): Promise<string> {
    const backupId = randomUUID();
    await service.startBackup({ backupId, instanceId });
    await waitFor(
      'the backup has ended',
      () => ['done', 'failed'].includes(service.backup(backupId)?.status ?? ''),
      60_000,
    );
    expect(service.backup(backupId)).toMatchObject({ status: 'done' });
    return backupId;
  }
  async function restore(backupId: string) {
    const restoreId = randomUUID();
    await service.startRestore({ restoreId, backupId });
    await waitFor(
      'the restore has ended',
      () =>
        ['done', 'failed'].includes(service.restore(restoreId)?.state ?? ''),
      60_000,
    );
    return service.restore(restoreId);
  }
  const leftovers = () =>
    readdir(join(instanceFolder(dataDir), 'data', 'snapshots'));

  it('restores exactly the content of a backup, and keeps credentials', async () => {
    await api(secret, 'POST', '/_aliases', {
      actions: [{ add: { index: 'books', alias: 'novels' } }],
    });
    const backupId = await backup();
    expect((await stat(backupFile(backupId))).mode % 0o100).toBe(0);

    await api(secret, 'PUT', '/books/_doc/3', { title: 'Dune' });
    await api(secret, 'PUT', '/later/_doc/1', { title: 'later' });
    await api(secret, 'PUT', '/_index_template/later', {
      index_patterns: ['l-*'],
    });
    await api(secret, 'DELETE', '/_ingest/pipeline/p');
    await service.bind(instanceId, other);
    expect(await restore(backupId)).toMatchObject({ state: 'done' });

    expect(await count(secret, 'novels')).toBe(2);
    for (const [path, status] of [
      ['/later', 404],
      ['/_index_template/later', 404],
      ['/_index_template/t', 200],
      ['/_ingest/pipeline/p', 200],
      ['/_scripts/s', 200],
    ] as const) {
      expect([path, (await api(secret, 'GET', path)).status]).toEqual([
        path,
        status,
      ]);
    }
    expect((await api(secret, 'PUT', '/books/_doc/4', {})).status).toBe(201);
    expect(await leftovers()).toEqual([]);
    expect(faults).toEqual([]);
  });

  /** Changes a byte and the checksum of its file, so that only the server can notice. */
  function damageSnapshot(content: Buffer): Buffer {
    const end = content.indexOf('\n') + 1;
    const entries: { path: string; bytes: number; sha256: string }[] =
      JSON.parse(content.toString('utf8', 0, end));
    let position = end;
    for (const entry of entries) {
      const part = content.subarray(position, position + entry.bytes);
      position += entry.bytes;
      if (!/^indices\/.*\/__/.test(entry.path)) continue;
      part.fill(0, 20, 40);
      entry.sha256 = createHash('sha256').update(part).digest('hex');
    }
    return Buffer.concat([
      Buffer.from(`${JSON.stringify(entries)}\n`),
      content.subarray(end),
    ]);
  }

  it('leaves the data unchanged when the server cannot read the file of a backup', async () => {
    const backupId = await backup();
    const file = backupFile(backupId);
    await changeBackup(dataDir, file, damageSnapshot);
    await api(secret, 'PUT', '/books/_doc/5', { title: 'Emma' });
    const before = await count(secret, 'books');

    expect(await restore(backupId)).toMatchObject({
      state: 'failed',
      failure: expect.stringMatching(
        /^The restore failed: .*cannot be read.*not changed/,
      ),
    });

    expect(await count(secret, 'novels')).toBe(before);
    expect((await api(secret, 'DELETE', '/books/_doc/5')).status).toBe(200);
    expect(await leftovers()).toEqual([]);
  });

  it('lets users only read and delete above the quota', async () => {
    await fill(secret, 'heap');
    await service.checkStorage();
    expect(service.instance(instanceId)?.storage).toMatchObject({
      within: false,
      message: expect.stringMatching(/read-only.*delete indices/),
    });
    const bulk = (action: string) =>
      api(secret, 'POST', '/heap/_bulk', `${action}\n`);
    expect((await api(secret, 'PUT', '/books/_doc/6', {})).status).toBe(403);
    expect((await api(secret, 'PUT', '/more')).status).toBe(403);
    expect((await bulk('{"index":{"_id":"1"}}\n{}')).body).toMatchObject({
      errors: true,
    });
    expect((await bulk('{"delete":{"_id":"1"}}')).body).toMatchObject({
      errors: false,
    });
    expect(await count(secret, 'heap')).toBe(39);
    expect((await api(secret, 'DELETE', '/heap')).status).toBe(200);
    await service.checkStorage();
    expect(service.instance(instanceId)?.storage).toEqual({ within: true });
    expect((await api(secret, 'PUT', '/books/_doc/6', {})).status).toBe(201);
  });

  it('brings back the data when a crash interrupts a restore', async () => {
    const backupId = await backup();
    const before = await count(secret, 'books');
    await api(secret, 'DELETE', '/books');
    await service.stop();
    const folder = join(instanceFolder(dataDir), 'data', 'snapshots');
    const { signal } = new AbortController();
    await mkdir(join(folder, 'before'));
    const runAs = await resolveRunAs();
    const archive = join(dataDir, 'decrypted');
    await decryptBackup(dataDir, { from: backupFile(backupId), to: archive });
    await unpackArchive(archive, {
      folder: join(folder, 'before'),
      runAs,
      signal,
    });
    await writeFile(join(folder, `replacing-${randomUUID()}`), '');
    service = await openEngine(
      withStorage(search, storageBytes),
      dataDir,
      faults,
    );
    await service.recoverAfterRestart([instanceId]);

    expect(await count(secret, 'novels')).toBe(before);
    expect(await leftovers()).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('applies parameters with a restart, and writes no password anywhere', async () => {
    const [pid] = await serverPids(instanceFolder(dataDir));
    const argv = await readFile(`/proc/${pid}/cmdline`, 'utf8');
    const before = await count(secret, 'books');
    await expect(
      service.ensureInstance(
        orderOf(undefined, { java_heapspace: 300, 'tls-ciphers': ['x'] }),
      ),
    ).rejects.toThrow(
      /java_heapspace is 300, but the plan search-single-nano-ssl allows .* 256 MB.*tls-ciphers must be a list/,
    );
    expect((await serverPids(instanceFolder(dataDir)))[0]).toBe(pid);

    await service.ensureInstance(
      orderOf('search-single-small-ssl', {
        java_heapspace: 300,
        java_garbage_collector: 'UseParallelOldGC',
        'tls-protocols': ['TLSv1.3'],
      }),
    );

    expect(await count(secret, 'books')).toBe(before);
    const jvm = await api(secret, 'GET', '/_nodes/jvm');
    const [node] = Object.values<{ jvm: object }>(jvm.body.nodes);
    expect(node?.jvm).toMatchObject({
      mem: { heap_max_in_bytes: expect.any(Number) },
      gc_collectors: ['PS MarkSweep', 'PS Scavenge'],
    });
    await expect(
      api(secret, 'GET', '/', undefined, { maxVersion: 'TLSv1.2' }),
    ).rejects.toThrow(/alert|version|SSL/);

    const folder = instanceFolder(dataDir);
    const record = await readFile(join(folder, 'instance.json'), 'utf8');
    const { adminPassword } = JSON.parse(record);
    const config = join(folder, 'data', 'config');
    const files = (await readdir(config, { withFileTypes: true }))
      .filter(file => file.isFile())
      .map(file => join(config, file.name));
    for (const file of [join(folder, 'server.log'), ...files]) {
      const content = await readFile(file, 'latin1');
      expect(content).not.toContain(secret.password);
      expect(content).not.toContain(adminPassword);
    }
    expect(argv).not.toContain(secret.password);
  });
});
