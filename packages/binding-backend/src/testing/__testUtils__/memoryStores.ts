/** Stores for tests that need nothing of a real one but its promises. */
import type {
  ExpiringStore,
  ExpiringStores,
} from '../../sessions/ExpiringStore';

interface Kept {
  json: string;
  until: number;
}

/** Stores whose time the test moves; `dump` is everything that was ever kept. */
export interface TestStores extends ExpiringStores {
  forward(ms: number): void;
  dump(): string;
}

/** Stores in memory. */
export const memoryStores = (): TestStores => {
  const kept = new Map<string, Kept>();
  const written: string[] = [];
  let now = 0;
  return {
    forward(ms) {
      now += ms;
    },
    dump: () => written.join('\n'),
    of<Value>(kind: string): ExpiringStore<Value> {
      const read = (id: string) => {
        const found = kept.get(`${kind}/${id}`);
        return found && found.until > now
          ? (JSON.parse(found.json) as Value)
          : undefined;
      };
      return {
        async put(id, value, lifeMs) {
          const json = JSON.stringify(value);
          written.push(json);
          kept.set(`${kind}/${id}`, { json, until: now + lifeMs });
        },
        get: async id => read(id),
        async take(id) {
          const value = read(id);
          kept.delete(`${kind}/${id}`);
          return value;
        },
      };
    },
  };
};
