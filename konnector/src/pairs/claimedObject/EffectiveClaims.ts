/** The claims that are effective on each type, derived from all bindings of one cluster namespace. Pure. */
import { isDeepStrictEqual } from 'node:util';
import type { ClusterScopedIsolation, PermissionClaim } from '@klutch/bind-api';
import { claimProblem } from './plan/claimSelection';
import { claimedName } from './planClaimedType';

/** Options that apply to all claims of a binding. */
export interface ClaimOptions {
  /** Isolation of the binding's API; decides where copies of cluster-scoped claimed types are. Default: `Prefixed`. */
  isolation?: ClusterScopedIsolation;
  /** See `ClusterPins`. */
  formerCluster?: string;
  /** The binding does not act on its claims now. No step is taken whose result would differ if the binding did act. */
  suspended?: boolean;
}

/** A claim, as combined with the claims of other bindings. */
export interface EffectiveClaim extends PermissionClaim {
  /** See {@link ClaimOptions}. */
  suspended?: boolean;
}

/** Claims by type, without the types whose claims are all suspended. */
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

  /**
   * Declares the claims of a binding.
   * @param claims - `[]` when the binding has no claims or is gone.
   * @returns false when the declaration did not change.
   */
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

  /** The bindings with claims. */
  bindings(): string[] {
    return [...this.declared.keys()];
  }

  /** Effective claims by type. The list of a type keeps its identity until a binding changes a declaration. */
  get byType(): ReadonlyMap<string, readonly EffectiveClaim[]> {
    return this.types;
  }

  /** Message for the user: why a claim of the binding cannot be effective; undefined when all can. */
  problemOf(binding: string): string | undefined {
    return this.declared
      .get(binding)
      ?.claims.map(claimProblem)
      .find(text => text !== undefined);
  }

  /** Name of the first binding, in alphabetical order, that acts on a claim on the type; `''` when there is none. */
  firstBindingClaiming(type: string): string {
    return (
      this.bindingsClaiming(type).find(binding =>
        this.claimsType(binding, type),
      ) ?? ''
    );
  }

  /** Where copies of a cluster-scoped type are; undefined when the bindings that claim the type disagree. */
  isolationOf(type: string): ClusterScopedIsolation | undefined {
    const found = new Set(
      this.bindingsClaiming(type).flatMap(binding => {
        const { isolation, suspended } =
          this.declared.get(binding)?.options ?? {};
        // A suspended binding without a known isolation does not count as a disagreement.
        return suspended && !isolation ? [] : [isolation ?? 'Prefixed'];
      }),
    );
    const [first] = found;
    return found.size === 1 ? first : undefined;
  }

  /**
   * The app cluster from which a binding that claims the type took over; with several such bindings always the same
   * one.
   */
  formerClusterOf(type: string): string | undefined {
    return this.bindingsClaiming(type)
      .map(binding => this.declared.get(binding)?.options.formerCluster)
      .find(cluster => cluster !== undefined);
  }

  /** Whether a binding acts on a claim on the type. */
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
