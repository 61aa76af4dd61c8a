/** Which objects of the control plane are brought to the app cluster. Pure. */
import type { KubeObject } from '@klutch/kube';
import { carriesMarks } from '../mapping/carriesMarks';
import type { Marks } from '../mapping/Mapping';
import { annotations } from '../markers';

/**
 * Nobody's copy: whatever carries `bound` or a cluster's mark has an object, or had one that somebody deleted. Where names
 * alone do not tell whose place an object has, it must carry the mark that does.
 * @param marks - that copies of the API carry.
 */
export function isUnclaimed(object: KubeObject, marks: Marks): boolean {
  const found = object.metadata.annotations ?? {};
  return (
    found[annotations.bound] === undefined &&
    found[annotations.consumerCluster] === undefined &&
    carriesMarks(object, marks)
  );
}

/** As the reference has it: what somebody made directly at a place of this app cluster. What is dying is not kept alive. */
export const isAdoptable = (object: KubeObject, marks: Marks): boolean =>
  object.metadata.deletionTimestamp === undefined && isUnclaimed(object, marks);
