/** What is remembered of one claimed pair between its reconciles. */
import type { ClaimOwner, PermissionClaim } from '@klutch/bind-api';
import type { KubeObject } from '@klutch/kube';
import type { Backoff } from '../../feedback/backoff';
import type { PairMemories } from '../PairMemories';

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

export interface ClaimedObjectMemory {
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

export type ClaimedObjectMemories = PairMemories<ClaimedObjectMemory>;

/** Whether the pair was in sync with exactly these objects and claims. */
export const wasSynced = (
  { synced }: Partial<ClaimedObjectMemory>,
  snapshot: PairSnapshot,
): boolean =>
  synced?.versions === snapshotVersions(snapshot) &&
  synced.claims.length === snapshot.claims.length &&
  synced.claims.every((claim, index) => claim === snapshot.claims[index]);

/** The memory of a pair that is in sync. */
export const syncedWith = (
  snapshot: PairSnapshot,
): Pick<ClaimedObjectMemory, 'synced'> => ({
  synced: { versions: snapshotVersions(snapshot), claims: snapshot.claims },
});
