/** Restores: each replaces the data of an instance by those of a backup, and has a record of its state. */
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Semaphore } from 'async-mutex';
import { RestoreReport } from './reports';
import { DataChangedError, ServiceError, conditionMessage } from '../errors';
import { Instance, restoreWork } from './Instance';
import { interruptedMessage, isAbortReason } from './jobs';
import { JobRecords } from './JobRecords';
import { whileReporting } from './progress';

export interface RestoreRecord extends RestoreReport {
  restoreId: string;
  /** Id of the backup. */
  source: string;
}

export interface RestoresContext {
  folder: string;
  slots: Semaphore;
  /** Writes the data of a backup to a file. */
  decrypt(backupId: string, to: string, signal: AbortSignal): Promise<void>;
  onChange(restoreId: string): void;
  onError(message: string, error: unknown): void;
}

/** The completed backup to restore from. */
export interface ChosenBackup {
  id: number;
  backupId: string;
}

const now = () => new Date().toISOString();
const isPending = (record: RestoreRecord) =>
  record.state === 'queued' || record.state === 'running';

function failureMessage(error: unknown): string {
  if (isAbortReason(error)) return interruptedMessage('restore', error);
  if (error instanceof DataChangedError) return error.message;
  return `${conditionMessage(error)} The data of the instance were not changed.`;
}

export class Restores {
  private readonly records: JobRecords<RestoreRecord>;
  /** Restores whose work has begun in this process and goes on. */
  private readonly active = new Set<RestoreRecord>();

  constructor(private readonly context: RestoresContext) {
    this.records = new JobRecords({
      ...context,
      idOf: ({ restoreId }) => restoreId,
    });
  }

  get(restoreId: string): RestoreReport | undefined {
    return this.records.get(restoreId);
  }

  /** Whether a restore from that backup is queued or running. */
  uses(backupId: string): boolean {
    return this.records
      .all()
      .some(record => record.source === backupId && isPending(record));
  }

  async load(): Promise<void> {
    await this.records.load();
    for (const { restoreId } of this.records.all()) {
      await rm(this.dataFileOf(restoreId), { force: true });
    }
  }

  /** Determines the outcome of restores that were running when the provider stopped, and starts queued ones. */
  async recoverAfterRestart(
    instance: Instance,
    wasCompleted: (restoreId: string) => boolean,
  ): Promise<void> {
    for (const record of this.records.all()) {
      if (record.instanceId !== instance.id) continue;
      if (record.state === 'running') {
        this.records.save(
          record,
          wasCompleted(record.restoreId)
            ? { state: 'done', finishedAt: now() }
            : {
                state: 'failed',
                finishedAt: now(),
                failure: interruptedMessage('restore'),
              },
        );
      } else if (record.state === 'queued') {
        void this.run(record, instance);
      }
    }
  }

  /**
   * Queues the restore on the first call and returns before the restore runs. Throws while another restore of the
   * instance is queued or running.
   */
  async start(
    restoreId: string,
    instance: Instance,
    source: ChosenBackup,
  ): Promise<RestoreReport> {
    const known = this.records.get(restoreId);
    if (known) return known;
    await instance.backups().findTools?.();
    if (
      this.records
        .all()
        .some(record => record.instanceId === instance.id && isPending(record))
    ) {
      throw new ServiceError(
        'Another restore of this instance is running. This one starts when that is done.',
        {
          retry: true,
        },
      );
    }
    const record: RestoreRecord = {
      restoreId,
      id: instance.nextNumber('restore'),
      instanceId: instance.id,
      backupId: source.id,
      source: source.backupId,
      state: 'queued',
      triggeredAt: now(),
    };
    this.records.add(record);
    void this.run(record, instance);
    return record;
  }

  /** Ends restores into an instance that was deleted, so that they can be deleted, too. */
  failPending(instanceId: string): void {
    for (const record of this.records.all()) {
      if (record.instanceId !== instanceId || !isPending(record)) continue;
      this.records.save(record, {
        state: 'failed',
        finishedAt: now(),
        failure: 'The service instance was deleted.',
      });
    }
  }

  /** Deletes the record; a queued restore then does not run. Throws while the restore runs. */
  async delete(restoreId: string): Promise<void> {
    const record = this.records.get(restoreId);
    if (!record) return;
    // A restore that a restart interrupted is not active.
    if (this.active.has(record)) {
      throw new ServiceError(
        'The restore is running. It is deleted as soon as it is done.',
        { retry: true },
      );
    }
    await this.records.delete(restoreId);
  }

  /** The unencrypted data, while the restore runs. */
  private dataFileOf = (restoreId: string) =>
    join(this.context.folder, `${restoreId}.data`);

  private async run(record: RestoreRecord, instance: Instance): Promise<void> {
    try {
      await instance.runExclusive(restoreWork, signal =>
        this.context.slots.runExclusive(async () => {
          signal.throwIfAborted();
          if (!this.records.get(record.restoreId)) return;
          this.active.add(record);
          this.records.save(record, { state: 'running' });
          await this.restore(record, instance, signal);
        }),
      );
      this.records.save(record, {
        state: 'done',
        progress: undefined,
        finishedAt: now(),
      });
    } catch (error) {
      // The next start repeats a queued restore, and finds out how a running one ended.
      if (isAbortReason(error, 'provider stopped')) return;
      if (!(error instanceof ServiceError))
        this.context.onError('a restore failed', error);
      this.records.save(record, {
        state: 'failed',
        progress: undefined,
        finishedAt: now(),
        failure: failureMessage(error),
      });
    } finally {
      this.active.delete(record);
    }
  }

  private async restore(
    record: RestoreRecord,
    instance: Instance,
    signal: AbortSignal,
  ) {
    const { restoreId, source } = record;
    const file = this.dataFileOf(restoreId);
    try {
      await this.context.decrypt(source, file, signal);
      const { size } = await stat(file);
      let restored = 0;
      await whileReporting(
        () => restored,
        bytes => this.records.save(record, { progress: { bytes, of: size } }),
        () =>
          instance.backups().restore(
            {
              restoreId,
              file,
              onProgress: bytes => {
                restored += bytes;
              },
            },
            signal,
          ),
      );
    } finally {
      await rm(file, { force: true });
    }
  }
}
