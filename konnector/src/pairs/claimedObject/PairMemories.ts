/** What is remembered of claimed pairs: in memory only, so that after a restart each pair is read and planned again. */
import type { ClaimOwner, PermissionClaim } from '@klutch/bind-api';
import type { KubeObject } from '@klutch/kube';
import type { Backoff } from '../../feedback/backoff';

/** The state of a pair at a reconcile. */
export interface PairSnapshot {
  pair: Partial<Record<ClaimOwner, KubeObject>>;
  /** The claims that may cover the pair. What their field selectors select changes only with the objects. */
  claims: readonly PermissionClaim[];
  /**
   * UID of the app cluster namespace of the copy; undefined when the namespace does not exist or the type is
   * cluster-scoped.
   */
  namespaceUid: string | undefined;
}

interface PairMemory {
  /** State in which the pair was in sync, so that events without effect on the pair cost no read. */
  synced?: { versions: string; claims: readonly PermissionClaim[] };
  /**
   * Hash of the last content that each server stored, see `ContentChange`: schema pruning and webhooks may change
   * content, which is not sent again then.
   */
  stored?: Partial<Record<ClaimOwner, string>>;
  /** End of the backoff when another client reverts the writes; milliseconds since 1970. */
  backoffUntil?: number;
  /** Consecutive failures of a cluster. */
  failures?: Backoff;
}

const objectVersion = (object: KubeObject | undefined) =>
  object && `${object.metadata.uid}/${object.metadata.resourceVersion}`;
const snapshotVersions = ({ pair, namespaceUid }: PairSnapshot) =>
  `${objectVersion(pair.Provider)} ${objectVersion(pair.Consumer)} ${namespaceUid}`;

/** The memories of the pairs of one type, by key of the app cluster. */
export class PairMemories {
  private readonly memories = new Map<string, PairMemory>();

  of(key: string): Readonly<PairMemory> {
    return this.memories.get(key) ?? {};
  }

  update(key: string, change: PairMemory): void {
    this.memories.set(key, { ...this.of(key), ...change });
  }

  forget(key: string): void {
    this.memories.delete(key);
  }

  /** True when the pair was in sync with exactly these objects and claims. */
  isSynced(key: string, snapshot: PairSnapshot): boolean {
    const { synced } = this.of(key);
    return (
      synced?.versions === snapshotVersions(snapshot) &&
      synced.claims.length === snapshot.claims.length &&
      synced.claims.every((claim, index) => claim === snapshot.claims[index])
    );
  }

  setSynced(key: string, snapshot: PairSnapshot): void {
    const { claims } = snapshot;
    this.update(key, {
      synced: { versions: snapshotVersions(snapshot), claims },
    });
  }
}
