/** Lets a process die at one of its writes: before it is sent, or when it is done and nobody heard the answer. */
import { isWrite, type Call, type Faults } from './FaultyClient';

/** One crash of one process. Give {@link CrashPoint.faults} to all of its clients. */
export class CrashPoint {
  /** Set once it has happened: the write at which. From then on nothing is sent and nothing is heard. */
  crashedAt: Call | undefined;
  private armed:
    | {
        write: number;
        when: 'before' | 'after';
        counts: (call: Call) => boolean;
      }
    | undefined;
  private fatal: Call | undefined;
  private writes = 0;

  /**
   * From now on the writes count, from 1.
   * @param counts - those that do; default: all.
   */
  arm(
    write: number,
    when: 'before' | 'after',
    counts: (call: Call) => boolean = () => true,
  ): void {
    this.writes = 0;
    this.armed = { write, when, counts };
  }

  /** Its write is under way: the server may have done it, and the crash is still to come. */
  get isDue(): boolean {
    return this.fatal !== undefined && this.crashedAt === undefined;
  }

  /** It will not happen any more, unless it is due; if it has, it has. */
  disarm(): void {
    this.armed = undefined;
  }

  readonly faults: Faults = {
    before: call => {
      if (this.crashedAt) throw new Error('The process has crashed.');
      if (!this.armed || !isWrite(call) || !this.armed.counts(call)) return;
      this.writes += 1;
      if (this.writes !== this.armed.write) return;
      this.fatal = call;
      if (this.armed.when === 'before') this.crash(call);
    },
    answer: (call, answer) => {
      if (call === this.fatal) this.crash(call);
      if (this.crashedAt) throw new Error('The process has crashed.');
      return answer;
    },
    failed: call => {
      if (call === this.fatal) this.crash(call);
    },
  };

  private crash(call: Call): never {
    this.crashedAt = call;
    throw new Error('The process crashes.');
  }
}
