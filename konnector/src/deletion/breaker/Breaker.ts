/** Prevents a mistake on the app cluster from causing mass deletion on the control plane. */

export interface PendingDeletion {
  /** UID of the copy. */
  uid: string;
  /** `namespace/name` of the object on the app cluster, for messages. */
  name: string;
}

/** A controller that deletes copies of a binding. */
export interface DeletionSource {
  /** Cached number of copies of the API; 0 where another source counts them. */
  copies(): number;
  /** Copies to delete now; undefined: there may be more. May change during iteration. */
  pendingDeletions(): Iterable<PendingDeletion | undefined>;
  /** Keys of objects whose deletions were paused. */
  keys(): Iterable<string>;
  /** Requeues an object from `keys`. */
  retry(key: string): void;
}

/**
 * Separate quota for one kind of copies, in addition to the binding's limit: a binding may have thousands of copies,
 * and a tenth of them may exceed all copies of this kind.
 */
export interface KindQuota {
  /** Cached number of copies of the kind. */
  copies(): number;
  /** Copies of the kind to delete that have no token yet, including the current one. */
  waiting(): number;
  /** Number of deletions without approval within the last `ms` milliseconds. */
  usedWithin(ms: number): number;
  /** The current deletion uses a token that needs no approval. */
  consume(): void;
  /** Reverts `consume`: the server rejected the deletion, so the copy still exists. */
  refund(): void;
}

/** The deletion breaker of a binding. */
export interface Breaker {
  /** Deletions wait for an operator's approval, so `execute` would send nothing. */
  readonly isOpen: boolean;
  /**
   * The only way to a final DELETE on the control plane. (A claimed copy that is deleted to be recreated bypasses the
   * breaker.) False: paused, nothing was sent; the source's `retry` is called later.
   * @param send - sends the DELETE.
   * @param quota - an additional quota that must suffice; default: none.
   * @throws errors of `send`, and ApiError when the record could not be written to the binding.
   */
  execute(
    deletion: PendingDeletion,
    send: () => Promise<unknown>,
    quota?: KindQuota,
  ): Promise<boolean>;
  /** Registers a source for counting and retries, until the returned function is called. */
  addSource(source: DeletionSource): () => void;
}
