/** Patterns for keys of labels and annotations, as permission claims use them. Pure. */
import type { KeyPattern } from '@klutch/bind-api';
import { syncedMetadata } from '../../../mapping/syncedMetadata';

/**
 * `*` matches any characters, also none; an empty pattern matches nothing. Not compiled to a regular expression,
 * because a pattern with many stars would cause catastrophic backtracking, and patterns come from other users.
 */
function matches(pattern: string, key: string): boolean {
  const [head = '', ...parts] = pattern.split('*');
  const tail = parts.pop();
  if (tail === undefined) return pattern !== '' && pattern === key;
  const end = key.length - tail.length;
  if (!key.startsWith(head) || !key.endsWith(tail)) return false;
  let at = head.length;
  for (const part of parts) {
    // The first match of each part leaves the longest text for the remaining parts, so no other match is tried.
    const found = key.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= end;
}

export const matchesAny = (
  patterns: readonly KeyPattern[],
  key: string,
): boolean => patterns.some(({ pattern = '' }) => matches(pattern, key));

/**
 * The entries whose keys match. The konnector's own keys and keys of tools that manage the object in its own cluster
 * are never propagated, whatever the pattern.
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
