/** Stops a konnector in front of its writes, as a process that is paused between decision and request. */
import { isWrite, type Call, type Faults } from './FaultyClient';

/** Give {@link WritePause.faults} to all clients of one konnector. */
export class WritePause {
  /** Writes that wait. */
  readonly pausedWrites: Call[] = [];
  private shouldPause: (call: Call) => boolean = () => false;
  private finished: Promise<void> = Promise.resolve();
  private resolveFinished: () => void = () => undefined;

  /** Writes of this kind wait from now on. */
  begin(shouldPause: (call: Call) => boolean): void {
    this.pausedWrites.length = 0;
    this.finished = new Promise(resolve => {
      this.resolveFinished = resolve;
    });
    this.shouldPause = shouldPause;
  }

  /** Sends what waits. */
  resume(): void {
    this.shouldPause = () => false;
    this.resolveFinished();
  }

  readonly faults: Faults = {
    before: async call => {
      if (!isWrite(call) || !this.shouldPause(call)) return;
      this.pausedWrites.push(call);
      await this.finished;
    },
  };
}
