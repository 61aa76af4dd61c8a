/** Backups: dump files, each with a record of its state, kept until deleted by the user. */
import { rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Semaphore } from 'async-mutex';
import { BackupReport } from './reports';
import { ServiceError, conditionMessage } from '../errors';
import { Instance } from './Instance';
import { interruptedMessage, isAbortReason } from './jobs';
import { readRecords, writeRecord } from './records';

export interface BackupRecord extends BackupReport {
  backupId: string;
}

export interface BackupsContext {
  folder: string;
  /** Limits the number of concurrent tools, over all instances. */
  slots: Semaphore;
  onChange(backupId: string): void;
  /** Receives faults whose details do not belong in conditions. */
  onError(message: string, error: unknown): void;
}

const now = () => new Date().toISOString();

export class Backups {
  private readonly records = new Map<string, BackupRecord>();

  constructor(private readonly context: BackupsContext) {}

  get(backupId: string): BackupReport | undefined {
    return this.records.get(backupId);
  }

  fileOf(backupId: string): string {
    return join(this.context.folder, `${backupId}.dump`);
  }

  /** Loads the records of earlier runs. Jobs that were running when the provider ended are marked as failed. */
  async load(): Promise<void> {
    for (const record of await readRecords<BackupRecord>(this.context.folder)) {
      this.records.set(record.backupId, record);
      if (record.status === 'running') {
        await rm(this.unfinishedFileOf(record.backupId), { force: true });
        this.save(record, {
          status: 'failed',
          finishedAt: now(),
          failure: interruptedMessage('backup'),
        });
      }
    }
  }

  /** Starts backups that were queued when the provider stopped. */
  startQueued(instance: Instance): void {
    for (const record of this.records.values()) {
      if (record.instanceId === instance.id && record.status === 'queued') {
        void this.run(record, instance);
      }
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
    this.save(record, {});
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
    this.records.delete(backupId);
    await rm(this.fileOf(backupId), { force: true });
    await rm(this.recordFileOf(backupId), { force: true });
  }

  private recordFileOf = (backupId: string) =>
    join(this.context.folder, `${backupId}.json`);
  private unfinishedFileOf = (backupId: string) =>
    `${this.fileOf(backupId)}.unfinished`;

  private save(record: BackupRecord, change: Partial<BackupRecord>) {
    Object.assign(record, change);
    this.records.set(record.backupId, record);
    writeRecord(this.recordFileOf(record.backupId), record);
    this.context.onChange(record.backupId);
  }

  private async run(record: BackupRecord, instance: Instance): Promise<void> {
    const { backupId } = record;
    try {
      await instance.runExclusive('a backup', signal =>
        this.context.slots.runExclusive(async () => {
          if (!this.records.has(backupId)) return;
          signal.throwIfAborted();
          this.save(record, { status: 'running' });
          await this.dump(record, instance, signal);
        }),
      );
    } catch (error) {
      await rm(this.unfinishedFileOf(backupId), { force: true });
      // A queued job has not begun, so it can start after the restart.
      if (
        record.status === 'queued' &&
        isAbortReason(error, 'provider stopped')
      )
        return;
      if (!(error instanceof ServiceError))
        this.context.onError('a backup failed', error);
      this.save(record, {
        status: 'failed',
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
    const unfinished = this.unfinishedFileOf(record.backupId);
    const file = this.fileOf(record.backupId);
    await instance.backups().dump(unfinished, signal);
    const { size } = await stat(unfinished);
    await rename(unfinished, file);
    this.save(record, {
      status: 'done',
      finishedAt: now(),
      size,
      downloadable: true,
    });
  }
}
