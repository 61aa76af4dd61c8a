import { deepEqual } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, stat } from 'node:fs/promises';
import { Server, createServer } from 'node:net';
import { join } from 'node:path';
import { ServiceHost } from '../../host/ServiceHost';
import { prepareLayout, prepareRoots } from '../../host/layout';
import { resolveRunAs } from '../../host/runAs';
import { plainEnvironment, runProgram } from '../../host/runProgram';
import {
  bindingId,
  instanceId,
  isRunning,
  removeFolder,
  temporaryFolder,
} from '../../testing/host';
import { eventually } from '../../testing/eventually';
import {
  instanceFolder,
  openService,
  orderOf,
  serverPid,
  withSecret,
} from './__testUtils__/postgresql';
import { findPrograms } from './server/programs';
import { describeLong, itLong } from '../../testing/describeLong';

jest.setTimeout(60_000);

describe('servers in trouble', () => {
  let dataDir: string;
  let service: ServiceHost;
  let secret: Record<string, string>;
  const faults: unknown[] = [];
  const data = () => join(instanceFolder(dataDir), 'data');

  beforeAll(async () => {
    dataDir = await temporaryFolder();
    service = await openService(dataDir, faults);
    await service.ensureInstance(orderOf());
    ({ secret } = await service.bind(instanceId, bindingId));
    await withSecret(secret, sql =>
      sql('CREATE TABLE kept (a int); INSERT INTO kept VALUES (1)'),
    );
  });
  afterEach(() => deepEqual(faults, []));
  afterAll(async () => {
    await service.stop();
    await removeFolder(dataDir);
  });

  const rows = () => withSecret(secret, sql => sql('SELECT a FROM kept'));

  it('are restarted after a crash, which is reported', async () => {
    const pid = await serverPid(dataDir);
    const seen: unknown[] = [];
    const unsubscribe = service.onChange(() =>
      seen.push(service.instance(instanceId)?.server),
    );
    process.kill(pid, 'SIGKILL');
    await eventually('the server is restarted', () => {
      const server = service.instance(instanceId)?.server;
      return server?.running === true && server.note !== undefined;
    });
    unsubscribe();
    expect(seen).toContainEqual({
      running: false,
      reason: expect.stringMatching(
        /stopped unexpectedly \(signal 9\) at .*being restarted/,
      ),
    });
    expect(service.instance(instanceId)?.server).toEqual({
      running: true,
      note: expect.stringMatching(/stopped unexpectedly .* was restarted/),
    });
    expect(await serverPid(dataDir)).not.toBe(pid);
    expect(await rows()).toEqual([{ a: 1 }]);
  });

  it('keep port, credentials and data across a restart of the provider', async () => {
    const pid = await serverPid(dataDir);
    await service.stop();
    expect(isRunning(pid)).toBe(false);
    await expect(rows()).rejects.toThrow(/ECONNREFUSED/);

    service = await openService(dataDir, faults);
    await service.loadInstances([instanceId]);
    await service.startInstances();

    await expect(service.bind(instanceId, bindingId)).resolves.toMatchObject({
      secret,
    });
    expect(await rows()).toEqual([{ a: 1 }]);
    expect(service.isUpToDate(orderOf())).toBe(true);
  });

  itLong('move to another port when theirs is taken', async () => {
    await service.stop();
    const otherServer: Server = createServer().listen(
      Number(secret.port),
      '127.0.0.1',
    );
    await once(otherServer, 'listening');
    try {
      service = await openService(dataDir, faults);
      await service.loadInstances([instanceId]);
      await service.startInstances();
      const moved = await service.bind(instanceId, bindingId);
      expect(moved.secret.port).not.toBe(secret.port);
      expect(moved.secret.password).toBe(secret.password);
      secret = moved.secret;
      expect(await rows()).toEqual([{ a: 1 }]);
    } finally {
      otherServer.close();
    }
  });

  itLong(
    'are distinguished from orphaned ones, which are left unchanged',
    async () => {
      await service.stop();
      service = await openService(dataDir, faults);
      await service.loadInstances([]);
      await service.startInstances();
      expect(await service.orphaned([])).toContain(instanceId);
      expect(await service.orphaned([instanceId])).not.toContain(instanceId);
      expect(service.instance(instanceId)).toBeUndefined();
      await stat(data());
      await service.loadInstances([instanceId]);
      await service.startInstances();
      expect(await rows()).toEqual([{ a: 1 }]);
    },
  );

  itLong('keep their data when the resource is to be orphaned', async () => {
    const id = '2f6b8a56-2a51-4b53-9d3e-2f6f4f3f7f11-1781000002';
    await service.ensureInstance(orderOf('postgresql-single-nano', {}, id));
    const pid = await serverPid(dataDir, id);
    await service.deleteInstance(id, { keepData: true });
    const kept = join(instanceFolder(dataDir, id), 'data');
    expect(isRunning(pid)).toBe(false);
    await stat(join(kept, 'PG_VERSION'));
  });

  itLong(
    'are provisioned again when the first attempt was interrupted',
    async () => {
      const id = '3f6b8a56-2a51-4b53-9d3e-2f6f4f3f7f11-1781000003';
      const order = orderOf(
        'postgresql-single-nano',
        { max_wal_senders: 262143 },
        id,
      );
      await expect(service.ensureInstance(order)).rejects.toThrow(
        /rejects these parameters/,
      );
      expect(service.instance(id)?.state).toBe('deploying');
      await expect(service.bind(id, bindingId)).rejects.toThrow(
        /not ready yet/,
      );
      await expect(
        service.ensureInstance({ ...order, parameters: {} }),
      ).resolves.toMatchObject({ state: 'provisioned' });
      await service.deleteInstance(id, { keepData: false });
    },
  );
});

