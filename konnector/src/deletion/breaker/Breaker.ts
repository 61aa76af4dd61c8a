/** Keeps a mistake on the app cluster from becoming a mass deletion on the control plane. */

/** A copy that is to be deleted. */
export interface PendingDeletion {
  /** UID of the copy. */
  uid: string;
  /** Its object, for people: `namespace/name` on the app cluster. */
  name: string;
}

/** What deletes copies of a binding. */
export interface DeletionSource {
  /** Copies of the API that exist, as far as is known; 0 where others count them. */
  copies(): number;
  /** Those that are to be deleted now; undefined: it is not known whether there are more. May change while it is read. */
  pendingDeletions(): Iterable<PendingDeletion | undefined>;
  /** Objects whose deletions were held. */
  keys(): Iterable<string>;
  /** The deletion of such an object may go on. */
  retry(key: string): void;
}

/**
 * A kind of copies that has a share of its own, besides that of all copies of the binding: these may be thousands, so that
 * a tenth of them is more than all there are of the kind.
 */
export interface KindQuota {
  /** Copies of the kind that exist, as far as is known. */
  copies(): number;
  /** Of them, those to be deleted and not granted yet, the one in question included. */
  waiting(): number;
  /** How many were granted without approval within so many milliseconds. */
  usedWithin(ms: number): number;
  /** The one in question was granted without approval. */
  consume(): void;
  /** It was not deleted, as the server refused it. */
  refund(): void;
}

/** One a binding. */
export interface Breaker {
  /** Deletions wait for a person now, so there is no use in asking. */
  readonly isOpen: boolean;
  /**
   * The only way to a DELETE on the control plane after which nothing is there. (A claimed copy that is deleted to be made
   * anew does not pass here.) False: not now, nothing was sent; the source is told when to come again.
   * @param send - sends the DELETE.
   * @param quota - that must suffice, too; default: none.
   * @throws whatever `send` does, and ApiError when the binding could not take note of it before.
   */
  execute(
    deletion: PendingDeletion,
    send: () => Promise<unknown>,
    quota?: KindQuota,
  ): Promise<boolean>;
  /** Has it count and call a source, until the returned function is called. */
  addSource(source: DeletionSource): () => void;
}
