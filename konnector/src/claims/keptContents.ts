/** What servers made of content that they were sent, so that it is sent once: a schema prunes, a webhook has its own mind. */
import type { ClaimOwner } from '@klutch/bind-api';
import type { Kept } from './plan/claimedContent';

const nothing: Kept = new Set();

/** The last of each side, by key of the app cluster. In memory: after a start it is tried once more, as schemas change. */
export class KeptContents {
  private readonly kept = new Map<
    string,
    Partial<Record<ClaimOwner, string>>
  >();

  /** Of both sides. */
  of(key: string): Kept {
    const sides = this.kept.get(key);
    return sides ? new Set(Object.values(sides)) : nothing;
  }

  /** @param keeps - see `ContentChange`. */
  add(key: string, side: ClaimOwner, keeps: string): void {
    this.kept.set(key, { ...this.kept.get(key), [side]: keeps });
  }

  forget(key: string): void {
    this.kept.delete(key);
  }
}
