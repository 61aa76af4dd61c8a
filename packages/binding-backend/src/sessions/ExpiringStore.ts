/** Stores for pending sign-ins, sessions and codes until they expire; all replicas share them. */

/** JSON values by secret ids: the store keeps only a hash of each id, and no value longer than its lifetime. */
export interface ExpiringStore<Value> {
  /** Stores a value by a new id. */
  put(id: string, value: Value, ttlMs: number): Promise<void>;
  /** The value, or undefined once it has expired. */
  get(id: string): Promise<Value | undefined>;
  /** Atomic get-and-delete: of several concurrent calls, in any process, only one gets the value. */
  take(id: string): Promise<Value | undefined>;
}

/** The stores of one backend, one for each kind of value. */
export interface ExpiringStores {
  /**
   * The store of one kind of value.
   * @param kind - such as `session`; the same id may be used for values of different kinds
   */
  of<Value>(kind: string): ExpiringStore<Value>;
}
