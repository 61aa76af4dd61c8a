/** Deletions of claimed copies, and the breaker they have to pass. What was seen of them is in this process, and so is this list. */
import type { KubeObject } from '@klutch/kube';
import type {
  Breaker,
  DeletionSource,
  PendingDeletion,
  KindQuota,
} from '../deletion/breaker/Breaker';
import { annotations } from '../markers';

interface Grant {
  owner: string | undefined;
  /** Milliseconds since 1970. */
  at: number;
}

interface ClaimedDeletion extends PendingDeletion {
  /** Of the original, as the copy says it. */
  owner: string | undefined;
  /** When its DELETE was granted without approval, which is on its way. */
  grant?: Grant;
}

const ownerOf = ({ metadata }: KubeObject): string | undefined =>
  metadata.annotations?.[annotations.resourceOwner];

/** Of one claimed type. Keys are those of the app cluster. */
export class ClaimedDeletions implements DeletionSource {
  private readonly pending = new Map<string, ClaimedDeletion>();
  /** When deletions were granted without approval. */
  private grants: Grant[] = [];
  private breaker: Breaker;
  private removeSource: () => void;

  /**
   * @param options.breaker - of the binding for which they count.
   * @param options.enqueue - has a key reconciled again.
   * @param options.objects - of the type on the control plane.
   * @param options.forget - nothing follows any more from deletions that were seen.
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

  /** @returns false when the deletion is held: it waits until it is settled. @throws what the breaker does. */
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

  /** They count for another binding from now on, for which nobody has approved what the former one held. */
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

  /** It is done, or not wanted any more. */
  remove(key: string): void {
    this.pending.delete(key);
  }

  /** No breaker counts them any more. */
  detach(): void {
    this.removeSource();
  }

  /** One that was tried before is the same still, as long as it is about the same copy. */
  private toClaimedDeletion(key: string, copy: KubeObject): ClaimedDeletion {
    const uid = copy.metadata.uid ?? '';
    const previous = this.pending.get(key);
    return previous?.uid === uid
      ? previous
      : { uid, name: key, owner: ownerOf(copy) };
  }

  /**
   * What has the same owner and is of the same type. What was used of it is in this process only, as is what was seen of
   * the deletions.
   */
  private kindQuotaOf(deletion: ClaimedDeletion): KindQuota {
    const { owner } = deletion;
    return {
      copies: () =>
        this.options.objects().filter(object => ownerOf(object) === owner)
          .length,
      waiting: () =>
        [...this.pending.values()].filter(
          pending => pending.owner === owner && !pending.grant,
        ).length,
      usedWithin: ms => {
        const since = this.now() - ms;
        this.grants = this.grants.filter(({ at }) => at > since);
        return this.grants.filter(grants => grants.owner === owner).length;
      },
      consume: () => {
        deletion.grant = { owner, at: this.now() };
        this.grants.push(deletion.grant);
      },
      refund: () => {
        this.grants = this.grants.filter(grants => grants !== deletion.grant);
        deletion.grant = undefined;
      },
    };
  }

  private now(): number {
    return (this.options.now ?? Date.now)();
  }

  /** The share that counts for the binding as a whole is of the API's own objects. */
  copies = () => 0;
  pendingDeletions = () => this.pending.values();
  keys = () => [...this.pending.keys()];
  retry = (key: string) => this.options.enqueue(key);
}
