/** Objects that Crossplane is told to leave alone. */
import type { Unstructured } from '@klutch/kube';

/** Whether an object is paused: by an operator, or because its package runs outside of Crossplane. */
export const isPaused = ({ metadata }: Unstructured): boolean =>
  metadata.annotations?.['crossplane.io/paused'] === 'true';
