/** Ownership marks on an object of the control plane. Pure. */
import type { KubeObject } from '@klutch/kube';
import type { Marks } from './Mapping';

/** Whether the object has this app cluster's marks, as far as its type requires them: only cluster-scoped types do. */
export const carriesMarks = (
  { metadata }: KubeObject,
  { annotations }: Marks,
): boolean =>
  Object.entries(annotations).every(
    ([key, value]) => metadata.annotations?.[key] === value,
  );

/** Whether the object has another app cluster's marks. Objects without marks have neither. */
export const carriesOtherMarks = (
  { metadata }: KubeObject,
  { annotations }: Marks,
): boolean =>
  Object.entries(annotations).some(
    ([key, value]) => (metadata.annotations?.[key] ?? value) !== value,
  );
