/** Which claims are in force on which type, by what all bindings of one cluster namespace say. Pure. */
import { isDeepStrictEqual } from 'node:util';
import type { ClusterScopedIsolation, PermissionClaim } from '@klutch/bind-api';
import { claimProblem } from './plan/claimSelection';
import { claimedName } from './planClaimedType';

/** What a binding says of all its claims. */
export interface ClaimOptions {
  /** Of the binding's API; says where copies of cluster-scoped claimed types are. Default: `Prefixed`. */
  isolation?: ClusterScopedIsolation;
  /** See `ClusterPins`. */
  formerCluster?: string;
  /** The binding does not act by its claims now: nothing is done that would be done in another way if it did. */
  suspended?: boolean;
}

/** A claim, as it works together with those of other bindings. */
export interface EffectiveClaim extends PermissionClaim {
  /** See {@link ClaimOptions}. */
  suspended?: boolean;
}

/** Types by whose claims nobody acts are left out. */
function byType(claims: readonly EffectiveClaim[]) {
  const lists = new Map<string, EffectiveClaim[]>();
  for (const claim of claims) {
    const type = claimedName(claim);
    lists.set(type, [...(lists.get(type) ?? []), claim]);
  }
  return new Map(
    [...lists].filter(([, list]) => list.some(({ suspended }) => !suspended)),
  );
}

/** Claims by binding, and by the type they are for. */
export class EffectiveClaims {
  private readonly declared = new Map<
    string,
    { claims: readonly EffectiveClaim[]; options: ClaimOptions }
  >();
  private types = new Map<string, readonly EffectiveClaim[]>();

  /** @param claims - `[]` when the binding has none, or is gone. @returns false when it has said so before. */
  set(
    binding: string,
    claims: readonly PermissionClaim[],
    options: ClaimOptions = {},
  ): boolean {
    const { suspended } = options;
    const effective = suspended
      ? claims.map(claim => ({ ...claim, suspended }))
      : claims;
    const declaration =
      claims.length > 0 ? { claims: effective, options } : undefined;
    if (isDeepStrictEqual(this.declared.get(binding), declaration))
      return false;
    if (declaration) this.declared.set(binding, declaration);
    else this.declared.delete(binding);
    const all = [...this.declared.values()].flatMap(one => one.claims);
    this.types = byType(all.filter(claim => !claimProblem(claim)));
    return true;
  }

  /** By type; a list stays the same as long as no binding says anything else. */
  get byType(): ReadonlyMap<string, readonly EffectiveClaim[]> {
    return this.types;
  }

  /** Why a claim of a binding cannot be in force, in words. */
  problemOf(binding: string): string | undefined {
    return this.declared
      .get(binding)
      ?.claims.map(claimProblem)
      .find(text => text !== undefined);
  }

  /** The first of the bindings that act by a claim on a type, by name. */
  firstBindingClaiming(type: string): string {
    return (
      this.bindingsClaiming(type).find(binding =>
        this.claimsType(binding, type),
      ) ?? ''
    );
  }

  /** Where copies of a cluster-scoped type are; undefined when bindings that claim it do not agree. */
  isolationOf(type: string): ClusterScopedIsolation | undefined {
    const found = new Set(
      this.bindingsClaiming(type).flatMap(binding => {
        const { isolation, suspended } =
          this.declared.get(binding)?.options ?? {};
        // Who does nothing need not know.
        return suspended && !isolation ? [] : [isolation ?? 'Prefixed'];
      }),
    );
    const [first] = found;
    return found.size === 1 ? first : undefined;
  }

  /** The app cluster that one of the bindings that claim a type has taken over from; of several always the same one. */
  formerClusterOf(type: string): string | undefined {
    return this.bindingsClaiming(type)
      .map(binding => this.declared.get(binding)?.options.formerCluster)
      .find(cluster => cluster !== undefined);
  }

  /** Whether a binding acts by a claim on a type. */
  claimsType(binding: string, type: string): boolean {
    return (this.declared.get(binding)?.claims ?? []).some(
      claim => claimedName(claim) === type && !claim.suspended,
    );
  }

  private bindingsClaiming(type: string): string[] {
    return [...this.declared]
      .filter(([, { claims }]) =>
        claims.some(claim => claimedName(claim) === type),
      )
      .map(([binding]) => binding)
      .sort();
  }
}
