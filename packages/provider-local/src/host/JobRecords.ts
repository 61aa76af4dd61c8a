/** The records of backups or restores: in memory, and a file for each in one folder. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readRecords, writeRecord } from './records';

export interface JobRecordsOptions<T> {
  folder: string;
  idOf(record: T): string;
  /** Called after each change. */
  onChange(id: string): void;
  onError(message: string, error: unknown): void;
}

/** Milliseconds until records that could not be written are written again. */
const retryMs = 5_000;

export class JobRecords<T extends object> {
  private readonly records = new Map<string, T>();
  private readonly unwritten = new Set<T>();
  private retry: NodeJS.Timeout | undefined;

  constructor(private readonly options: JobRecordsOptions<T>) {}

  /** Loads the records of earlier runs. */
  async load(): Promise<void> {
    const { folder, idOf, onError } = this.options;
    for (const record of await readRecords<T>(folder, onError)) {
      this.records.set(idOf(record), record);
    }
  }

  get(id: string): T | undefined {
    return this.records.get(id);
  }

  all(): T[] {
    return [...this.records.values()];
  }

  /** Adds a new record; see {@link save}. */
  add(record: T): void {
    this.records.set(this.options.idOf(record), record);
    this.save(record);
  }

  /**
   * Changes a record; a deleted one stays deleted. Never throws: jobs end in timers and error handlers, and a full disk
   * must not end the provider. A record that cannot be written is written later; after a crash before that, the job
   * counts as interrupted.
   */
  save(record: T, change: Partial<T> = {}): void {
    const id = this.options.idOf(record);
    if (this.records.get(id) !== record) return;
    Object.assign(record, change);
    this.unwritten.add(record);
    this.write();
    this.options.onChange(id);
  }

  /** Removes the file `data` first, so that a crash in between leaves the record. */
  async delete(id: string, data?: string): Promise<void> {
    const record = this.records.get(id);
    if (!record) return;
    this.records.delete(id);
    this.unwritten.delete(record);
    if (data) await rm(data, { force: true });
    await rm(this.fileOf(record), { force: true });
  }

  private fileOf(record: T): string {
    const { folder, idOf } = this.options;
    return join(folder, `${idOf(record)}.json`);
  }

  private write(): void {
    for (const record of this.unwritten) {
      try {
        writeRecord(this.fileOf(record), record);
        this.unwritten.delete(record);
      } catch (error) {
        this.options.onError('a record could not be written', error);
        this.retry ??= setTimeout(() => {
          this.retry = undefined;
          this.write();
        }, retryMs).unref();
      }
    }
  }
}
