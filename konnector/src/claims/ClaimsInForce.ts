/** Which claims are in force on which type, by what all bindings of one cluster namespace say. Pure. */
import { isDeepStrictEqual } from 'node:util';
import type { ClusterScopedIsolation, PermissionClaim } from '@klutch/bind-api';
import { claimProblem } from './plan/claimSelection';
import { claimedName } from './planClaimedType';

/** What a binding says of all its claims. */
export interface ClaimTerms {
  /** Of the binding's API; says where copies of cluster-scoped claimed types are. Default: `Prefixed`. */
  isolation?: ClusterScopedIsolation;
  /** See `ClusterPins`. */
  formerCluster?: string;
  /** The binding does not act by its claims now: nothing is done that would be done in another way if it did. */
  handsOff?: boolean;
}

/** A claim, as it works together with those of other bindings. */
export interface ClaimInForce extends PermissionClaim {
  /** See {@link ClaimTerms}. */
  handsOff?: boolean;
}

/** Types by whose claims nobody acts are left out. */
function byType(claims: readonly ClaimInForce[]) {
  const lists = new Map<string, ClaimInForce[]>();
  for (const claim of claims) {
    const type = claimedName(claim);
    lists.set(type, [...(lists.get(type) ?? []), claim]);
  }
  return new Map(
    [...lists].filter(([, list]) => list.some(({ handsOff }) => !handsOff)),
  );
}

/** Claims by binding, and by the type they are for. */
export class ClaimsInForce {
  private readonly said = new Map<
    string,
    { claims: readonly ClaimInForce[]; terms: ClaimTerms }
  >();
  private types = new Map<string, readonly ClaimInForce[]>();

  /** @param claims - `[]` when the binding has none, or is gone. @returns false when it has said so before. */
  set(
    binding: string,
    claims: readonly PermissionClaim[],
    terms: ClaimTerms = {},
  ): boolean {
    const { handsOff } = terms;
    const meant = handsOff
      ? claims.map(claim => ({ ...claim, handsOff }))
      : claims;
    const says = claims.length > 0 ? { claims: meant, terms } : undefined;
    if (isDeepStrictEqual(this.said.get(binding), says)) return false;
    if (says) this.said.set(binding, says);
    else this.said.delete(binding);
    const all = [...this.said.values()].flatMap(one => one.claims);
    this.types = byType(all.filter(claim => !claimProblem(claim)));
    return true;
  }

  /** By type; a list stays the same as long as no binding says anything else. */
  get byType(): ReadonlyMap<string, readonly ClaimInForce[]> {
    return this.types;
  }

  /** Why a claim of a binding cannot be in force, in words. */
  problemOf(binding: string): string | undefined {
    return this.said
      .get(binding)
      ?.claims.map(claimProblem)
      .find(text => text !== undefined);
  }

  /** The first of the bindings that act by a claim on a type, by name. */
  bindingWith(type: string): string {
    return (
      this.bindingsWith(type).find(binding => this.claimsType(binding, type)) ??
      ''
    );
  }

  /** Where copies of a cluster-scoped type are; undefined when bindings that claim it do not agree. */
  isolationOf(type: string): ClusterScopedIsolation | undefined {
    const found = new Set(
      this.bindingsWith(type).flatMap(binding => {
        const { isolation, handsOff } = this.said.get(binding)?.terms ?? {};
        // Who does nothing need not know.
        return handsOff && !isolation ? [] : [isolation ?? 'Prefixed'];
      }),
    );
    const [first] = found;
    return found.size === 1 ? first : undefined;
  }

  /** The app cluster that one of the bindings that claim a type has taken over from; of several always the same one. */
  formerClusterOf(type: string): string | undefined {
    return this.bindingsWith(type)
      .map(binding => this.said.get(binding)?.terms.formerCluster)
      .find(cluster => cluster !== undefined);
  }

  /** Whether a binding acts by a claim on a type. */
  claimsType(binding: string, type: string): boolean {
    return (this.said.get(binding)?.claims ?? []).some(
      claim => claimedName(claim) === type && !claim.handsOff,
    );
  }

  private bindingsWith(type: string): string[] {
    return [...this.said]
      .filter(([, { claims }]) =>
        claims.some(claim => claimedName(claim) === type),
      )
      .map(([binding]) => binding)
      .sort();
  }
}
