/** Patterns for keys of labels and annotations, as permission claims use them. Pure. */
import type { KeyPattern } from '@klutch/bind-api';
import { metadataThatGoesUp } from '../../mapping/metadataUp';

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** `*` stands for any characters, also for none; an empty pattern matches nothing. */
const matches = (pattern: string, key: string) =>
  pattern !== '' &&
  new RegExp(`^${pattern.split('*').map(escaped).join('.*')}$`, 's').test(key);

/** True when one of the patterns matches. */
export const matchesAny = (
  patterns: readonly KeyPattern[],
  key: string,
): boolean => patterns.some(({ pattern = '' }) => matches(pattern, key));

/**
 * The entries whose keys match. Our own keys, and those of the tools that manage the object where it is, never go to the
 * other cluster, whatever the pattern.
 */
export const matchingEntries = (
  entries: Record<string, string> | undefined,
  patterns: readonly KeyPattern[],
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(metadataThatGoesUp(entries)).filter(([key]) =>
      matchesAny(patterns, key),
    ),
  );
