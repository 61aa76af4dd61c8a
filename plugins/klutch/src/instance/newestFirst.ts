/** Sort order of service bindings, backups and restores. */
import type { Claim } from '../api/types';

/** Newest first; claims created in the same second are sorted by name for a stable order. */
export function newestFirst(claims: Claim[]): Claim[] {
  return [...claims].sort(
    (a, b) =>
      b.createdAt.localeCompare(a.createdAt) || a.name.localeCompare(b.name),
  );
}
