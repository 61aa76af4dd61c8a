/** The rules for names of claims, in the order in which people meet them while typing. */
import type { T } from '../hooks/useT';

const maxLength = 63;

/** What is wrong with the name, in words; undefined when it may be used. */
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

/** A name from parts that never grows too long: the last part is kept whole. */
export function joinName(start: string, end: string): string {
  return `${start
    .slice(0, maxLength - end.length - 1)
    .replace(/-+$/, '')}-${end}`;
}
