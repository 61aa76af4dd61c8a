// One stream of the fault-injecting API server: the events of the history, in good manners or bad.
import { ServerResponse } from 'node:http';
import { StreamBreak, breakOff } from './faults';
import { NoteEvent } from './NoteHistory';
import { bookmarkLine, lineOf } from './wire';

/** How streams are written. All of it is what a reader must bear. */
export interface StreamBehavior {
  /** Byte by byte, each in a write of its own. */
  splitBytes: boolean;
  /** Every line with so many milliseconds before it. */
  slowMs: number;
  /** Every event twice in a row. */
  duplicates: boolean;
  /** Never a bookmark, not even behind a streaming list. */
  noBookmarks: boolean;
  /**
   * Events of some milliseconds leave in one piece (whatever `splitBytes` says), and in another order wherever they are
   * of unrelated objects. The newest stays the last. So a reader that resumes behind what it has seen misses nothing;
   * were the connection cut between them, no reader could tell.
   */
  reordered: boolean;
}

/** Those of a good server. */
export const defaultBehavior: StreamBehavior = {
  splitBytes: false,
  slowMs: 0,
  duplicates: false,
  noBookmarks: false,
  reordered: false,
};

const reorderMs = 3;

/** The same events: those of the newest's object at the end, the other objects from the last to the first. */
function reorder(events: NoteEvent[]): NoteEvent[] {
  const byName = new Map<string, NoteEvent[]>();
  for (const event of events) {
    const name = event.object.metadata.name ?? '';
    const earlier = byName.get(name) ?? [];
    byName.delete(name);
    byName.set(name, [...earlier, event]);
  }
  const [newest = [], ...others] = [...byName.values()].reverse();
  return [...others, newest].flat();
}

/** Writes one stream. */
export class NoteStream {
  #from: number;
  #plannedBreak: { how: StreamBreak; afterEvents: number } | undefined;
  #unsent: Promise<void> = Promise.resolve();
  #held: NoteEvent[] = [];
  #broken = false;

  /** @param from - events up to this version are none of its business */
  constructor(
    private readonly response: ServerResponse,
    private readonly behavior: StreamBehavior,
    from: number,
    plannedBreak?: { how: StreamBreak; afterEvents?: number },
  ) {
    this.#from = from;
    this.#plannedBreak = plannedBreak && { afterEvents: 0, ...plannedBreak };
    if (this.#plannedBreak?.afterEvents === 0)
      this.break(this.#plannedBreak.how);
  }

  /** Bytes that the reader has not taken. */
  get unsentBytes(): number {
    return this.response.writableLength;
  }

  /** Whether anything will ever come. */
  get alive(): boolean {
    return !this.#broken && !this.response.destroyed;
  }

  /** Tells a change, if it lies behind where the stream began. */
  event(event: NoteEvent): void {
    if (event.version <= this.#from) return;
    if (!this.behavior.reordered) {
      this.#send(event);
      return;
    }
    this.#held.push(event);
    if (this.#held.length === 1) setTimeout(() => this.#release(), reorderMs);
  }

  /** Tells how far the server is, unless that is before where the stream began. */
  bookmark(version: number, end = false): void {
    if (this.behavior.noBookmarks || version < this.#from) return;
    this.#release();
    this.#write(bookmarkLine(version, end));
  }

  /** Writes anything. */
  raw(bytes: string): void {
    this.#write(Buffer.from(bytes));
  }

  /** Ends the stream in one way or another. */
  break(how: StreamBreak): void {
    if (how === 'end') this.#release();
    this.#broken = true;
    const breakNow = () => breakOff(this.response, how);
    if (how === 'end') this.#unsent.then(breakNow);
    else breakNow();
  }

  #release(): void {
    const events = reorder(this.#held);
    this.#held = [];
    if (events.length > 0) this.#send(...events);
  }

  #send(...events: NoteEvent[]): void {
    const lines = events.map(({ type, object }) => lineOf(type, object));
    const times = this.behavior.duplicates ? 2 : 1;
    this.#write(
      Buffer.concat(lines.flatMap(line => Array<Buffer>(times).fill(line))),
    );
    if (!this.#plannedBreak) return;
    this.#plannedBreak.afterEvents -= events.length;
    if (this.#plannedBreak.afterEvents <= 0) this.break(this.#plannedBreak.how);
  }

  #write(bytes: Buffer): void {
    if (this.#broken) return;
    const { slowMs } = this.behavior;
    if (slowMs === 0) {
      this.#writeNow(bytes);
      return;
    }
    this.#unsent = this.#unsent.then(async () => {
      await new Promise(resolve => {
        setTimeout(resolve, slowMs);
      });
      this.#writeNow(bytes);
    });
  }

  #writeNow(bytes: Buffer): void {
    if (this.response.destroyed || this.response.writableEnded) return;
    const { splitBytes, reordered } = this.behavior;
    if (!splitBytes || reordered) this.response.write(bytes);
    else for (const byte of bytes) this.response.write(Buffer.of(byte));
  }
}
