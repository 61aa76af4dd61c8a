/** Claimed objects whose deletion the breaker holds back. What was seen of them is in this process, and so is this list. */
import type { KubeObject } from '@klutch/kube';
import type { DeletionSource, Doomed } from '../deletion/breaker/Breaker';

/** Of one claimed type. Keys are those of the app cluster. */
export class HeldDeletions implements DeletionSource {
  private readonly held = new Map<string, Doomed>();

  /** @param look - looks at a key again. */
  constructor(private readonly look: (key: string) => void) {}

  /** A deletion is asked for, and waits until it is settled. */
  add(key: string, copy: KubeObject): Doomed {
    const doomed = { uid: copy.metadata.uid ?? '', name: key };
    this.held.set(key, doomed);
    return doomed;
  }

  /** It is done, or not wanted any more. */
  settle(key: string): void {
    this.held.delete(key);
  }

  /** The share is of the API's own objects. */
  copies = () => 0;
  doomed = () => this.held.values();
  complete = () => true;
  again = () => [...this.held.keys()].forEach(this.look);
}
