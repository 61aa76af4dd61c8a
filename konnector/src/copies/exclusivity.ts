/** Isolation `None`: copies have the names of their objects, so only one app cluster may have copies at all. */
import type { CacheChange, Unstructured } from '@klutch/kube';
import type { Feedback } from '../feedback/objectCondition';
import type { Mapping, Place } from '../mapping/Mapping';
import type { ClusterPins } from '../markers';
import { Sharing, whoseCopy } from './sharing';

const takenByAnother = (crdName: string): Feedback => ({
  state: 'Conflict',
  message: `The control plane offers ${crdName} to one app cluster only (isolation None), and another one uses it. Nothing is written there. Ask its operator for another isolation.`,
});

/** Whether another app cluster has copies where ours would be. */
export interface Exclusivity {
  /** Tells what became of a copy. */
  see(change: CacheChange<Unstructured>): void;
  /** Why there can be no copies; undefined when there can, and always in other isolations. */
  refusal(): Extract<Place, { at: 'impossible' }> | undefined;
}

/** @param options.changed - called when the refusal has come or gone. */
export function createExclusivity(options: {
  mapping: Mapping;
  pins: ClusterPins;
  crdName: string;
  changed: () => void;
}): Exclusivity {
  const { mapping, pins, crdName } = options;
  const sharing = new Sharing(whoseCopy({ pins, marks: mapping.marks }));
  return {
    see(change) {
      if (!mapping.exclusive) return;
      const before = sharing.takenByAnother;
      sharing.see(change);
      if (sharing.takenByAnother !== before) options.changed();
    },
    refusal: () =>
      mapping.exclusive && sharing.takenByAnother
        ? { at: 'impossible', why: takenByAnother(crdName) }
        : undefined,
  };
}
