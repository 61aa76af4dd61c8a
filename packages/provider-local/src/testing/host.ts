/** Shared helpers of the tests with real servers. */
import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { processStartTime } from '@klutch/local-processes';
import { backupKeyFileIn, readBackupKey } from '../host/backupKey';
import { ServiceHost } from '../host/ServiceHost';
import { decryptFile, encryptFile } from '../host/encryptedFile';
import { openServiceHosts } from '../host/openServiceHosts';
import { InstanceOrder } from '../host/reports';
import { OfferedPlan, ServiceEngine } from '../host/ServiceEngine';
import { eventually } from './eventually';

/** A folder that every user may traverse, as required by the system user of the servers. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'klutch-provider-'));
  await chmod(folder, 0o755);
  return folder;
}

/** Removes the files of a test. */
export const removeFolder = (folder: string) =>
  rm(folder, { recursive: true, force: true });

/** A service that collects faults instead of logging them, and that checks sizes only when the test calls it. */
export async function openEngine(
  engine: ServiceEngine,
  dataDir: string,
  errors: unknown[] = [],
): Promise<ServiceHost> {
  const [service] = await openServiceHosts([engine], dataDir, {
    usageIntervalMs: 3_600_000,
    onError: (message, error) => errors.push({ message, error }),
  });
  return service as ServiceHost;
}

export const instanceId = '0f6b8a56-2a51-4b53-9d3e-2f6f4f3f7f11-1781000000';
export const bindingId = '5a0c27de-1111-4222-8333-444455556666';

/** An engine with plans of so little storage that a test fills it quickly. */
export const withStorage = <Plan extends OfferedPlan>(
  engine: ServiceEngine<Plan>,
  storageBytes: number,
): ServiceEngine =>
  ({
    ...engine,
    offers: engine.offers.map(offer => ({
      ...offer,
      plans: offer.plans.map(plan => ({ ...plan, storageBytes })),
    })),
  }) as ServiceEngine;

/** Orders an instance, also while its programs are being downloaded or built. */
export async function provision(
  service: ServiceHost,
  order: InstanceOrder,
): Promise<void> {
  for (;;) {
    try {
      await service.ensureInstance(order);
      return;
    } catch (error) {
      if ((error as Error).name !== 'InProgressError') throw error;
    }
  }
}

/** Backs the instance up; returns the id of the backup once it is stored. */
export async function takeBackup(service: ServiceHost): Promise<string> {
  const backupId = randomUUID();
  await service.startBackup({ backupId, instanceId });
  await eventually(
    'the backup has ended',
    () => ['done', 'failed'].includes(service.backup(backupId)?.status ?? ''),
    60_000,
  );
  expect(service.backup(backupId)).toMatchObject({ status: 'done' });
  return backupId;
}

/** Restores a backup in place; returns the restore once it has ended. */
export async function runRestore(service: ServiceHost, backupId: string) {
  const restoreId = randomUUID();
  await service.startRestore({ restoreId, backupId });
  await eventually(
    'the restore has ended',
    () => ['done', 'failed'].includes(service.restore(restoreId)?.state ?? ''),
    60_000,
  );
  return service.restore(restoreId);
}

/** Pids of the servers of an instance, in the order in which they were started. */
export async function serverPids(instanceFolder: string): Promise<number[]> {
  const file = join(instanceFolder, 'processes.json');
  const processes: { pid: number }[] = JSON.parse(await readFile(file, 'utf8'));
  return processes.map(({ pid }) => pid);
}

const idOf = (backupFile: string) => basename(backupFile, '.dump');

/** Writes the decrypted content of the file of a backup. */
export const decryptBackup = async (
  dataDir: string,
  files: { from: string; to: string },
): Promise<void> =>
  decryptFile(await readBackupKey(backupKeyFileIn(dataDir)), {
    id: idOf(files.from),
    ...files,
  });

/** Changes what a backup contains, as if its service had written it so. */
export async function changeBackup(
  dataDir: string,
  file: string,
  change: (content: Buffer) => Buffer,
): Promise<void> {
  const plain = `${file}.changed`;
  await decryptBackup(dataDir, { from: file, to: plain });
  await writeFile(plain, change(await readFile(plain)));
  const key = await readBackupKey(backupKeyFileIn(dataDir));
  await encryptFile(key, { id: idOf(file), from: plain, to: file });
  await rm(plain);
}

export const isRunning = (pid: number) => processStartTime(pid) !== undefined;
