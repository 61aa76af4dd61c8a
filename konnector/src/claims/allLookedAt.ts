/** May one say yet that none of the claimed objects is in trouble? Pure. */
import type { ControllerHealth } from '@klutch/kube';
import { watchesAgreeMs } from '../feedback/Tally';
import type { Trouble } from '../trouble';

/** How far the sync of a claimed type has come. */
export interface Progress {
  /** What keeps it from following one of the clusters. */
  trouble: Trouble | undefined;
  /** Whether the objects of both clusters are known. */
  isFollowed: boolean;
  /** Of its controller. */
  health: Pick<ControllerHealth, 'depth' | 'oldestRunMs'>;
}

/**
 * Not while objects are unknown, wait for their turn, or wait long for an answer of a cluster. What cannot be followed is
 * told as trouble when that lasts, instead.
 * @param now - milliseconds.
 */
export function areAllLookedAt(
  { trouble, isFollowed, health }: Progress,
  now: number,
): boolean {
  if (trouble) return now - trouble.since.getTime() >= watchesAgreeMs;
  const { depth, oldestRunMs = 0 } = health;
  return isFollowed && depth === 0 && oldestRunMs < watchesAgreeMs;
}
