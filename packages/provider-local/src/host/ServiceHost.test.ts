import { spawn } from 'node:child_process';
import { appendFile, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DataChangedError, ServiceError } from '../errors';
import { fakeEngine, fakePlan } from '../testing/fakeEngine';
import {
  bindingId,
  instanceId,
  isRunning,
  openEngine,
  removeFolder,
  temporaryFolder,
} from '../testing/host';
import { eventually } from '../testing/eventually';
import { ServiceHost } from './ServiceHost';
import { recordProcesses } from './leftoverProcesses';
import { openServiceHosts } from './openServiceHosts';
import { InstanceOrder } from './reports';
import { InstanceContext } from './ServiceEngine';

type Restart = InstanceContext<unknown, unknown>['whileStopped'];

jest.setTimeout(60_000);

const order = (parameters = {}): InstanceOrder => ({
  id: instanceId,
  title: 'orders',
  serviceName: 'a9s-fake1',
  planName: fakePlan,
  parameters,
});

describe('an instance of several processes', () => {
  let dataDir: string;
  let service: ServiceHost;
  const folder = () => join(dataDir, 'fake', 'instances', instanceId);
  const pids = async (): Promise<number[]> =>
    JSON.parse(await readFile(join(folder(), 'processes.json'), 'utf8')).map(
      ({ pid }: { pid: number }) => pid,
    );

  beforeAll(async () => {
    dataDir = await temporaryFolder();
    service = await openEngine(fakeEngine(), dataDir);
    await service.ensureInstance(order({ motto: 'first' }));
  });
  afterAll(async () => {
    await service.stop();
    await removeFolder(dataDir);
  });

  it('has a port and a log for each, and the version of its server', async () => {
    const { addresses } = await service.bind(instanceId, bindingId);
    expect(addresses.map(({ label }) => label)).toEqual(['front', 'back']);
    expect(new Set(addresses.map(({ port }) => port)).size).toBe(2);
    expect(service.instance(instanceId)).toMatchObject({
      version: '1.2',
      serviceId: 'svc-fake1',
      planId: 'plan-f',
      server: { running: true },
    });
    expect(await readFile(join(folder(), 'front.log'), 'utf8')).toBe(
      'front starts\n',
    );
    expect(await readFile(join(folder(), 'back.log'), 'utf8')).toBe(
      'back starts\n',
    );
  });

  it('empties a large log while its process runs', async () => {
    const log = join(folder(), 'front.log');
    await appendFile(log, 'x'.repeat(11 * 1024 * 1024));
    const before = await pids();
    await service.checkUsage();
    expect((await stat(log)).size).toBe(0);
    expect(await pids()).toEqual(before);
  });

  it('stops and starts one process, and those that need it', async () => {
    let context: { whileStopped: Restart } | undefined;
    const folderOfTest = await temporaryFolder();
    const engine = fakeEngine();
    const other = await openEngine(
      {
        ...engine,
        open: given => {
          context = given;
          return engine.open(given);
        },
      },
      folderOfTest,
    );
    await other.ensureInstance(order({ motto: 'first' }));
    const pidsOfTest = async () =>
      JSON.parse(
        await readFile(
          join(folderOfTest, 'fake/instances', instanceId, 'processes.json'),
          'utf8',
        ),
      ).map(({ pid }: { pid: number }) => pid);
    const [back, front] = await pidsOfTest();
    const running: boolean[] = [];

    await context?.whileStopped(async () => {
      running.push(isRunning(back), isRunning(front));
    }, 'front');

    expect(running).toEqual([true, false]);
    const after = await pidsOfTest();
    expect(after[0]).toBe(back);
    expect(after[1]).not.toBe(front);
    expect(after.map(isRunning)).toEqual([true, true]);
    process.kill(back, 'SIGKILL');
    await eventually('both are restarted', async () => {
      const now = await pidsOfTest();
      return now[0] !== back && now[1] !== after[1];
    });
    await other.stop();
    await removeFolder(folderOfTest);
  });

  it('restarts all when one ends, and names that one', async () => {
    const before = await pids();
    expect(before.map(isRunning)).toEqual([true, true]);
    process.kill(before[0] ?? 0, 'SIGKILL');
    await eventually('the processes are restarted', () => {
      const server = service.instance(instanceId)?.server;
      return server?.running === true && server.note !== undefined;
    });
    expect(service.instance(instanceId)?.server).toEqual({
      running: true,
      note: expect.stringMatching(/^Back end stopped unexpectedly/),
    });
    expect(before.map(isRunning)).toEqual([false, false]);
    expect((await pids()).map(isRunning)).toEqual([true, true]);
  });

  it('is backed up, and restored by an engine that replaces files', async () => {
    await service.startBackup({ backupId: 'b', instanceId });
    await eventually(
      'the backup is done',
      () => service.backup('b')?.status === 'done',
    );
    await service.ensureInstance(order({ motto: 'second' }));
    const motto = async () =>
      (await service.bind(instanceId, bindingId)).secret.motto;
    expect(await motto()).toBe('second');
    await service.startRestore({ restoreId: 'r', backupId: 'b' });
    await eventually(
      'the restore is done',
      () => service.restore('r')?.state === 'done',
    );
    expect(await motto()).toBe('first');
  });

  it('keeps ports and credentials across a restart of the provider', async () => {
    const before = await service.bind(instanceId, bindingId);
    await service.stop();
    service = await openEngine(fakeEngine(), dataDir);
    await service.loadInstances([instanceId]);
    await service.startInstances();
    expect(await service.bind(instanceId, bindingId)).toEqual(before);
  });
});

