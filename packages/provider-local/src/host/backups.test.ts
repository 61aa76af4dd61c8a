import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fakeEngine, fakePlan } from '../testing/fakeEngine';
import {
  bindingId,
  instanceId,
  openEngine,
  removeFolder,
  temporaryFolder,
} from '../testing/host';
import { eventually } from '../testing/eventually';
import { ServiceHost } from './ServiceHost';
import { downloadBackup } from './downloadBackup';
import { openServiceHosts } from './openServiceHosts';
import { InstanceOrder } from './reports';
import { EngineBackups, EngineInstance, ServiceEngine } from './ServiceEngine';

jest.setTimeout(60_000);

const otherInstanceId = instanceId.replace('0f6b', '1f6b');

const order = (motto: string, id = instanceId): InstanceOrder => ({
  id,
  title: 'orders',
  serviceName: 'a9s-fake1',
  planName: fakePlan,
  parameters: { motto },
});

/** An engine whose dumps and restores end after `release`. */
function heldEngine(changes: Partial<EngineInstance>) {
  let release = () => {};
  const released = new Promise<void>(resolve => {
    release = resolve;
  });
  const backups: EngineBackups = {
    dump: file => released.then(() => writeFile(file, '')),
    dumpedBytes: async () => 1234,
    restore: () => released,
  };
  return { engine: fakeEngine({}, { backups, ...changes }), release };
}

describe('a backup', () => {
  let dataDir: string;
  let service: ServiceHost;

  beforeEach(async () => {
    dataDir = await temporaryFolder();
    service = await openEngine(fakeEngine(), dataDir);
    await service.ensureInstance(order('canary'));
    await service.startBackup({ backupId: 'b', instanceId });
    await eventually(
      'the backup is done',
      () => service.backup('b')?.status === 'done',
    );
  });
  afterEach(async () => {
    await service.stop();
    await removeFolder(dataDir);
  });

  const restart = async (engine: ServiceEngine) => {
    await service.stop();
    service = await openEngine(engine, dataDir);
    await service.loadInstances([instanceId]);
    await service.startInstances();
  };
  const backupFiles = () => readdir(join(dataDir, 'fake', 'backups'));
  const motto = async (id: string) =>
    (await service.bind(id, bindingId)).secret.motto;
  const download = (backupId: string) =>
    downloadBackup({
      dataDir,
      types: ['other', 'fake'],
      backupId,
      file: join(dataDir, 'download'),
    });

  it('shows what its engine has written so far', async () => {
    const { engine, release } = heldEngine({});
    await restart(engine);
    await service.startBackup({ backupId: 'slow', instanceId });
    await eventually(
      'the size is reported',
      () => service.backup('slow')?.size === 1234,
    );
    release();
    await eventually(
      'the backup is done',
      () => service.backup('slow')?.status === 'done',
    );
    expect(service.backup('slow')?.size).toBe(0);
  });

  it('can be restored into an instance whose quota is too small for a second copy', async () => {
    const { engine, release } = heldEngine({
      quota: {
        freeSpace: 'delete',
        usage: async () => 2,
        endWriters: async () => {},
      },
    });
    await restart(engine);
    await service.startRestore({ restoreId: 'r', backupId: 'b' });
    await eventually(
      'the restore runs',
      () => service.restore('r')?.state === 'running',
    );
    await service.checkUsage();
    expect(service.instance(instanceId)?.storage.within).toBe(true);

    release();
    await eventually(
      'the restore is done',
      () => service.restore('r')?.state === 'done',
    );
    await service.checkUsage();
    expect(service.instance(instanceId)?.storage.within).toBe(false);
  });

  it('can be deleted after a restore that waits was deleted, which then does not run', async () => {
    const { engine, release } = heldEngine({});
    await restart(engine);
    await service.startBackup({ backupId: 'slow', instanceId });
    await service.startRestore({ restoreId: 'r', backupId: 'b' });
    await expect(service.deleteBackup('b')).rejects.toThrow('is running');

    await service.deleteRestore('r');
    await service.deleteBackup('b');
    release();
    await eventually(
      'the other backup is done',
      () => service.backup('slow')?.status === 'done',
    );
    await service.ensureInstance(order('canary'));
    expect(service.restore('r')).toBeUndefined();
  });

  it('can be deleted after an interrupted restore was deleted, whose instance does not start again', async () => {
    await service.stop();
    await writeFile(
      join(dataDir, 'fake', 'restores', 'r.json'),
      JSON.stringify({
        restoreId: 'r',
        instanceId,
        source: 'b',
        state: 'running',
      }),
    );
    service = await openEngine(fakeEngine(), dataDir);
    await expect(service.deleteBackup('b')).rejects.toThrow('is running');
    await service.deleteRestore('r');
    await service.deleteBackup('b');
    expect(service.backup('b')).toBeUndefined();
  });

  it('is kept encrypted, with no other file', async () => {
    expect(await backupFiles()).toEqual(['b.dump', 'b.json']);
    const file = join(dataDir, 'fake', 'backups', 'b.dump');
    expect(await readFile(file, 'latin1')).not.toContain('canary');
    expect(service.backup('b')?.size).toBe('canary'.length);
  });

  it('is downloaded by operators', async () => {
    await download('b');
    expect(await readFile(join(dataDir, 'download'), 'utf8')).toBe('canary');
    await expect(download('c')).rejects.toThrow(/There is no backup c /);
  });

  it('is restored into another instance, also when its own is gone', async () => {
    await service.ensureInstance(order('other', otherInstanceId));
    await service.deleteInstance(instanceId, { keepData: false });
    await expect(
      service.startRestore({ restoreId: 'own', backupId: 'b' }),
    ).rejects.toThrow(/was deleted. Name another one of the same type/);

    await service.startRestore({
      restoreId: 'r',
      backupId: 'b',
      instanceId: otherInstanceId,
    });
    await eventually(
      'the restore is done',
      () => service.restore('r')?.state === 'done',
    );
    expect(service.restore('r')?.instanceId).toBe(otherInstanceId);
    expect(await motto(otherInstanceId)).toBe('canary');
    expect(await readdir(join(dataDir, 'fake', 'restores'))).toEqual([
      'r.json',
    ]);
  });

  it('is removed after the time that backups are kept, and says so', async () => {
    await service.stop();
    const later = new Date(Date.now() + 8 * 24 * 3_600_000);
    jest.useFakeTimers({ now: later, doNotFake: ['setTimeout', 'nextTick'] });
    try {
      [service] = (await openServiceHosts([fakeEngine()], dataDir, {
        backupRetentionDays: 7,
        onError: () => {},
      })) as [ServiceHost];
    } finally {
      jest.useRealTimers();
    }
    expect(service.backup('b')).toMatchObject({
      status: 'deleted',
      downloadable: false,
      failure: 'The data of this backup were removed after 7 days.',
    });
    expect(await backupFiles()).toEqual(['b.json']);
    await expect(download('b')).rejects.toThrow(/its status is deleted/);
    await expect(
      service.startRestore({ restoreId: 'r', backupId: 'b' }),
    ).rejects.toThrow(/failed or was removed/);
  });
});
