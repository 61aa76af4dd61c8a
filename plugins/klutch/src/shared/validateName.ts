/** Validates names of claims; the checks are in the order in which users hit them while typing. */
import { MAX_CLAIM_NAME_LENGTH } from '@klutch/backstage-plugin-klutch-common';
import type { T } from '../hooks/useT';

/** The problem as a message for users; undefined when the name is valid. */
export function validateName(name: string, t: T): string | undefined {
  if (name === '') {
    return t('shared.name.required');
  }
  if (!/^[a-z0-9-]*$/.test(name)) {
    return t('shared.name.characters');
  }
  if (name.startsWith('-') || name.endsWith('-')) {
    return t('shared.name.edges');
  }
  if (name.length > MAX_CLAIM_NAME_LENGTH) {
    return t('shared.name.tooLong', { max: String(MAX_CLAIM_NAME_LENGTH) });
  }
  return undefined;
}
