// What lies behind the fault-injecting API server: notes, their versions, and the history that watches follow.
import { Note } from './notes';

/** A change, and the version the store had after it. */
export interface NoteEvent {
  type: 'ADDED' | 'MODIFIED' | 'DELETED';
  object: Note;
  version: number;
}

/** A state to go back to. */
export interface Backup {
  objects: Map<string, Note>;
  version: number;
}

/** Notes over time, as etcd keeps them. */
export class NoteHistory {
  /** Called after each change. */
  onEvent: (event: NoteEvent) => void = () => {};
  /** Every change there ever was, also those that watches cannot have any more. */
  readonly log: NoteEvent[] = [];

  #objects = new Map<string, Note>();
  #events: NoteEvent[] = [];
  #version = 100;
  #oldest = 0;
  #uids = 0;
  readonly #snapshots = new Map<number, Note[]>();

  /** The version of the last change. */
  get version(): number {
    return this.#version;
  }

  /** Versions before this one are forgotten. */
  get oldest(): number {
    return this.#oldest;
  }

  get(name: string): Note | undefined {
    return this.#objects.get(name);
  }

  list(): Note[] {
    return [...this.#objects.values()];
  }

  /** What was there at a version, for the further pages of a list. */
  snapshot(version: number): Note[] {
    const kept = this.#snapshots.get(version) ?? this.list();
    this.#snapshots.set(version, kept);
    return kept;
  }

  /** Changes behind a version, in order. */
  eventsAfter(version: number): NoteEvent[] {
    return this.#events.filter(event => event.version > version);
  }

  put(
    name: string,
    text?: string,
    extra: Partial<Note['metadata']> = {},
  ): void {
    const existing = this.#objects.get(name);
    this.#version += 1;
    this.#uids += existing ? 0 : 1;
    const object: Note = {
      apiVersion: 'testing.example/v1',
      kind: 'Note',
      metadata: {
        name,
        uid: existing?.metadata.uid ?? `uid-${this.#uids}`,
        resourceVersion: String(this.#version),
        ...extra,
      },
      text,
    };
    this.#objects.set(name, object);
    this.#record(existing ? 'MODIFIED' : 'ADDED', object);
  }

  remove(name: string): void {
    const existing = this.#objects.get(name);
    if (!existing) throw new Error(`There is no note ${name}.`);
    this.#objects.delete(name);
    this.#version += 1;
    const metadata = {
      ...existing.metadata,
      resourceVersion: String(this.#version),
    };
    this.#record('DELETED', { ...existing, metadata });
  }

  /** Other resources are written: versions pass. */
  passVersions(count: number): void {
    this.#version += count;
  }

  /** Forgets all versions before this one, as etcd does when it is compacted. */
  compact(): void {
    this.#version += 1;
    this.#oldest = this.#version;
    this.#events = [];
    this.#snapshots.clear();
  }

  /** Something to {@link NoteHistory.restore} later. */
  backup(): Backup {
    return { objects: new Map(this.#objects), version: this.#version };
  }

  /** Becomes what it was, versions and all: what happened since never happened. */
  restore({ objects, version }: Backup): void {
    this.#objects = new Map(objects);
    this.#version = version;
    this.#events = this.#events.filter(event => event.version <= version);
    this.#snapshots.clear();
  }

  #record(type: NoteEvent['type'], object: Note): void {
    const event = { type, object, version: this.#version };
    this.#events.push(event);
    this.log.push(event);
    this.onEvent(event);
  }
}
