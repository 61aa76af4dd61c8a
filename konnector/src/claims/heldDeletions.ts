/** Deletions of claimed copies, and the breaker they have to pass. What was seen of them is in this process, and so is this list. */
import type { KubeObject } from '@klutch/kube';
import type {
  Breaker,
  DeletionSource,
  Doomed,
} from '../deletion/breaker/Breaker';

/** Of one claimed type. Keys are those of the app cluster. */
export class HeldDeletions implements DeletionSource {
  private readonly held = new Map<string, Doomed>();
  private breaker: Breaker;
  private leave: () => void;

  /**
   * @param options.breaker - of the binding for which they count.
   * @param options.look - looks at a key again.
   * @param options.forget - nothing follows any more from deletions that were seen.
   */
  constructor(
    private readonly options: {
      breaker: Breaker;
      look: (key: string) => void;
      forget: () => void;
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
    const doomed = { uid: copy.metadata.uid ?? '', name: key };
    this.held.set(key, doomed);
    const isSent = await this.breaker.pass(doomed, send);
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

  /** The share is of the API's own objects. */
  copies = () => 0;
  doomed = () => this.held.values();
  complete = () => true;
  again = () => [...this.held.keys()].forEach(this.options.look);
}
