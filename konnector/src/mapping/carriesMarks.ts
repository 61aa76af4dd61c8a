/** What the marks on an object of the control plane say of whom it is for. Pure. */
import type { KubeObject } from '@klutch/kube';
import type { Marks } from './Mapping';

/** It says that it is for this app cluster, as far as objects of the type have to: only cluster-scoped ones do. */
export const carriesMarks = (
  { metadata }: KubeObject,
  { annotations }: Marks,
): boolean =>
  Object.entries(annotations).every(
    ([key, value]) => metadata.annotations?.[key] === value,
  );

/** It says that it is for another one. What says nothing is neither. */
export const carriesOtherMarks = (
  { metadata }: KubeObject,
  { annotations }: Marks,
): boolean =>
  Object.entries(annotations).some(
    ([key, value]) => (metadata.annotations?.[key] ?? value) !== value,
  );