describe('an engine', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await temporaryFolder();
  });
  afterEach(() => removeFolder(dataDir));

  const missing = async () => {
    throw new ServiceError('Install the package fake.', { retry: true });
  };

  it('whose programs are missing says what to install, for new and existing instances', async () => {
    const without = await openEngine(
      fakeEngine({ findPrograms: missing }),
      dataDir,
    );
    await expect(without.ensureInstance(order())).rejects.toThrow(
      'Install the package fake.',
    );
    await without.stop();

    const before = await openEngine(fakeEngine(), dataDir);
    await before.ensureInstance(order());
    await before.stop();

    const errors: unknown[] = [];
    const after = await openEngine(
      fakeEngine({ findPrograms: missing }),
      dataDir,
      errors,
    );
    await after.loadInstances([instanceId]);
    await after.startInstances();
    expect(errors).toHaveLength(1);
    expect(after.instance(instanceId)).toMatchObject({
      state: 'provisioned',
      server: { running: false, reason: 'Install the package fake.' },
    });
    await after.deleteInstance(instanceId, { keepData: false });
    expect(after.instance(instanceId)).toBeUndefined();
    await after.stop();
  });

  it('whose programs are being fetched reports the progress', async () => {
    let finish = (_: string) => {};
    const service = await openEngine(
      fakeEngine({
        findPrograms: ({ onProgress }) => {
          onProgress('Fake is being downloaded: 3 of 9 MB.');
          return new Promise(resolve => {
            finish = resolve;
          });
        },
      }),
      dataDir,
    );
    await expect(service.ensureInstance(order())).rejects.toThrow(
      'Fake is being downloaded: 3 of 9 MB.',
    );
    expect(service.instance(instanceId)).toMatchObject({
      state: 'deploying',
      server: { reason: 'Fake is being downloaded: 3 of 9 MB.' },
    });
    finish(process.execPath);
    await expect(service.ensureInstance(order())).resolves.toMatchObject({
      state: 'provisioned',
    });
    await service.stop();
  });

  it('knows the ports that instances of other services have', async () => {
    let isReserved: (port: number) => boolean = () => false;
    const engine = fakeEngine();
    const other = fakeEngine({ type: 'other' });
    const [service, otherService] = (await openServiceHosts(
      [
        {
          ...engine,
          open: context => {
            isReserved = context.isReserved;
            return engine.open(context);
          },
        },
        other,
      ],
      dataDir,
      { onError: () => {} },
    )) as [ServiceHost, ServiceHost];
    await service.ensureInstance(order());
    await otherService.ensureInstance(order());
    const { addresses } = await otherService.bind(instanceId, bindingId);
    expect(addresses.map(({ port }) => isReserved(port))).toEqual([true, true]);
    expect(isReserved(1)).toBe(false);
    await service.stop();
    await otherService.stop();
  });

  it('that could not bring back the data after a restore does not report them as unchanged', async () => {
    const service = await openEngine(
      fakeEngine(
        {},
        {
          backups: {
            dump: file => writeFile(file, 'x'),
            restore: async () => {
              throw new DataChangedError('The data are incomplete.', undefined);
            },
          },
        },
      ),
      dataDir,
    );
    await service.ensureInstance(order());
    await service.startBackup({ backupId: 'b', instanceId });
    await eventually(
      'the backup',
      () => service.backup('b')?.status === 'done',
    );
    await service.startRestore({ restoreId: 'r', backupId: 'b' });
    await eventually('the end', () => service.restore('r')?.state === 'failed');
    expect(service.restore('r')?.failure).toBe('The data are incomplete.');
    await service.stop();
  });

  it('without backups refuses them', async () => {
    const service = await openEngine(
      fakeEngine({}, { backups: undefined }),
      dataDir,
    );
    await service.ensureInstance(order());
    await expect(
      service.startBackup({ backupId: 'b', instanceId }),
    ).rejects.toThrow('This sandbox has no backups of Fake.');
    await service.stop();
  });

  it('that does not become read-only is asked again', async () => {
    const errors: unknown[] = [];
    let isBroken = true;
    const service = await openEngine(
      fakeEngine(
        {},
        {
          reload: async () => {
            if (isBroken) throw new Error('no space left on device');
          },
          quota: {
            freeSpace: 'delete data',
            usage: async () => 2,
            endWriters: async () => {},
          },
        },
      ),
      dataDir,
      errors,
    );
    await service.ensureInstance(order());
    const isWithin = () => service.instance(instanceId)?.storage.within;
    await service.checkUsage();
    expect(errors).toHaveLength(1);
    expect(isWithin()).toBe(true);

    isBroken = false;
    await service.checkUsage();
    expect(isWithin()).toBe(false);
    await service.stop();
  });

  it('that refuses a stored parameter starts with a corrected one', async () => {
    const before = await openEngine(fakeEngine(), dataDir);
    await before.ensureInstance(order({ motto: 'old' }));
    await before.stop();

    const after = await openEngine(
      fakeEngine({
        parse: (_, { motto }) => {
          if (motto !== 'old') return { motto: String(motto) };
          throw new ServiceError('old is no motto.', { retry: false });
        },
      }),
      dataDir,
    );
    await after.loadInstances([instanceId]);
    await after.startInstances();
    expect(after.instance(instanceId)?.server).toEqual({
      running: false,
      reason: 'old is no motto.',
    });
    await after.ensureInstance(order({ motto: 'new' }));
    expect(after.instance(instanceId)).toMatchObject({
      parameters: { motto: 'new' },
      server: { running: true },
    });
    await after.stop();
  });

  it('recovers an instance once after a restart, before other work on it', async () => {
    const before = await openEngine(fakeEngine(), dataDir);
    await before.ensureInstance(order());
    await before.stop();
    let recoveries = 0;
    let finish = () => {};
    const service = await openEngine(
      fakeEngine(
        {},
        {
          backups: {
            dump: file => writeFile(file, 'x'),
            restore: async () => {},
            recoverRestores: () => {
              recoveries += 1;
              return new Promise(resolve => {
                finish = () => resolve(() => false);
              });
            },
          },
        },
      ),
      dataDir,
    );
    await service.loadInstances([instanceId]);
    const recovered = service.startInstances();
    await eventually('the recovery begins', () => recoveries > 0);
    const ensured = service.ensureInstance(order());
    const backUp = () => service.startBackup({ backupId: 'b', instanceId });
    await expect(backUp()).rejects.toThrow('is not ready yet');
    finish();
    await Promise.all([recovered, ensured]);
    expect(recoveries).toBe(1);
    await backUp();
    await eventually(
      'the backup',
      () => service.backup('b')?.status === 'done',
    );
    await service.stop();
  });

  it('starts the other instances when the files of one cannot be read', async () => {
    const otherId = instanceId.replace('0f6b', '1f6b');
    const before = await openEngine(fakeEngine(), dataDir);
    await before.ensureInstance(order());
    await before.ensureInstance({ ...order(), id: otherId });
    await before.stop();
    const folder = join(dataDir, 'fake', 'instances', instanceId);
    await writeFile(join(folder, 'instance.json'), '');
    await writeFile(join(folder, 'processes.json'), '');
    await writeFile(join(dataDir, 'fake', 'backups', 'b.json'), '');
    await writeFile(join(dataDir, 'fake', 'restores', 'r.json'), '');

    const errors: unknown[] = [];
    const after = await openEngine(fakeEngine(), dataDir, errors);
    await after.loadInstances([instanceId, otherId]);
    await after.startInstances();
    expect(errors).toHaveLength(4);
    expect(after.instance(instanceId)).toBeUndefined();
    expect(after.instance(otherId)?.server.running).toBe(true);
    await after.stop();
  });

  it('is up to date, and not to be changed, while a restore has stopped its server', async () => {
    let context: InstanceContext<unknown, unknown> | undefined;
    const answers: (boolean | undefined)[] = [];
    const opened: ServiceHost[] = [];
    const engine = fakeEngine(
      {},
      {
        backups: {
          dump: file => writeFile(file, 'x'),
          restore: async () => {
            await context?.whileStopped(async () => {
              answers.push(opened[0]?.isUpToDate(order()));
            });
          },
        },
      },
    );
    const service = await openEngine(
      {
        ...engine,
        open: given => {
          context = given;
          return engine.open(given);
        },
      },
      dataDir,
    );
    opened.push(service);
    await service.ensureInstance(order());
    await service.startBackup({ backupId: 'b', instanceId });
    await eventually(
      'the backup',
      () => service.backup('b')?.status === 'done',
    );
    await service.startRestore({ restoreId: 'r', backupId: 'b' });
    await eventually(
      'the restore',
      () => service.restore('r')?.state === 'done',
    );
    expect(answers).toEqual([true]);
    await service.stop();
  });

  it('does not start beside processes that a killed provider left', async () => {
    const service = await openEngine(fakeEngine(), dataDir);
    const folder = join(dataDir, 'fake', 'instances', instanceId);
    await mkdir(folder);
    const leftover = spawn('sleep', ['60'], { detached: true });
    const pid = leftover.pid ?? 0;
    recordProcesses(join(folder, 'processes.json'), [
      { pid, stopSignal: 'SIGINT' },
    ]);
    await service.ensureInstance(order());
    expect(isRunning(pid)).toBe(false);
    expect(leftover.signalCode).toBe('SIGINT');
    await service.stop();
  });
});
