/** Stores in memory with a manual clock, which record every stored value. */
import type {
  ExpiringStore,
  ExpiringStores,
} from '../../sessions/ExpiringStore';
import { memoryStores } from '../../sessions/memoryStores';

export interface RecordedStores extends ExpiringStores {
  advanceTime(ms: number): void;
  /** Every value that was ever stored, as JSON. */
  dump(): string;
}

/** Creates the stores. */
export const recordedStores = (): RecordedStores => {
  let now = 0;
  const written: string[] = [];
  const stores = memoryStores({ now: () => now });
  return {
    advanceTime(ms) {
      now += ms;
    },
    dump: () => written.join('\n'),
    of<Value>(kind: string): ExpiringStore<Value> {
      const store = stores.of<Value>(kind);
      return {
        ...store,
        put(id, value, ttlMs) {
          written.push(JSON.stringify(value));
          return store.put(id, value, ttlMs);
        },
      };
    },
  };
};
