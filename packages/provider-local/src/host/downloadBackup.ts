/** Gives operators the data of a backup, also while the provider runs or after it was removed. */
import { join } from 'node:path';
import { ServiceError } from '../errors';
import { BackupRecord } from './Backups';
import { backupKeyFileIn, readBackupKey } from './backupKey';
import { decryptFile } from './encryptedFile';
import { readRecord } from './records';

export interface DownloadRequest {
  /** Folder of the provider. */
  dataDir: string;
  /** Types of services whose backups are searched. */
  types: readonly string[];
  /** `metadata.uid` of the managed resource. */
  backupId: string;
  /** Overwritten; readable by this user alone. In the format of the service's own tools. */
  file: string;
  /** Default: that of the folder. */
  backupKeyFile?: string;
}

/** Throws ServiceError when there is no such backup, or when its file is damaged. */
export async function downloadBackup(request: DownloadRequest): Promise<void> {
  const { dataDir, types, backupId, file } = request;
  for (const type of types) {
    const folder = join(dataDir, type, 'backups');
    const record = await readRecord<BackupRecord>(
      join(folder, `${backupId}.json`),
    );
    if (!record) continue;
    if (!record.downloadable) {
      throw new ServiceError(
        `This backup has no data: its status is ${record.status}.`,
        { retry: false },
      );
    }
    const key = await readBackupKey(
      request.backupKeyFile ?? backupKeyFileIn(dataDir),
    );
    await decryptFile(key, {
      id: backupId,
      from: join(folder, `${backupId}.dump`),
      to: file,
    });
    return;
  }
  throw new ServiceError(
    `There is no backup ${backupId} in ${dataDir}. Give metadata.uid of an object of "kubectl get backups.dataservices.anynines.com".`,
    { retry: false },
  );
}
