/** Pairs with which nothing was left to do: news that change nothing for them cost no read. */
import type { ClaimOwner, PermissionClaim } from '@klutch/bind-api';
import type { KubeObject } from '@klutch/kube';
import type { Selects } from './plan/claimApplies';

type Metadata = Partial<Record<ClaimOwner, KubeObject>>;

/** A claim that means a pair, and whether it selects the object of each side now. */
export type ClaimMatch = Record<ClaimOwner, boolean> & {
  claim: PermissionClaim;
};

/**
 * How claims see a pair. A server tells which objects it selects by their fields a moment after it tells of the objects, so
 * that the same pair under the same claims may become another case.
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

/** A pair as it was looked at. */
export interface PairSnapshot {
  pair: Metadata;
  /** As they were then. */
  claimMatches: readonly ClaimMatch[];
  /** UID of the namespace in which a copy on the app cluster would be; undefined: it would be in none. */
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

/** By key of the app cluster. */
export class SyncedPairs {
  private readonly synced = new Map<
    string,
    { versions: string; claimMatches: readonly ClaimMatch[] }
  >();

  /** True when nothing was left to do with exactly these objects, seen by the claims in this way. */
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
