/** Objects that Crossplane does not reconcile, because their pause annotation is set. */
import type { Unstructured } from '@klutch/kube';

/** Whether an object is paused: by an operator, or because its package runs outside of Crossplane. */
export const isPaused = ({ metadata }: Unstructured): boolean =>
  metadata.annotations?.['crossplane.io/paused'] === 'true';
