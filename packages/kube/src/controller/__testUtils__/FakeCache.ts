import { Cache, CacheChange, CacheHealth } from '../../cache/Cache';
import { defineResource } from '../../resources';
import { parseKey } from '../../keys';
import { KubeObject, ObjectMeta } from '../../types';

const widgets = defineResource<KubeObject>({
  group: 'testing.example',
  version: 'v1',
  plural: 'widgets',
  kind: 'Widget',
  namespaced: true,
});

const widget = (key: string, metadata: ObjectMeta = {}): KubeObject => ({
  apiVersion: 'testing.example/v1',
  kind: 'Widget',
  metadata: { ...parseKey(key), generation: 1, ...metadata },
});

/** A synced cache whose changes the test makes. */
export class FakeCache implements Cache<KubeObject> {
  readonly resource = widgets;
  readonly synced = true;
  readonly health: CacheHealth = {
    state: 'watching',
    since: new Date(),
    restarts: {},
  };
  readonly #objects: Map<string, KubeObject>;
  readonly #listeners = new Set<(change: CacheChange<KubeObject>) => void>();

  constructor(keys: string[]) {
    this.#objects = new Map(keys.map(key => [key, widget(key)]));
  }

  /** Emits an update of an object. */
  update(key: string, before: ObjectMeta, after: ObjectMeta): void {
    const object = widget(key, after);
    const previous = widget(key, before);
    this.#listeners.forEach(listener =>
      listener({ type: 'updated', key, object, previous, source: 'watch' }),
    );
  }

  get listeners(): number {
    return this.#listeners.size;
  }

  start(): void {}
  async whenSynced(): Promise<void> {}
  get(key: string): KubeObject | undefined {
    return this.#objects.get(key);
  }
  list(): KubeObject[] {
    return [...this.#objects.values()];
  }
  byIndex(): KubeObject[] {
    return [];
  }
  subscribe(listener: (change: CacheChange<KubeObject>) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
  onHealth(): () => void {
    return () => {};
  }
}
