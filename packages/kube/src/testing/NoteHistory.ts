// The storage of the fault-injecting API server: notes, their versions, and the history for watches.
import { Note } from './notes';

/** A change, and the version of the store after it. */
export interface NoteEvent {
  type: 'ADDED' | 'MODIFIED' | 'DELETED';
  object: Note;
  version: number;
}

/** A state that can be restored. */
export interface Backup {
  objects: Map<string, Note>;
  version: number;
}

/** Notes over time, as etcd keeps them. */
export class NoteHistory {
  /** Called after each change. */
  onEvent: (event: NoteEvent) => void = () => {};
  /** All changes, including compacted ones. */
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

  /** Oldest version that is not compacted. */
  get oldest(): number {
    return this.#oldest;
  }

  get(name: string): Note | undefined {
    return this.#objects.get(name);
  }

  list(): Note[] {
    return [...this.#objects.values()];
  }

  /** The notes at a version, for the further pages of a list. */
  snapshot(version: number): Note[] {
    const kept = this.#snapshots.get(version) ?? this.list();
    this.#snapshots.set(version, kept);
    return kept;
  }

  /** Changes after a version, in order. */
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

  /** Advances the version, as writes to other resources do. */
  passVersions(count: number): void {
    this.#version += count;
  }

  /** Compacts all versions before the present one, as etcd does. */
  compact(): void {
    this.#version += 1;
    this.#oldest = this.#version;
    this.#events = [];
    this.#snapshots.clear();
  }

  /** A state for {@link NoteHistory.restore}. */
  backup(): Backup {
    return { objects: new Map(this.#objects), version: this.#version };
  }

  /** Restores a state including its version; later changes are lost. */
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