describeLong('a killed provider', () => {
  it('leaves no server behind, and the next provider finds the data', async () => {
    const dataDir = await temporaryFolder();
    const provider = spawn(
      process.execPath,
      [
        '--import',
        'tsx',
        join(__dirname, '__testUtils__/serveUntilKilled.ts'),
        dataDir,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const [output] = await Promise.race([
      once(provider.stdout, 'data'),
      once(provider, 'exit'),
    ]);
    expect(String(output)).toBe('serving\n');
    const pid = await serverPid(dataDir);
    expect(isRunning(pid)).toBe(true);

    provider.kill('SIGKILL');
    await once(provider, 'exit');
    await eventually('the server has ended', () => !isRunning(pid));

    const service = await openService(dataDir);
    await service.loadInstances([instanceId]);
    await service.startInstances();
    expect(service.instance(instanceId)).toMatchObject({
      state: 'provisioned',
      server: { running: true },
    });
    await service.stop();
    await removeFolder(dataDir);
  });
});

const asRoot = process.getuid?.() === 0 ? describe : describe.skip;

asRoot('under root, a data folder that the servers’ user cannot reach', () => {
  it('keeps the servers elsewhere, and is emptied there with the data folder', async () => {
    const home = await temporaryFolder();
    await chmod(home, 0o700);
    const dataDir = join(home, 'data');
    await mkdir(dataDir);
    const service = await openService(dataDir);
    await service.ensureInstance(orderOf());
    const { secret } = await service.bind(instanceId, bindingId);
    expect(await withSecret(secret, sql => sql('SELECT 1 AS one'))).toEqual([
      { one: 1 },
    ]);
    await service.stop();

    const runAs = await resolveRunAs();
    const layout = async () =>
      prepareLayout(await prepareRoots(dataDir, runAs), 'postgresql');
    const { instances, backups } = await layout();
    expect(instances).toMatch(/^\/var\/lib\/klutch-provider-local-/);
    expect(backups.startsWith(dataDir)).toBe(true);
    await stat(join(instances, instanceId));

    await removeFolder(dataDir);
    const again = await layout();
    expect(again.instances).toBe(instances);
    await expect(stat(join(instances, instanceId))).rejects.toThrow('ENOENT');
    await removeFolder(join(instances, '../..'));
    await removeFolder(home);
  });

  it('copies programs to a folder that the user can access', async () => {
    const home = await temporaryFolder();
    const copies = await temporaryFolder();
    const runAs = await resolveRunAs();
    const search = { runAs, folder: copies, onProgress: () => {} };
    const near = await findPrograms(search);
    await cp(join(near.postgres, '../..'), join(home, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
    });
    await chmod(home, 0o700);

    const far = await findPrograms(search, undefined, async () =>
      join(home, 'native'),
    );

    expect(far.postgres.startsWith(copies)).toBe(true);
    const { exitCode } = await runProgram(far.initdb, ['--version'], {
      runAs,
      env: plainEnvironment(),
    });
    expect(exitCode).toBe(0);
    await removeFolder(home);
    await removeFolder(copies);
  });
});
