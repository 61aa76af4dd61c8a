/** For APIs whose objects on the control plane are for one app cluster only: whether that is another one. */
import { keyOf, type CacheChange, type KubeObject } from '@klutch/kube';
import {
  classifyOwnership,
  isMarkedForOther,
  type Claimant,
} from '../sync/ownership';

/** For which app cluster an object of the control plane is. */
export type Whose = 'us' | 'other' | 'nobody';

/** Of objects that the copies of a synced API are among. */
export const whoseCopy =
  (claimant: Claimant) =>
  (object: KubeObject): Whose => {
    if (isMarkedForOther(object, claimant)) return 'other';
    return classifyOwnership(object, claimant).owner === 'us' ? 'us' : 'nobody';
  };

/** Told of all objects of the type, it knows who came first. */
export class Sharing {
  private readonly ours = new Set<string>();
  private readonly others = new Set<string>();

  constructor(private readonly whose: (object: KubeObject) => Whose) {}

  /** Takes note of a change. */
  see({
    type,
    object,
  }: Pick<CacheChange<KubeObject>, 'type' | 'object'>): void {
    const key = keyOf(object);
    this.ours.delete(key);
    this.others.delete(key);
    if (type === 'deleted') return;
    const whose = this.whose(object);
    if (whose === 'other') this.others.add(key);
    if (whose === 'us') this.ours.add(key);
  }

  /** Another app cluster has copies here, and we have none: it came first. */
  get takenByAnother(): boolean {
    return this.others.size > 0 && this.ours.size === 0;
  }
}
