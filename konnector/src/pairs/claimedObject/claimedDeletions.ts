/**
 * Deletions of claimed copies that have to pass the breaker. Observed deletions are kept in memory only, and so is
 * this list.
 */
import type { KubeObject } from '@klutch/kube';
import type {
  Breaker,
  DeletionSource,
  PendingDeletion,
  KindQuota,
} from '../../deletion/breaker/Breaker';
import { annotations } from '../../markers';

/** Quota used by one deletion. */
interface UsedToken {
  owner: string | undefined;
  /** Milliseconds since 1970. */
  at: number;
}

interface ClaimedDeletion extends PendingDeletion {
  /** Owner of the original, from the copy's annotation. */
  owner: string | undefined;
  /** Set while a DELETE that needed no approval is in flight. */
  usedToken?: UsedToken;
}

const ownerOf = ({ metadata }: KubeObject): string | undefined =>
  metadata.annotations?.[annotations.resourceOwner];

/** Pending deletions of one claimed type. Keys are those of the app cluster. */
export class ClaimedDeletions implements DeletionSource {
  private readonly pending = new Map<string, ClaimedDeletion>();
  /** Quota used by deletions that needed no approval. */
  private usedTokens: UsedToken[] = [];
  private breaker: Breaker;
  private removeSource: () => void;

  /**
   * @param options.breaker - of the binding against which the deletions count.
   * @param options.enqueue - requeues a key.
   * @param options.objects - of the type on the control plane.
   * @param options.forget - discards all observed deletions.
   */
  constructor(
    private readonly options: {
      breaker: Breaker;
      enqueue: (key: string) => void;
      objects: () => readonly KubeObject[];
      forget: () => void;
      /** Clock in milliseconds, for tests. */
      now?: () => number;
    },
  ) {
    this.breaker = options.breaker;
    this.removeSource = this.breaker.addSource(this);
  }

  /**
   * Deletes a copy if the breaker permits.
   * @returns false when the deletion waits until it is approved or obsolete.
   * @throws the errors of the breaker and of `send`.
   */
  async execute(
    key: string,
    copy: KubeObject,
    send: () => Promise<unknown>,
  ): Promise<boolean> {
    const deletion = this.toClaimedDeletion(key, copy);
    this.pending.set(key, deletion);
    const isSent = await this.breaker.execute(
      deletion,
      send,
      this.kindQuotaOf(deletion),
    );
    if (isSent) this.remove(key);
    return isSent;
  }

  /**
   * Counts deletions for another binding from now on. Deletions that wait for the approval of the previous binding are
   * discarded, because the approval of one binding does not extend to another.
   */
  setBreaker(next: Breaker): void {
    if (next === this.breaker) return;
    const isPaused = this.breaker.isOpen;
    this.detach();
    this.breaker = next;
    this.removeSource = next.addSource(this);
    if (!isPaused) return;
    const keys = [...this.pending.keys()];
    this.pending.clear();
    this.options.forget();
    keys.forEach(this.options.enqueue);
  }

  /** Call when the deletion is done or obsolete. */
  remove(key: string): void {
    this.pending.delete(key);
  }

  /** Removes these deletions from the breaker. */
  detach(): void {
    this.removeSource();
  }

  /** Reuses the pending deletion of an earlier attempt if the copy's UID is unchanged. */
  private toClaimedDeletion(key: string, copy: KubeObject): ClaimedDeletion {
    const uid = copy.metadata.uid ?? '';
    const previous = this.pending.get(key);
    return previous?.uid === uid
      ? previous
      : { uid, name: key, owner: ownerOf(copy) };
  }

  /** Quota over the copies of the same type and owner. Usage is kept in memory only, as are the observed deletions. */
  private kindQuotaOf(deletion: ClaimedDeletion): KindQuota {
    const { owner } = deletion;
    return {
      copies: () =>
        this.options.objects().filter(object => ownerOf(object) === owner)
          .length,
      waiting: () =>
        [...this.pending.values()].filter(
          pending => pending.owner === owner && !pending.usedToken,
        ).length,
      usedWithin: ms => {
        const since = this.now() - ms;
        this.usedTokens = this.usedTokens.filter(({ at }) => at > since);
        return this.usedTokens.filter(used => used.owner === owner).length;
      },
      consume: () => {
        deletion.usedToken = { owner, at: this.now() };
        this.usedTokens.push(deletion.usedToken);
      },
      refund: () => {
        this.usedTokens = this.usedTokens.filter(
          used => used !== deletion.usedToken,
        );
        deletion.usedToken = undefined;
      },
    };
  }

  private now(): number {
    return (this.options.now ?? Date.now)();
  }

  /** Claimed copies do not count for the share that the binding's limit allows. */
  copies = () => 0;
  pendingDeletions = () => this.pending.values();
  keys = () => [...this.pending.keys()];
  retry = (key: string) => this.options.enqueue(key);
}
