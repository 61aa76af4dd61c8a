/**
 * Content as the servers stored it, because schema pruning and webhooks may change it. Prevents the konnector from
 * sending the same content again.
 */
import type { ClaimOwner } from '@klutch/bind-api';
import type { StoredHashes } from './plan/claimedContent';

const nothing: StoredHashes = new Set();

/**
 * Hashes of the last stored content of each side, by key of the app cluster. In memory only: after a restart the
 * content is sent once more, as schemas change.
 */
export class StoredContents {
  private readonly hashes = new Map<
    string,
    Partial<Record<ClaimOwner, string>>
  >();

  /** Hashes of both sides. */
  of(key: string): StoredHashes {
    const sides = this.hashes.get(key);
    return sides ? new Set(Object.values(sides)) : nothing;
  }

  /** @param storedHash - see `ContentChange`. */
  add(key: string, side: ClaimOwner, storedHash: string): void {
    this.hashes.set(key, { ...this.hashes.get(key), [side]: storedHash });
  }

  forget(key: string): void {
    this.hashes.delete(key);
  }
}
