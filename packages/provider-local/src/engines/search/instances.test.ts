import { randomUUID } from 'node:crypto';
import { readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ServiceHost } from '../../host/ServiceHost';
import { unpackFolder } from '../../host/folderArchive';
import { resolveRunAs } from '../../host/runAs';
import { createServerFolder, writeServerFile } from '../../host/serverFiles';
import { describeLong } from '../../testing/describeLong';
import {
  changeBackup,
  decryptBackup,
  instanceId,
  openEngine,
  provision,
  removeFolder,
  serverPids,
  temporaryFolder,
  withStorage,
  takeBackup,
  runRestore,
} from '../../testing/host';
import {
  api,
  count,
  fill,
  instanceFolder,
  orderOf,
} from './__testUtils__/search';
import { search } from './engine';

jest.setTimeout(300_000);

describeLong('an instance and its bindings, on a real server', () => {
  const faults: unknown[] = [];
  const users = '/_plugins/_security/api';
  let dataDir: string;
  let service: ServiceHost;
  /** Credentials of a binding of the test alone. */
  let secret: Record<string, string>;

  const open = () =>
    openEngine(withStorage(search, 3 * 1024 ** 2), dataDir, faults);

  beforeAll(async () => {
    dataDir = await temporaryFolder();
    service = await open();
    await provision(service, orderOf());
  });
  beforeEach(async () => {
    faults.length = 0;
    ({ secret } = await service.bind(instanceId, randomUUID()));
  });
  afterAll(async () => {
    await service.stop();
    await removeFolder(dataDir);
  });

  const folder = (...path: string[]) =>
    join(instanceFolder(dataDir), 'data', ...path);
  const leftovers = () => readdir(folder('snapshots'));
  const statusOf = async (...request: Parameters<typeof api>) =>
    (await api(...request)).status;

  /** Stores two documents. */
  async function store(index: string) {
    for (const id of [1, 2]) {
      const path = `/${index}/_doc/${id}`;
      expect(await statusOf(secret, 'PUT', path, { title: 'Emma' })).toBe(201);
    }
  }

  const backupFile = (id: string) =>
    join(dataDir, 'search', 'backups', `${id}.dump`);

  const backup = () => takeBackup(service);
  const restore = (backupId: string) => runRestore(service, backupId);

  it('is provisioned', async () => {
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
  });

  it('lets users do everything with data', async () => {
    const book = { title: 'The Hobbit', year: 1937 };
    for (const [method, path, body] of [
      ['PUT', '/rights/_doc/1', book],
      ['GET', '/rights/_search?q=hobbit', undefined],
      ['PUT', '/_index_template/rights', { index_patterns: ['rights-*'] }],
      ['PUT', '/_ingest/pipeline/rights', { processors: [] }],
      ['PUT', '/rights/_doc/2?pipeline=rights', book],
      [
        'PUT',
        '/_scripts/rights',
        { script: { lang: 'painless', source: '1' } },
      ],
      ['GET', '/_cluster/health', undefined],
      ['GET', '/_cat/indices', undefined],
    ] as const) {
      const status = await statusOf(secret, method, path, body);
      expect([path, status < 300]).toEqual([path, true]);
    }
    expect(await count(secret, 'rights', 'hobbit')).toBe(2);
    const health = await api(secret, 'GET', '/_cluster/health/rights');
    expect(health.body.status).toBe('green');
  });

  it('refuses users everything else', async () => {
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
      [
        'PUT',
        `${users}/account`,
        {
          current_password: secret.password,
          password: 'another-hard-to-guess-1',
        },
      ],
    ] as const) {
      expect([path, await statusOf(secret, method, path, body)]).toEqual([
        path,
        403,
      ]);
    }
    const secrets = await api(secret, 'GET', '/.opendistro_security/_search');
    expect(secrets.body.hits?.hits ?? []).toEqual([]);
    const anonymous = { ...secret, password: 'wrong' };
    expect(await statusOf(anonymous, 'GET', '/')).toBe(401);
  });

  it('reads no files for analyzers', async () => {
    const file = folder('config', 'words');
    writeServerFile(await resolveRunAs(), file, 'canary\n');
    for (const path of [file, 'words', `../../../../../../..${file}`]) {
      const filter = { type: 'mapping', mappings_path: path };
      const { status, body } = await api(secret, 'POST', '/_analyze', {
        tokenizer: 'keyword',
        char_filter: [filter],
        text: 'x',
      });
      expect(JSON.stringify(body)).not.toContain('canary');
      expect(JSON.stringify(body)).toContain('mappings_path');
      expect(status).toBe(400);
    }
    const analyzed = await api(secret, 'POST', '/_analyze', {
      tokenizer: 'keyword',
      char_filter: [{ type: 'mapping', mappings: ['x => y'] }],
      text: 'x',
    });
    expect(analyzed.body.tokens).toMatchObject([{ token: 'y' }]);
  });

  it('gives bindings the same data, and removes one without the others', async () => {
    const other = randomUUID();
    await store('shared');
    const { secret: second } = await service.bind(instanceId, other);
    expect(await service.bind(instanceId, other)).toMatchObject({
      secret: second,
    });
    expect(await count(second, 'shared')).toBe(2);

    await service.unbind(instanceId, other);
    await service.unbind(instanceId, other);

    expect(await statusOf(second, 'GET', '/')).toBe(401);
    expect(await count(secret, 'shared')).toBe(2);
  });

  it('restores exactly the content of a backup, and keeps credentials', async () => {
    await store('kept');
    for (const [method, path, body] of [
      ['PUT', '/_index_template/kept', { index_patterns: ['kept-*'] }],
      ['PUT', '/_ingest/pipeline/kept', { processors: [] }],
      ['PUT', '/_scripts/kept', { script: { lang: 'painless', source: '1' } }],
      [
        'POST',
        '/_aliases',
        { actions: [{ add: { index: 'kept', alias: 'kept-alias' } }] },
      ],
    ] as const) {
      expect(await statusOf(secret, method, path, body)).toBe(200);
    }
    const backupId = await backup();
    expect((await stat(backupFile(backupId))).mode % 0o100).toBe(0);

    await api(secret, 'PUT', '/kept/_doc/3', { title: 'Dune' });
    await api(secret, 'PUT', '/later/_doc/1', { title: 'later' });
    await api(secret, 'PUT', '/_index_template/later', {
      index_patterns: ['later-*'],
    });
    await api(secret, 'DELETE', '/_ingest/pipeline/kept');
    const { secret: second } = await service.bind(instanceId, randomUUID());
    expect(await restore(backupId)).toMatchObject({ state: 'done' });

    for (const user of [secret, second]) {
      expect(await count(user, 'kept-alias')).toBe(2);
    }
    for (const [path, status] of [
      ['/later', 404],
      ['/_index_template/later', 404],
      ['/_index_template/kept', 200],
      ['/_ingest/pipeline/kept', 200],
      ['/_scripts/kept', 200],
    ] as const) {
      expect([path, await statusOf(secret, 'GET', path)]).toEqual([
        path,
        status,
      ]);
    }
    expect(await statusOf(secret, 'PUT', '/kept/_doc/4', {})).toBe(201);
    expect(await leftovers()).toEqual([]);
    expect(faults).toEqual([]);
  });

  /** Changes documents in a tar file, which has no checksums of contents, so that only the server can notice. */
  function damageSnapshot(content: Buffer): Buffer {
    const text = (start: number, bytes: number) =>
      content.toString('latin1', start, start + bytes).replace(/\0.*/s, '');
    for (let header = 0; text(header, 100);) {
      const start = header + 512;
      if (/^\.\/indices\/.*\/__/.test(text(header, 100)))
        content.fill(0, start + 20, start + 40);
      const bytes = Number.parseInt(text(header + 124, 12), 8);
      header = start + Math.ceil(bytes / 512) * 512;
    }
    return content;
  }

  it('leaves the data unchanged when the server cannot read the file of a backup', async () => {
    await store('unchanged');
    const backupId = await backup();
    await changeBackup(dataDir, backupFile(backupId), damageSnapshot);
    await api(secret, 'PUT', '/unchanged/_doc/3', { title: 'Emma' });

    expect(await restore(backupId)).toMatchObject({
      state: 'failed',
      failure: expect.stringMatching(
        /^The restore failed: .*cannot be read.*not changed/,
      ),
    });

    expect(await count(secret, 'unchanged')).toBe(3);
    expect(await statusOf(secret, 'DELETE', '/unchanged/_doc/3')).toBe(200);
    expect(await leftovers()).toEqual([]);
  });

  it('lets users only read and delete above the quota', async () => {
    await store('light');
    await fill(secret, 'heap');
    await service.checkUsage();
    expect(service.instance(instanceId)?.storage).toMatchObject({
      within: false,
      message: expect.stringMatching(/read-only.*delete indices/),
    });
    const bulk = (action: string) =>
      api(secret, 'POST', '/heap/_bulk', `${action}\n`);
    expect(await statusOf(secret, 'PUT', '/light/_doc/3', {})).toBe(403);
    expect(await statusOf(secret, 'PUT', '/more')).toBe(403);
    expect((await bulk('{"index":{"_id":"1"}}\n{}')).body).toMatchObject({
      errors: true,
    });
    expect((await bulk('{"delete":{"_id":"1"}}')).body).toMatchObject({
      errors: false,
    });
    expect(await count(secret, 'heap')).toBe(39);
    expect(await statusOf(secret, 'DELETE', '/heap')).toBe(200);
    await service.checkUsage();
    expect(service.instance(instanceId)?.storage).toEqual({ within: true });
    expect(await statusOf(secret, 'PUT', '/light/_doc/3', {})).toBe(201);
  });

  it('brings back the data when a crash interrupts a restore', async () => {
    await store('crashed');
    const backupId = await backup();
    await api(secret, 'DELETE', '/crashed');
    await service.stop();
    const { signal } = new AbortController();
    const runAs = await resolveRunAs();
    const before = folder('snapshots', 'before');
    await createServerFolder(runAs, before);
    const archive = join(dataDir, 'decrypted');
    await decryptBackup(dataDir, { from: backupFile(backupId), to: archive });
    await unpackFolder(archive, { folder: before, runAs, signal });
    await writeFile(folder('snapshots', `replacing-${randomUUID()}`), '');
    service = await open();
    await service.loadInstances([instanceId]);
    await service.startInstances();

    expect(await count(secret, 'crashed')).toBe(2);
    expect(await leftovers()).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('refuses parameters that the plan does not allow, without a restart', async () => {
    const [pid] = await serverPids(instanceFolder(dataDir));
    await expect(
      service.ensureInstance(
        orderOf('search-single-nano-ssl', {
          java_heapspace: 300,
          'tls-ciphers': ['x'],
        }),
      ),
    ).rejects.toThrow(
      /java_heapspace is 300, but the plan search-single-nano-ssl allows .* 256 MB.*tls-ciphers must be a list/,
    );
    expect((await serverPids(instanceFolder(dataDir)))[0]).toBe(pid);
  });

  it('applies parameters with a restart', async () => {
    await store('restarted');
    await service.ensureInstance(
      orderOf('search-single-small-ssl', {
        java_heapspace: 300,
        java_garbage_collector: 'UseParallelOldGC',
        'tls-protocols': ['TLSv1.3'],
      }),
    );

    expect(await count(secret, 'restarted')).toBe(2);
    const jvm = await api(secret, 'GET', '/_nodes/jvm');
    const [node] = Object.values<{ jvm: object }>(jvm.body.nodes);
    expect(node?.jvm).toMatchObject({
      mem: { heap_max_in_bytes: expect.any(Number) },
      gc_collectors: ['PS MarkSweep', 'PS Scavenge'],
    });
    await expect(
      api(secret, 'GET', '/', undefined, { maxVersion: 'TLSv1.2' }),
    ).rejects.toThrow(/alert|version|SSL/);
  });

  it('writes no password anywhere', async () => {
    const record = join(instanceFolder(dataDir), 'instance.json');
    const { adminPassword } = JSON.parse(await readFile(record, 'utf8'));
    const [pid] = await serverPids(instanceFolder(dataDir));
    const config = await readdir(folder('config'), { withFileTypes: true });
    for (const file of [
      `/proc/${pid}/cmdline`,
      join(instanceFolder(dataDir), 'server.log'),
      ...config
        .filter(entry => entry.isFile())
        .map(({ name }) => folder('config', name)),
    ]) {
      const content = await readFile(file, 'latin1');
      expect(content).not.toContain(secret.password);
      expect(content).not.toContain(adminPassword);
    }
  });
});
