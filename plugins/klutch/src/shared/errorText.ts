/** Messages of failed calls for users. */
import { explanationText } from './explanationText';
import { KlutchError } from '../api/KlutchError';
import type { T } from '../hooks/useT';

/** The backend's message, which says more than the plugin can; the plugin's own text when there is none. */
export function errorText(error: KlutchError, t: T): string {
  const { failure, status } = error;
  const { instance = '', names = '' } = error.params ?? {};
  if (error.kind === 'expired') {
    return t('shared.error.expired');
  }
  return failure
    ? t(`shared.error.${failure}`, { instance, names, status: String(status) })
    : explanationText(error, t);
}

/** The message of anything that was thrown. */
export function thrownText(error: unknown, t: T): string {
  if (error instanceof KlutchError) return errorText(error, t);
  return error instanceof Error ? error.message : String(error);
}
