/** Which claims are in force on which type, by what all bindings of one cluster namespace say. Pure. */
import { isDeepStrictEqual } from 'node:util';
import type { ClusterScopedIsolation, PermissionClaim } from '@klutch/bind-api';
import { claimProblem } from './claimSelection';

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
  private readonly isolations = new Map<string, ClusterScopedIsolation>();
  private types = new Map<string, readonly PermissionClaim[]>();
  /** Why a claim cannot be in force, in words. */
  problem: string | undefined;

  /** @returns false when the binding has said so before. */
  set(
    binding: string,
    claims: readonly PermissionClaim[],
    isolation: ClusterScopedIsolation,
  ): boolean {
    if (
      isDeepStrictEqual(this.claims.get(binding) ?? [], claims) &&
      (claims.length === 0 || this.isolations.get(binding) === isolation)
    ) {
      return false;
    }
    this.claims.set(binding, claims);
    this.isolations.set(binding, isolation);
    const all = [...this.claims.values()].flat();
    this.problem = all.map(claimProblem).find(text => text !== undefined);
    this.types = byType(all.filter(claim => !claimProblem(claim)));
    return true;
  }

  /** By type; a list stays the same as long as no binding says anything else. */
  get byType(): ReadonlyMap<string, readonly PermissionClaim[]> {
    return this.types;
  }

  /** Of several bindings that claim a type, always the same one. */
  bindingWith(type: string): string {
    return this.bindingsWith(type)[0] ?? '';
  }

  /** Where copies of a cluster-scoped type are; undefined when bindings that claim it do not agree. */
  isolationOf(type: string): ClusterScopedIsolation | undefined {
    const found = new Set(
      this.bindingsWith(type).map(binding => this.isolations.get(binding)),
    );
    const [first] = found;
    return found.size === 1 ? first : undefined;
  }

  private bindingsWith(type: string): string[] {
    return [...this.claims]
      .filter(([, claims]) => claims.some(claim => typeOf(claim) === type))
      .map(([binding]) => binding)
      .sort();
  }
}
