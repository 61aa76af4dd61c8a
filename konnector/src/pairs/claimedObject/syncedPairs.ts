/** Remembers pairs that are in sync, so that events without effect on a pair cost no read. */
import type { ClaimOwner, PermissionClaim } from '@klutch/bind-api';
import type { KubeObject } from '@klutch/kube';
import type { Selects } from './plan/claimApplies';

type Metadata = Partial<Record<ClaimOwner, KubeObject>>;

/** A claim that covers a pair, and whether the claim selects the object of each side. */
export type ClaimMatch = Record<ClaimOwner, boolean> & {
  claim: PermissionClaim;
};

/**
 * Evaluates the claims on a pair. The watch of a field selector may lag behind the watch of the objects, so the
 * result may change while pair and claims stay the same.
 */
export const claimMatchesOf = (
  claims: readonly PermissionClaim[],
  pair: Metadata,
  selects: Selects,
): ClaimMatch[] => {
  const selected = (claim: PermissionClaim, side: ClaimOwner) => {
    const object = pair[side];
    return object !== undefined && selects(claim, side, object);
  };
  return claims.map(claim => ({
    claim,
    Provider: selected(claim, 'Provider'),
    Consumer: selected(claim, 'Consumer'),
  }));
};

/** The state of a pair at a reconcile. */
export interface PairSnapshot {
  pair: Metadata;
  /** The claims at that time. */
  claimMatches: readonly ClaimMatch[];
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

const isSame = (a: readonly ClaimMatch[], b: readonly ClaimMatch[]) =>
  a.length === b.length &&
  a.every(
    ({ claim, Provider, Consumer }, index) =>
      claim === b[index]?.claim &&
      Provider === b[index].Provider &&
      Consumer === b[index].Consumer,
  );

/** Synced pairs, by key of the app cluster. */
export class SyncedPairs {
  private readonly synced = new Map<
    string,
    { versions: string; claimMatches: readonly ClaimMatch[] }
  >();

  /** True when the pair was in sync with exactly these objects and claim matches. */
  has(key: string, view: PairSnapshot): boolean {
    const previous = this.synced.get(key);
    return (
      previous?.versions === versionsOf(view) &&
      isSame(previous.claimMatches, view.claimMatches)
    );
  }

  add(key: string, view: PairSnapshot): void {
    const { claimMatches } = view;
    this.synced.set(key, {
      versions: versionsOf(view),
      claimMatches,
    });
  }

  forget(key: string): void {
    this.synced.delete(key);
  }
}
