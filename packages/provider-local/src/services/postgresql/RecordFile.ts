/** A record in memory and on disk: changes are written in order, each atomically. */
import { Mutex } from 'async-mutex';
import { writeRecord } from './records';

export class RecordFile<T extends object> {
  private readonly mutex = new Mutex();
  private record: T;

  constructor(
    private readonly file: string,
    record: T,
  ) {
    this.record = record;
  }

  get value(): Readonly<T> {
    return this.record;
  }

  /** Changes the record in memory immediately; resolves when the change is on disk. */
  save(change: Partial<T>): Promise<void> {
    this.record = { ...this.record, ...change };
    return this.mutex.runExclusive(() => writeRecord(this.file, this.record));
  }
}
