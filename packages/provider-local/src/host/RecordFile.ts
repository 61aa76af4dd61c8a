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

  save(change: Partial<T>): void {
    this.record = { ...this.record, ...change };
    writeRecord(this.file, this.record);
  }
}
