/** Deletions of claimed copies, and the breaker they have to pass. What was seen of them is in this process, and so is this list. */
import type { KubeObject } from '@klutch/kube';
import type {
  Breaker,
  DeletionSource,
  Doomed,
  OwnShare,
} from '../deletion/breaker/Breaker';
import { annotations } from '../markers';

interface Use {
  owner: string | undefined;
  /** Milliseconds since 1970. */
  at: number;
}

interface Held extends Doomed {
  /** Of the original, as the copy says it. */
  owner: string | undefined;
  /** When its DELETE was granted without approval, which is on its way. */
  use?: Use;
}

const ownerOf = ({ metadata }: KubeObject): string | undefined =>
  metadata.annotations?.[annotations.resourceOwner];

/** Of one claimed type. Keys are those of the app cluster. */
export class HeldDeletions implements DeletionSource {
  private readonly held = new Map<string, Held>();
  /** When deletions were granted without approval. */
  private used: Use[] = [];
  private breaker: Breaker;
  private leave: () => void;

  /**
   * @param options.breaker - of the binding for which they count.
   * @param options.look - looks at a key again.
   * @param options.objects - of the type on the control plane.
   * @param options.forget - nothing follows any more from deletions that were seen.
   */
  constructor(
    private readonly options: {
      breaker: Breaker;
      look: (key: string) => void;
      objects: () => readonly KubeObject[];
      forget: () => void;
      /** Clock in milliseconds, for tests. */
      now?: () => number;
    },
  ) {
    this.breaker = options.breaker;
    this.leave = this.breaker.join(this);
  }

  /** @returns false when the deletion is held: it waits until it is settled. @throws what the breaker does. */
  async pass(
    key: string,
    copy: KubeObject,
    send: () => Promise<unknown>,
  ): Promise<boolean> {
    const doomed = this.heldAs(key, copy);
    this.held.set(key, doomed);
    const isSent = await this.breaker.pass(doomed, send, this.shareOf(doomed));
    if (isSent) this.settle(key);
    return isSent;
  }

  /** They count for another binding from now on, for which nobody has approved what the former one held. */
  countFor(next: Breaker): void {
    if (next === this.breaker) return;
    const isHeld = this.breaker.holds;
    this.end();
    this.breaker = next;
    this.leave = next.join(this);
    if (!isHeld) return;
    const keys = [...this.held.keys()];
    this.held.clear();
    this.options.forget();
    keys.forEach(this.options.look);
  }

  /** It is done, or not wanted any more. */
  settle(key: string): void {
    this.held.delete(key);
  }

  /** No breaker counts them any more. */
  end(): void {
    this.leave();
  }

  /** One that was tried before is the same still, as long as it is about the same copy. */
  private heldAs(key: string, copy: KubeObject): Held {
    const uid = copy.metadata.uid ?? '';
    const before = this.held.get(key);
    return before?.uid === uid
      ? before
      : { uid, name: key, owner: ownerOf(copy) };
  }

  /**
   * What has the same owner and is of the same type. What was used of it is in this process only, as is what was seen of
   * the deletions.
   */
  private shareOf(doomed: Held): OwnShare {
    const { owner } = doomed;
    return {
      copies: () =>
        this.options.objects().filter(object => ownerOf(object) === owner)
          .length,
      waiting: () =>
        [...this.held.values()].filter(
          held => held.owner === owner && !held.use,
        ).length,
      usedWithin: ms => {
        const since = this.now() - ms;
        this.used = this.used.filter(({ at }) => at > since);
        return this.used.filter(used => used.owner === owner).length;
      },
      use: () => {
        doomed.use = { owner, at: this.now() };
        this.used.push(doomed.use);
      },
      giveBack: () => {
        this.used = this.used.filter(used => used !== doomed.use);
        doomed.use = undefined;
      },
    };
  }

  private now(): number {
    return (this.options.now ?? Date.now)();
  }

  /** The share that counts for the binding as a whole is of the API's own objects. */
  copies = () => 0;
  doomed = () => this.held.values();
  keys = () => [...this.held.keys()];
  again = (key: string) => this.options.look(key);
}
