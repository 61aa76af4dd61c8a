/** Stops a konnector in front of its writes, as a process that is paused between decision and request. */
import { isWrite, type Call, type Faults } from './FaultyClient';

/** Give {@link Pause.faults} to all clients of one konnector. */
export class Pause {
  /** Writes that wait. */
  readonly held: Call[] = [];
  private holds: (call: Call) => boolean = () => false;
  private over: Promise<void> = Promise.resolve();
  private end: () => void = () => undefined;

  /** Writes of this kind wait from now on. */
  begin(holds: (call: Call) => boolean): void {
    this.held.length = 0;
    this.over = new Promise(resolve => {
      this.end = resolve;
    });
    this.holds = holds;
  }

  /** Sends what waits. */
  release(): void {
    this.holds = () => false;
    this.end();
  }

  readonly faults: Faults = {
    before: async call => {
      if (!isWrite(call) || !this.holds(call)) return;
      this.held.push(call);
      await this.over;
    },
  };
}
