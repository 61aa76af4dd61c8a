/** Rotation of credentials, as the service bindings themselves record it. Pure functions. */
import type { Claim } from '../api/types';

/** The service binding that replaces another one, while both exist. */
export const successorOf = (
  binding: Claim,
  bindings: readonly Claim[],
): Claim | undefined =>
  bindings.find(
    ({ createdAt, deleting, replaces }) =>
      replaces === binding.name &&
      // A later one of the same name is not the one that was replaced.
      createdAt >= binding.createdAt &&
      !deleting,
  );

/** - `move`: both are valid, and applications change to the new one. */
export type RotationStep = 'create' | 'wait' | 'move' | 'removed';

/** @param binding - undefined once the old service binding is gone */
export function rotationStep(
  binding: Claim | undefined,
  successor: Claim | undefined,
): RotationStep {
  if (!binding || binding.deleting) return 'removed';
  if (!successor) return 'create';
  return successor.state === 'Ready' ? 'move' : 'wait';
}
