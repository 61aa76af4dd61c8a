/** Patterns for keys of labels and annotations, as permission claims use them. Pure. */
import type { KeyPattern } from '@klutch/bind-api';
import { syncedMetadata } from '../../mapping/syncedMetadata';

/**
 * `*` stands for any characters, also for none; an empty pattern matches nothing. No regular expression, as patterns come
 * from other people: one with many stars would be tried in more ways than there is time for.
 */
function matches(pattern: string, key: string): boolean {
  const [head = '', ...parts] = pattern.split('*');
  const tail = parts.pop();
  if (tail === undefined) return pattern !== '' && pattern === key;
  const end = key.length - tail.length;
  if (!key.startsWith(head) || !key.endsWith(tail)) return false;
  let at = head.length;
  for (const part of parts) {
    // The first place is as good as any: it leaves the most for what comes after.
    const found = key.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= end;
}

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
    Object.entries(syncedMetadata(entries)).filter(([key]) =>
      matchesAny(patterns, key),
    ),
  );
