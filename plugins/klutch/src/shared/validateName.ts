/** Validates names of claims; the checks are in the order in which users hit them while typing. */
import type { T } from '../hooks/useT';

const maxLength = 63;

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
  if (name.length > maxLength) {
    return t('shared.name.tooLong', { max: String(maxLength) });
  }
  return undefined;
}

/** Joins the parts of a name within the length limit by truncating the first part. */
export function joinName(start: string, end: string): string {
  return `${start
    .slice(0, maxLength - end.length - 1)
    .replace(/-+$/, '')}-${end}`;
}
