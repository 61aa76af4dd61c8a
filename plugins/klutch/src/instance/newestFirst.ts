/** The order in which bindings, backups and restores are listed. */
import type { Claim } from '../api/types';

/** Newest first; claims of the same second by name, so that rows keep their places. */
export function newestFirst(claims: Claim[]): Claim[] {
  return [...claims].sort(
    (a, b) =>
      b.createdAt.localeCompare(a.createdAt) || a.name.localeCompare(b.name),
  );
}
