/** Who does the work when several processes run for one app cluster. */
import type { WriteGuard } from '@klutch/kube';

/** Whether this process does the work, or stands by. */
export interface LeaderElector {
  /** True while this process may write. */
  readonly isLeader: boolean;
  /** Every client that writes is made with it: `client.guarded(leaderElector.guard)`. */
  readonly guard: WriteGuard;
  /**
   * Calls `start` when this process leads: at once when it does already. What is started ends with the signal it is
   * given. Caches are started before, so that a process that stands by is warm.
   * @param until - a process that leads only after this has aborted does not call it any more.
   */
  onStartedLeading(
    start: (signal: AbortSignal) => void,
    until?: AbortSignal,
  ): void;
}

/** The leader elector of a process that runs alone. @param signal - ends its work. */
export function alwaysLeader(signal: AbortSignal): LeaderElector {
  return {
    isLeader: true,
    // Writes under way are finished when the process stops.
    guard: { check: () => undefined, signal: new AbortController().signal },
    onStartedLeading: start => start(signal),
  };
}

/** Somebody wanted to write while another process does the work. */
export class NotLeaderError extends Error {
  /** Always `NotLeaderError`. */
  override readonly name = 'NotLeaderError';

  constructor() {
    super('This process stands by: another one does the work.');
  }
}
