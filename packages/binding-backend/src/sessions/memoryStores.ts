/** Stores in the memory of one process: for tests, and for a single replica that may lose sign-ins at a restart. */
import type { ExpiringStore, ExpiringStores } from './ExpiringStore';
import { storedKey } from './storedKey';

/** Limits of the stores. */
export interface MemoryStoresOptions {
  /** Maximum number of values of each kind. Default 10 000. */
  maxValues?: number;
  /** Milliseconds since 1970. */
  now?: () => number;
}

interface Entry {
  /** JSON, so that callers cannot modify the stored value. */
  value: string;
  expiresAt: number;
}

/**
 * Bounded stores: when a kind has too many values, expired values are evicted first, then the oldest. Each kind has its
 * own limit, so a flood of sign-ins never evicts sessions.
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
            `A value of kind "${kind}" exists for this id already. Use a new id for each value.`,
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
