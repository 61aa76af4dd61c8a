/** Stores in the memory of one process: for tests, and for a server that has no replica and may forget. */
import type { ExpiringStore, ExpiringStores } from './ExpiringStore';
import { storedKey } from './storedKey';

/** How much is kept. */
export interface MemoryStoresOptions {
  /** Values of each kind; 10 000 when left out. */
  maxValues?: number;
  /** Milliseconds since 1970. */
  now?: () => number;
}

interface Entry {
  /** JSON, so that nobody changes what is kept. */
  value: string;
  expiresAt: number;
}

/**
 * Nobody can make these grow without end: where a kind has too many values, those that have ended go first, then the
 * oldest. Whoever begins more handshakes than fit only drives out handshakes, never sessions.
 */
export const memoryStores = (
  options: MemoryStoresOptions = {},
): ExpiringStores => {
  const { maxValues = 10_000, now = Date.now } = options;

  const evict = (values: Map<string, Entry>) => {
    if (values.size < maxValues) return;
    for (const [key, { expiresAt }] of values) {
      if (expiresAt <= now()) values.delete(key);
    }
    for (const oldest of values.keys()) {
      if (values.size < maxValues) return;
      values.delete(oldest);
    }
  };

  const createStore = <Value>(
    kind: string,
    values: Map<string, Entry>,
  ): ExpiringStore<Value> => {
    const read = (key: string): Value | undefined => {
      const entry = values.get(key);
      return entry && entry.expiresAt > now()
        ? (JSON.parse(entry.value) as Value)
        : undefined;
    };
    return {
      async put(id, value, ttlMs) {
        const key = storedKey(kind, id);
        if (values.has(key)) {
          throw new Error(
            `A value of the kind "${kind}" exists under this id. Make a new id for each value.`,
          );
        }
        evict(values);
        values.set(key, {
          value: JSON.stringify(value),
          expiresAt: now() + ttlMs,
        });
      },
      get: async id => read(storedKey(kind, id)),
      async take(id) {
        const key = storedKey(kind, id);
        const value = read(key);
        values.delete(key);
        return value;
      },
    };
  };

  const kinds = new Map<string, Map<string, Entry>>();
  return {
    of(kind) {
      const values = kinds.get(kind) ?? new Map<string, Entry>();
      kinds.set(kind, values);
      return createStore(kind, values);
    },
  };
};
