/** Which claims are in force on which type, by what all bindings of one cluster namespace say. Pure. */
import { isDeepStrictEqual } from 'node:util';
import type { ClusterScopedIsolation, PermissionClaim } from '@klutch/bind-api';
import { claimProblem } from './claimSelection';

/** What a binding says of all its claims. */
export interface ClaimTerms {
  /** Of the binding's API; says where copies of cluster-scoped claimed types are. Default: `Prefixed`. */
  isolation?: ClusterScopedIsolation;
  /** See `ClusterPins`. */
  formerCluster?: string;
}

const typeOf = (claim: PermissionClaim) =>
  `${claim.resource}.${claim.version}.${claim.group ?? ''}`;

function byType(claims: readonly PermissionClaim[]) {
  const lists = new Map<string, PermissionClaim[]>();
  for (const claim of claims) {
    const type = typeOf(claim);
    lists.set(type, [...(lists.get(type) ?? []), claim]);
  }
  return lists;
}

/** Claims by binding, and by the type they are for. */
export class ClaimsInForce {
  private readonly claims = new Map<string, readonly PermissionClaim[]>();
  private readonly terms = new Map<string, ClaimTerms>();
  private types = new Map<string, readonly PermissionClaim[]>();

  /** @returns false when the binding has said so before. */
  set(
    binding: string,
    claims: readonly PermissionClaim[],
    terms: ClaimTerms = {},
  ): boolean {
    if (
      isDeepStrictEqual(this.claims.get(binding) ?? [], claims) &&
      (claims.length === 0 || isDeepStrictEqual(this.terms.get(binding), terms))
    ) {
      return false;
    }
    this.claims.set(binding, claims);
    this.terms.set(binding, terms);
    const all = [...this.claims.values()].flat();
    this.types = byType(all.filter(claim => !claimProblem(claim)));
    return true;
  }

  /** By type; a list stays the same as long as no binding says anything else. */
  get byType(): ReadonlyMap<string, readonly PermissionClaim[]> {
    return this.types;
  }

  /** Why a claim of a binding cannot be in force, in words. */
  problemOf(binding: string): string | undefined {
    return this.claims
      .get(binding)
      ?.map(claimProblem)
      .find(text => text !== undefined);
  }

  /** Of several bindings that claim a type, always the same one. */
  bindingWith(type: string): string {
    return this.bindingsWith(type)[0] ?? '';
  }

  /** Where copies of a cluster-scoped type are; undefined when bindings that claim it do not agree. */
  isolationOf(type: string): ClusterScopedIsolation | undefined {
    const found = new Set(
      this.bindingsWith(type).map(
        binding => this.terms.get(binding)?.isolation ?? 'Prefixed',
      ),
    );
    const [first] = found;
    return found.size === 1 ? first : undefined;
  }

  /** The app cluster that one of the bindings that claim a type has taken over from; of several always the same one. */
  formerClusterOf(type: string): string | undefined {
    return this.bindingsWith(type)
      .map(binding => this.terms.get(binding)?.formerCluster)
      .find(cluster => cluster !== undefined);
  }

  /** Whether a binding claims a type. */
  claimsType(binding: string, type: string): boolean {
    return (this.claims.get(binding) ?? []).some(
      claim => typeOf(claim) === type,
    );
  }

  private bindingsWith(type: string): string[] {
    return [...this.claims.keys()]
      .filter(binding => this.claimsType(binding, type))
      .sort();
  }
}
