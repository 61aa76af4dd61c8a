/** Which objects of the control plane are adopted to the app cluster. Pure. */
import type { KubeObject } from '@klutch/kube';
import { carriesMarks } from '../mapping/carriesMarks';
import type { Marks } from '../mapping/Mapping';
import { annotations } from '../markers';

/**
 * True for an object that is not a copy: an object with `bound` or a cluster's mark has, or had, an object on an app
 * cluster. Where names are ambiguous, the object must carry the mark of this cluster namespace.
 * @param marks - of the API's copies.
 */
export function isUnclaimed(object: KubeObject, marks: Marks): boolean {
  const found = object.metadata.annotations ?? {};
  return (
    found[annotations.bound] === undefined &&
    found[annotations.consumerCluster] === undefined &&
    carriesMarks(object, marks)
  );
}

/**
 * True for objects created directly at a location of this app cluster, as in
 * the reference. Objects being deleted are not adopted.
 */
export const isAdoptable = (object: KubeObject, marks: Marks): boolean =>
  object.metadata.deletionTimestamp === undefined && isUnclaimed(object, marks);
