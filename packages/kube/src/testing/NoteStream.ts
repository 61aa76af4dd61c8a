// One stream of the fault-injecting API server, with configurable behavior.
import { ServerResponse } from 'node:http';
import { StreamBreak, breakOff } from './faults';
import { NoteEvent } from './NoteHistory';
import { bookmarkLine, lineOf } from './wire';

/** Behavior of streams that readers must support. */
export interface StreamBehavior {
  /** Each byte is written separately. */
  splitBytes: boolean;
  /** Delay before each line, in milliseconds. */
  slowMs: number;
  /** Every event is sent twice in a row. */
  duplicates: boolean;
  /** No bookmarks, not even at the end of a streaming list. */
  noBookmarks: boolean;
  /**
   * Events of several milliseconds are sent in one write (independent of `splitBytes`), and events of unrelated
   * objects in another order. The newest event stays the last one, so that a reader that resumes after what it has
   * seen misses nothing; if the connection were cut in between, no reader could detect the loss.
   */
  reordered: boolean;
}

/** Behavior of an ordinary server. */
export const defaultBehavior: StreamBehavior = {
  splitBytes: false,
  slowMs: 0,
  duplicates: false,
  noBookmarks: false,
  reordered: false,
};

const reorderMs = 3;

/** The same events in another order: those of the newest one's object at the end, the other objects in reverse. */
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

  /** @param from - version after which events are sent */
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

  /** Bytes that the reader has not consumed. */
  get unsentBytes(): number {
    return this.response.writableLength;
  }

  /** Whether the stream can still send events. */
  get alive(): boolean {
    return !this.#broken && !this.response.destroyed;
  }

  /** Sends a change, unless it is older than the start of the stream. */
  event(event: NoteEvent): void {
    if (event.version <= this.#from) return;
    if (!this.behavior.reordered) {
      this.#send(event);
      return;
    }
    this.#held.push(event);
    if (this.#held.length === 1) setTimeout(() => this.#release(), reorderMs);
  }

  /** Sends a bookmark, unless its version is older than the start of the stream. */
  bookmark(version: number, end = false): void {
    if (this.behavior.noBookmarks || version < this.#from) return;
    this.#release();
    this.#write(bookmarkLine(version, end));
  }

  /** Writes arbitrary bytes. */
  raw(bytes: string): void {
    this.#write(Buffer.from(bytes));
  }

  /** Ends the stream in the given way. */
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
