/** What backups and restores have in common: how they tell that they were broken off. */
import { BreakOff } from './Instance';

const reasons: readonly unknown[] = [
  'deleted',
  'provider stopped',
] satisfies BreakOff[];

/** Whether work ended because it was broken off (for that reason), and not because it failed. */
export function isBreakOff(
  error: unknown,
  reason?: BreakOff,
): error is BreakOff {
  return reason ? error === reason : reasons.includes(error);
}

/** The words for a backup or restore that was broken off; without a reason: by a crash of the provider. */
export function interrupted(
  what: 'backup' | 'restore',
  reason?: BreakOff,
): string {
  if (reason === 'deleted')
    return `The ${what} was broken off because its service instance was deleted.`;
  const effect =
    what === 'restore' ? ' The data of the instance were not changed.' : '';
  return `The ${what} was interrupted because provider-local stopped.${effect} Order a new ${what}.`;
}
