/** Backups: encrypted files, each with a record of its state. */
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Semaphore } from 'async-mutex';
import { BackupReport } from './reports';
import { ServiceError, conditionMessage } from '../errors';
import { Instance } from './Instance';
import { interruptedMessage, isAbortReason } from './jobs';
import { decryptFile, encryptFile } from './encryptedFile';
import { fileSize } from './folderSize';
import { JobRecords } from './JobRecords';
import { whileReporting } from './progress';

export interface BackupRecord extends BackupReport {
  backupId: string;
}

export interface BackupsContext {
  folder: string;
  /** Encrypts the files. */
  key: Buffer;
  /** Limits the number of concurrent tools, over all instances. */
  slots: Semaphore;
  onChange(backupId: string): void;
  /** Receives faults whose details do not belong in conditions. */
  onError(message: string, error: unknown): void;
}

const now = () => new Date().toISOString();

/** Renames in the folder then survive a crash of the machine. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export class Backups {
  private readonly records: JobRecords<BackupRecord>;

  constructor(private readonly context: BackupsContext) {
    this.records = new JobRecords({
      ...context,
      idOf: ({ backupId }) => backupId,
    });
  }

  get(backupId: string): BackupReport | undefined {
    return this.records.get(backupId);
  }

  /** The finished backups that were ordered before `time`. */
  olderThan(time: Date): string[] {
    return this.records
      .all()
      .filter(
        ({ status, triggeredAt }) =>
          status === 'done' && Date.parse(triggeredAt) < time.getTime(),
      )
      .map(({ backupId }) => backupId);
  }

  /** Writes the data of a finished backup to `to`, readable by this user alone. */
  decrypt(backupId: string, to: string, signal?: AbortSignal): Promise<void> {
    return decryptFile(
      this.context.key,
      { id: backupId, from: this.fileOf(backupId), to },
      signal,
    );
  }

  /** Loads the records of earlier runs. Jobs that were running when the provider ended are marked as failed. */
  async load(): Promise<void> {
    await this.records.load();
    for (const record of this.records.all()) {
      if (record.status === 'running') {
        await this.removeUnfinished(record.backupId);
        this.records.save(record, {
          status: 'failed',
          finishedAt: now(),
          failure: interruptedMessage('backup'),
        });
      }
    }
  }

  /** Starts backups that were queued when the provider stopped. */
  startQueued(instance: Instance): void {
    for (const record of this.records.all()) {
      if (record.instanceId === instance.id && record.status === 'queued') {
        void this.run(record, instance);
      }
    }
  }

  /** Ends backups of an instance that was deleted, so that they can be deleted, too. */
  failPending(instanceId: string): void {
    for (const record of this.records.all()) {
      const isPending = ['queued', 'running'].includes(record.status);
      if (record.instanceId !== instanceId || !isPending) continue;
      this.records.save(record, {
        status: 'failed',
        finishedAt: now(),
        failure: 'The service instance was deleted.',
      });
    }
  }

  /** Queues the backup on the first call and returns before the dump runs. */
  async start(backupId: string, instance: Instance): Promise<BackupReport> {
    const known = this.records.get(backupId);
    if (known) return known;
    await instance.backups().findTools?.();
    const record: BackupRecord = {
      backupId,
      id: instance.nextNumber('backup'),
      instanceId: instance.id,
      status: 'queued',
      triggeredAt: now(),
      downloadable: false,
    };
    this.records.add(record);
    void this.run(record, instance);
    return record;
  }

  async delete(backupId: string): Promise<void> {
    const record = this.records.get(backupId);
    if (!record) return;
    if (record.status === 'running') {
      throw new ServiceError(
        'The backup is running. It is deleted as soon as it is done.',
        { retry: true },
      );
    }
    await this.records.delete(backupId, this.fileOf(backupId));
  }

  /** Removes the data, and keeps the record with the reason. */
  async expire(backupId: string, reason: string): Promise<void> {
    const record = this.records.get(backupId);
    if (!record) return;
    await rm(this.fileOf(backupId), { force: true });
    this.records.save(record, {
      status: 'deleted',
      downloadable: false,
      failure: reason,
    });
  }

  private fileOf = (backupId: string) =>
    join(this.context.folder, `${backupId}.dump`);
  private unfinishedFileOf = (backupId: string) =>
    `${this.fileOf(backupId)}.unfinished`;
  private unencryptedFileOf = (backupId: string) =>
    `${this.fileOf(backupId)}.unencrypted`;

  private async removeUnfinished(backupId: string): Promise<void> {
    await rm(this.unfinishedFileOf(backupId), { force: true });
    await rm(this.unencryptedFileOf(backupId), { force: true });
  }

  private async run(record: BackupRecord, instance: Instance): Promise<void> {
    const { backupId } = record;
    try {
      await instance.runExclusive('a backup', signal =>
        this.context.slots.runExclusive(async () => {
          if (!this.records.get(backupId)) return;
          signal.throwIfAborted();
          this.records.save(record, { status: 'running' });
          await this.dump(record, instance, signal);
        }),
      );
    } catch (error) {
      await this.removeUnfinished(backupId);
      // A queued job has not begun, so it can start after the restart.
      if (
        record.status === 'queued' &&
        isAbortReason(error, 'provider stopped')
      )
        return;
      if (!(error instanceof ServiceError))
        this.context.onError('a backup failed', error);
      this.records.save(record, {
        status: 'failed',
        size: undefined,
        finishedAt: now(),
        failure: isAbortReason(error)
          ? interruptedMessage('backup', error)
          : conditionMessage(error),
      });
    }
  }

  private async dump(
    record: BackupRecord,
    instance: Instance,
    signal: AbortSignal,
  ) {
    const { backupId } = record;
    const dump = this.unencryptedFileOf(backupId);
    const unfinished = this.unfinishedFileOf(backupId);
    const backups = instance.backups();
    await whileReporting(
      () => backups.dumpedBytes?.() ?? fileSize(dump),
      size => this.records.save(record, { size }),
      () => backups.dump(dump, signal),
    );
    const size = await fileSize(dump);
    await encryptFile(
      this.context.key,
      { id: backupId, from: dump, to: unfinished },
      signal,
    );
    await rm(dump);
    await rename(unfinished, this.fileOf(backupId));
    await syncFolder(this.context.folder);
    this.records.save(record, {
      status: 'done',
      finishedAt: now(),
      size,
      downloadable: true,
    });
  }
}
