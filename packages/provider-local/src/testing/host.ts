/** Shared helpers of the tests with real servers. */
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  processStartTime,
  waitFor as waitForCondition,
} from '@klutch/local-processes';
import { backupKeyFileIn, readBackupKey } from '../host/backupKey';
import { DataService } from '../host/DataService';
import { decryptFile, encryptFile } from '../host/encryptedFile';
import { openDataServices } from '../host/openDataServices';
import { ServiceEngine } from '../host/ServiceEngine';

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
): Promise<DataService> {
  const [service] = await openDataServices([engine], dataDir, {
    storageIntervalMs: 3_600_000,
    onError: (message, error) => errors.push({ message, error }),
  });
  return service as DataService;
}

export const instanceId = '0f6b8a56-2a51-4b53-9d3e-2f6f4f3f7f11-1781000000';
export const bindingId = '5a0c27de-1111-4222-8333-444455556666';

/** Changes what a backup contains, as if its service had written it so. */
export async function changeBackup(
  dataDir: string,
  file: string,
  change: (content: Buffer) => Buffer,
): Promise<void> {
  const key = await readBackupKey(backupKeyFileIn(dataDir));
  const plain = `${file}.changed`;
  await decryptFile(key, { from: file, to: plain });
  await writeFile(plain, change(await readFile(plain)));
  await encryptFile(key, { from: plain, to: file });
  await rm(plain);
}

export const isRunning = (pid: number) => processStartTime(pid) !== undefined;

/** Polls until the condition is true; fails with `what` after `timeoutMs`. */
export const waitFor = (
  what: string,
  condition: () => boolean | Promise<boolean>,
  timeoutMs = 20_000,
): Promise<void> =>
  waitForCondition(condition, { what, timeoutMs, intervalMs: 25 });
