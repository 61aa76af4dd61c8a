/** Who does the work when several processes run for one app cluster. */
import type { WriteGuard } from '@klutch/kube';

/** Whether this process does the work, or stands by. */
export interface Duty {
  /** True while this process may write. */
  readonly leading: boolean;
  /** Every client that writes is made with it: `client.guarded(duty.guard)`. */
  readonly guard: WriteGuard;
  /**
   * Calls `start` when this process leads: at once when it does already. What is started ends with the signal it is
   * given. Caches are started before, so that a process that stands by is warm.
   * @param until - a process that leads only after this has aborted does not call it any more.
   */
  onLead(start: (signal: AbortSignal) => void, until?: AbortSignal): void;
}

/** The duty of a process that runs alone. @param signal - ends its work. */
export function alwaysLeading(signal: AbortSignal): Duty {
  return {
    leading: true,
    // Writes under way are finished when the process stops.
    guard: { check: () => undefined, signal: new AbortController().signal },
    onLead: start => start(signal),
  };
}

/** Somebody wanted to write while another process does the work. */
export class StandingByError extends Error {
  /** Always `StandingByError`. */
  override readonly name = 'StandingByError';

  constructor() {
    super('This process stands by: another one does the work.');
  }
}
