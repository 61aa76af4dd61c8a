/** A record in memory and on disk: each change is written atomically. */
import { writeRecord } from './records';

export class RecordFile<T extends object> {
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

  /** Throws when the file cannot be written; the record is unchanged then, as a restart would find it. */
  save(change: Partial<T>): void {
    const next = { ...this.record, ...change };
    writeRecord(this.file, next);
    this.record = next;
  }
}
