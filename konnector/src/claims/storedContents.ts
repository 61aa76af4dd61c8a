/** What servers made of content that they were sent, so that it is sent once: a schema prunes, a webhook has its own mind. */
import type { ClaimOwner } from '@klutch/bind-api';
import type { StoredHashes } from './plan/claimedContent';

const nothing: StoredHashes = new Set();

/** The last of each side, by key of the app cluster. In memory: after a start it is tried once more, as schemas change. */
export class StoredContents {
  private readonly hashes = new Map<
    string,
    Partial<Record<ClaimOwner, string>>
  >();

  /** Of both sides. */
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
