/** What backups and restores have in common: how they tell that they were broken off. */
import { AbortReason } from './Instance';

const abortReasons: readonly unknown[] = [
  'deleted',
  'provider stopped',
] satisfies AbortReason[];

/** Whether work ended because it was broken off (for that reason), and not because it failed. */
export function isAbortReason(
  error: unknown,
  reason?: AbortReason,
): error is AbortReason {
  return reason ? error === reason : abortReasons.includes(error);
}

/** The words for a backup or restore that was broken off; without a reason: by a crash of the provider. */
export function interruptedMessage(
  what: 'backup' | 'restore',
  reason?: AbortReason,
): string {
  if (reason === 'deleted')
    return `The ${what} was broken off because its service instance was deleted.`;
  const effect =
    what === 'restore' ? ' The data of the instance were not changed.' : '';
  return `The ${what} was interrupted because provider-local stopped.${effect} Order a new ${what}.`;
}
