/** Where handshakes, sessions and codes are kept while they live: what has to be the same for all replicas. */

/**
 * Values under ids that are secrets: the store keeps only a hash of each id, and nothing longer than it was told.
 * Values are JSON.
 */
export interface ExpiringStore<Value> {
  /** Keeps a value under a new id. */
  put(id: string, value: Value, ttlMs: number): Promise<void>;
  /** The value, while it lives. */
  get(id: string): Promise<Value | undefined>;
  /** The value, and it is gone: of all who ask at the same time, in any process, one gets it. */
  take(id: string): Promise<Value | undefined>;
}

/** Makes the stores of one backend: one a kind of value. */
export interface ExpiringStores {
  /**
   * The store of one kind of value.
   * @param kind - such as `session`; values of different kinds never meet
   */
  of<Value>(kind: string): ExpiringStore<Value>;
}
