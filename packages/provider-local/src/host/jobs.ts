/** Handling of interrupted backups and restores. */

/** Why work on an instance was aborted. */
export type AbortReason = 'deleted' | 'provider stopped';

const abortReasons: readonly unknown[] = [
  'deleted',
  'provider stopped',
] satisfies AbortReason[];

/** Whether work ended because it was aborted for that reason, as opposed to a failure. */
export function isAbortReason(
  error: unknown,
  reason?: AbortReason,
): error is AbortReason {
  return reason ? error === reason : abortReasons.includes(error);
}

/** The message for an interrupted backup or restore; without a reason: interrupted by a crash of the provider. */
export function interruptedMessage(
  what: 'backup' | 'restore',
  reason?: AbortReason,
): string {
  if (reason === 'deleted')
    return `The ${what} was aborted because its service instance was deleted.`;
  const effect =
    what === 'restore' ? ' The data of the instance were not changed.' : '';
  return `The ${what} was interrupted because provider-local stopped.${effect} Order a new ${what}.`;
}
