/** Rotation of credentials, as the service bindings themselves record it. Pure functions. */
import type { Claim, WorkloadList } from '../api/types';

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

/**
 * - `failed`: the new one failed, whether it has ever worked or not.
 * - `move`: both are valid, and applications change to the new one.
 * - `unread`: what is not in the list may exist.
 */
export type RotationStep =
  | 'create'
  | 'wait'
  | 'failed'
  | 'move'
  | 'removed'
  | 'unread';

/**
 * @param binding - undefined once the old service binding is gone
 * @param isComplete - whether all service bindings that the person may see were read
 */
export function rotationStep(
  binding: Claim | undefined,
  successor: Claim | undefined,
  isComplete: boolean,
): RotationStep {
  if (!isComplete && !(binding && successor)) return 'unread';
  if (!binding || binding.deleting) return 'removed';
  if (!successor) return 'create';
  if (successor.state === 'Failed') return 'failed';
  return successor.state === 'Ready' ? 'move' : 'wait';
}

/** The kinds that `kubectl rollout restart` takes. */
const restartableKinds = new Set(['Deployment', 'StatefulSet', 'DaemonSet']);

/** The command that restarts the workloads of a service binding's namespace, if kubectl can restart any; in the current context. */
export function restartCommand(
  { namespace }: Claim,
  workloads: WorkloadList['items'],
): string | undefined {
  const names = workloads
    .filter(({ kind }) => restartableKinds.has(kind))
    .map(({ kind, name }) => `${kind.toLowerCase()}/${name}`);
  return names.length > 0
    ? `kubectl -n ${namespace} rollout restart ${names.join(' ')}`
    : undefined;
}
