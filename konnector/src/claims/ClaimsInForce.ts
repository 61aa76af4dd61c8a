/** Which claims are in force on which type, by what all bindings of one cluster namespace say. Pure. */
import { isDeepStrictEqual } from 'node:util';
import type { ClusterScopedIsolation, PermissionClaim } from '@klutch/bind-api';
import { claimProblem } from './plan/claimSelection';

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
  private readonly said = new Map<
    string,
    { claims: readonly PermissionClaim[]; terms: ClaimTerms }
  >();
  private types = new Map<string, readonly PermissionClaim[]>();

  /** @param claims - `[]` when the binding has none, or is gone. @returns false when it has said so before. */
  set(
    binding: string,
    claims: readonly PermissionClaim[],
    terms: ClaimTerms = {},
  ): boolean {
    const says = claims.length > 0 ? { claims, terms } : undefined;
    if (isDeepStrictEqual(this.said.get(binding), says)) return false;
    if (says) this.said.set(binding, says);
    else this.said.delete(binding);
    const all = [...this.said.values()].flatMap(one => one.claims);
    this.types = byType(all.filter(claim => !claimProblem(claim)));
    return true;
  }

  /** By type; a list stays the same as long as no binding says anything else. */
  get byType(): ReadonlyMap<string, readonly PermissionClaim[]> {
    return this.types;
  }

  /** Why a claim of a binding cannot be in force, in words. */
  problemOf(binding: string): string | undefined {
    return this.said
      .get(binding)
      ?.claims.map(claimProblem)
      .find(text => text !== undefined);
  }

  /** The first of the bindings that claim a type, by name. */
  bindingWith(type: string): string {
    return this.bindingsWith(type)[0] ?? '';
  }

  /** Where copies of a cluster-scoped type are; undefined when bindings that claim it do not agree. */
  isolationOf(type: string): ClusterScopedIsolation | undefined {
    const found = new Set(
      this.bindingsWith(type).map(
        binding => this.said.get(binding)?.terms.isolation ?? 'Prefixed',
      ),
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

  /** Whether a binding claims a type. */
  claimsType(binding: string, type: string): boolean {
    return (this.said.get(binding)?.claims ?? []).some(
      claim => typeOf(claim) === type,
    );
  }

  private bindingsWith(type: string): string[] {
    return [...this.said.keys()]
      .filter(binding => this.claimsType(binding, type))
      .sort();
  }
}
