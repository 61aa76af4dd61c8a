/**
 * Makes a process crash at one of its writes: before it is sent, or after it
 * was executed and before the response is received.
 */
import { isWrite, type Call, type Faults } from './FaultyClient';

/** One crash of one process. Pass {@link CrashPoint.faults} to all of its clients. */
export class CrashPoint {
  /** The write at which the process has crashed. From then on no request is sent and no response received. */
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
   * Starts counting writes, from 1.
   * @param counts - which writes count; default: all.
   */
  arm(
    write: number,
    when: 'before' | 'after',
    counts: (call: Call) => boolean = () => true,
  ): void {
    this.writes = 0;
    this.armed = { write, when, counts };
  }

  /** Whether the fatal write is in progress: the server may have executed it, and the crash follows. */
  get isDue(): boolean {
    return this.fatal !== undefined && this.crashedAt === undefined;
  }

  /** Cancels the crash, unless it is due or has happened. */
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
