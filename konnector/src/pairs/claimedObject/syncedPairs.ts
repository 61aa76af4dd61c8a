/** Remembers pairs that are in sync, so that events without effect on a pair cost no read. */
import type { ClaimOwner, PermissionClaim } from '@klutch/bind-api';
import type { KubeObject } from '@klutch/kube';

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

const versionOf = (object: KubeObject | undefined) =>
  object && `${object.metadata.uid}/${object.metadata.resourceVersion}`;
const versionsOf = ({ pair, namespaceUid }: PairSnapshot) =>
  `${versionOf(pair.Provider)} ${versionOf(pair.Consumer)} ${namespaceUid}`;

/** Synced pairs, by key of the app cluster. */
export class SyncedPairs {
  private readonly synced = new Map<
    string,
    { versions: string; claims: readonly PermissionClaim[] }
  >();

  /** True when the pair was in sync with exactly these objects and claims. */
  has(key: string, view: PairSnapshot): boolean {
    const previous = this.synced.get(key);
    return (
      previous?.versions === versionsOf(view) &&
      previous.claims.length === view.claims.length &&
      previous.claims.every((claim, index) => claim === view.claims[index])
    );
  }

  add(key: string, view: PairSnapshot): void {
    this.synced.set(key, { versions: versionsOf(view), claims: view.claims });
  }

  forget(key: string): void {
    this.synced.delete(key);
  }
}
