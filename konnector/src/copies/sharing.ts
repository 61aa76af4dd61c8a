/** For APIs whose objects on the control plane are for one app cluster only: whether that is another one. */
import { keyOf, type CacheChange, type KubeObject } from '@klutch/kube';
import {
  classifyOwnership,
  isMarkedForOther,
  type Claimant,
} from '../sync/ownership';

/** Told of all objects of the type, it knows who came first. */
export class Sharing {
  private readonly ours = new Set<string>();
  private readonly others = new Set<string>();

  constructor(private readonly claimant: Claimant) {}

  /** Takes note of a change. */
  see({
    type,
    object,
  }: Pick<CacheChange<KubeObject>, 'type' | 'object'>): void {
    const key = keyOf(object);
    this.ours.delete(key);
    this.others.delete(key);
    if (type === 'deleted') return;
    if (isMarkedForOther(object, this.claimant)) this.others.add(key);
    else if (classifyOwnership(object, this.claimant).owner === 'us') {
      this.ours.add(key);
    }
  }

  /** Another app cluster has copies here, and we have none: it came first. */
  get takenByAnother(): boolean {
    return this.others.size > 0 && this.ours.size === 0;
  }
}
