/** The state of a konnector for its history, and the health of its app cluster. Pure functions. */
import { type APIServiceBinding, type ClusterBinding } from '@klutch/bind-api';
import type {
  Explanation,
  Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import { deletionsPaused } from '../../clusters/deletionsPaused';
import { konnectorHealth } from '../../clusters/konnectorHealth';
import { konnectorNames } from '../../clusters/konnectorNames';

type KonnectorState = Schemas['KonnectorState'];

const stateOfReason: Record<string, KonnectorState> = {
  KonnectorHealthy: 'Healthy',
  KonnectorSilent: 'Lost',
  KonnectorAwaited: 'Waiting',
  KonnectorNotBound: 'Unbound',
};

/** `Degraded` for all other reasons. */
export const stateOfHealth = ({ reason = '' }: Explanation): KonnectorState =>
  stateOfReason[reason] ?? 'Degraded';

/** The state now, with the message of a failing condition. */
export function konnectorState(
  binding: ClusterBinding | undefined,
  now: Date,
): { state: KonnectorState; message?: string } {
  const health = konnectorHealth(binding, now);
  const state = stateOfHealth(health);
  return {
    state,
    ...(state === 'Degraded' && { message: health.message }),
  };
}

/** Whether an operator has suspended a binding. */
export const isSuspended = ({ metadata }: APIServiceBinding): boolean =>
  metadata.annotations?.[konnectorNames.suspend] === 'true';

/** What {@link appClusterHealth} decides by. */
export interface HealthFacts {
  /** False only for an app cluster whose kubeconfig is stored. */
  isUnreachable: boolean;
  konnector: KonnectorState;
  /** All bindings are suspended. */
  suspended: boolean;
  apisNotReady: number;
  /** Number of permission claims that nobody has answered. */
  unansweredClaims: number;
  conditions: NonNullable<ClusterBinding['status']>['conditions'];
}

/** The health of an app cluster in one word; the worst of its parts. */
export function appClusterHealth({
  apisNotReady,
  conditions,
  isUnreachable,
  konnector,
  suspended,
  unansweredClaims,
}: HealthFacts): Schemas['AppClusterHealth'] {
  if (isUnreachable || konnector === 'Lost') return 'Failing';
  if (konnector === 'Waiting' || konnector === 'Unbound') return 'Waiting';
  if (suspended) return 'Suspended';
  const hasFailure = conditions?.some(
    ({ severity, status }) => status === 'False' && severity !== 'Info',
  );
  return konnector === 'Degraded' ||
    apisNotReady > 0 ||
    unansweredClaims > 0 ||
    hasFailure
    ? 'Degraded'
    : 'Healthy';
}

/** Deletions of a binding that wait for approval. */
export function pausedDeletions(
  binding: APIServiceBinding,
): Schemas['AppClusterApi']['pausedDeletions'] {
  const condition = deletionsPaused(binding);
  if (!condition) return undefined;
  const { message = '' } = condition;
  // The command in the message has the number of waiting deletions.
  const [, count] =
    new RegExp(`${konnectorNames.approveDeletions}=(\\d+)`).exec(message) ?? [];
  return { message, ...(count && { count: Number(count) }) };
}
