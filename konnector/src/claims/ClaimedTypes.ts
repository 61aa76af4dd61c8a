/** Syncs the objects that permission claims cover, such as credential secrets, between the clusters. */
import { isDeepStrictEqual } from 'node:util';
import type { PermissionClaim } from '@klutch/bind-api';
import { bindingIndexes } from '../bindingIndexes';
import { failureOf, type Failure } from '../failure';
import { onAbort } from '../onAbort';
import { mergeReportsByKind, type IssueReports } from '../feedback/issueKinds';
import { ClaimedTypeSync, type ClaimedTypesParts } from './ClaimedTypeSync';
import { claimedTypeConfig } from './claimedTypeConfig';
import type { DeclaredClaims } from './expectedClaims';
import {
  EffectiveClaims,
  type ClaimOptions,
  type EffectiveClaim,
} from '../pairs/claimedObject/EffectiveClaims';

/** Status of the claims of a binding. */
export interface ClaimStatus {
  /** Whether all objects that the claims cover are watched; until then it is unknown whether the claims are served. */
  isKnown: boolean;
  /** Why one of the claims is not served. */
  failure?: Failure;
}

export interface ClaimExpectations {
  /**
   * The claims that each binding of the cluster namespace would declare, whether the binding can connect or not.
   * Undefined while these are not known; no claim is synced before.
   */
  expectedClaims(): ReadonlyMap<string, DeclaredClaims> | undefined;
}

/**
 * The sync of claimed objects in one cluster namespace; bindings that claim the same type share one set of watches. No
 * watch starts before the first {@link ClaimedTypes.setClaims}.
 */
export class ClaimedTypes {
  private readonly effectiveClaims = new EffectiveClaims();
  private readonly running = new Map<string, ClaimedTypeSync>();
  /** Stopped syncs that may still write. */
  private readonly stopping = new Set<Promise<void>>();
  /** Invalid claims, by binding. */
  private readonly problems = new Map<string, Failure>();
  /** By binding. */
  private readonly declared = new Map<string, DeclaredClaims>();
  private failure: Failure | undefined;

  constructor(
    private readonly parts: ClaimedTypesParts,
    private readonly expectations: ClaimExpectations,
  ) {
    const unsubscribe = parts.bindings.subscribe(({ object }) => {
      this.reevaluate();
      const type = object.metadata.name ?? '';
      const claims = this.effectiveClaims.byType.get(type);
      if (claims) this.restartIfChanged(type, claims);
    });
    onAbort(parts.signal, unsubscribe);
  }

  /** Sets the claims of a binding; `[]` when the binding is gone, or does not act on its claims now. Never throws. */
  setClaims(
    binding: string,
    claims: readonly PermissionClaim[],
    options?: ClaimOptions,
  ): void {
    if (claims.length > 0) this.declared.set(binding, { claims, options });
    else this.declared.delete(binding);
    this.reevaluate();
  }

  /** Call when the expected claims of bindings may have changed. Never throws: a failure is reported by the bindings. */
  reevaluate(): void {
    if (this.parts.signal.aborted) return;
    try {
      this.applyClaims();
      this.failure = undefined;
    } catch (error) {
      const { logger } = this.parts;
      logger.error({ err: error }, 'claims of a cluster namespace failed');
      this.failure = failureOf(error, this.failure);
    }
  }

  /** Whether the claims of a binding are served. */
  status(binding: string): ClaimStatus {
    const types = this.typesOf(binding);
    const failure =
      this.failure ??
      types.map(type => type.failure()).find(found => found !== undefined) ??
      this.problems.get(binding);
    return failure
      ? { isKnown: true, failure }
      : { isKnown: types.every(type => type.hasSynced()) };
  }

  /** Issues of the types that a binding claims. Bindings that claim the same type report the same issues. */
  issueReports(binding: string): IssueReports {
    return mergeReportsByKind(
      this.typesOf(binding).map(type => type.issueReports()),
    );
  }

  /** Call when the signal has aborted. Resolves when all syncs have stopped writing. */
  async stop(): Promise<void> {
    const syncs = [...this.running.values()].map(sync => sync.stop());
    await Promise.all([...syncs, ...this.stopping]);
  }

  /**
   * Expected bindings that have not declared their claims yet count as suspended, so the result does not depend on
   * which bindings connect first or not at all.
   */
  private applyClaims(): void {
    const expected = this.expectations.expectedClaims();
    if (!expected) return;
    const { declared } = this;
    // Before the declared claims, which take effect as soon as they are applied.
    for (const [binding, { claims, options }] of expected) {
      if (!declared.has(binding))
        this.apply(binding, claims, { ...options, suspended: true });
    }
    for (const [binding, { claims, options }] of declared)
      this.apply(binding, claims, options);
    for (const binding of this.effectiveClaims.bindings()) {
      if (!declared.has(binding) && !expected.has(binding))
        this.apply(binding, []);
    }
  }

  private apply(
    binding: string,
    claims: readonly PermissionClaim[],
    options?: ClaimOptions,
  ): void {
    const { effectiveClaims, problems } = this;
    if (!effectiveClaims.set(binding, claims, options)) return;
    const problem = effectiveClaims.problemOf(binding);
    if (problem === undefined) problems.delete(binding);
    else problems.set(binding, { message: problem, since: new Date() });
    for (const type of [...this.running.keys()]) {
      if (!effectiveClaims.byType.has(type)) this.stopType(type);
    }
    for (const [type, list] of effectiveClaims.byType) {
      if (!this.restartIfChanged(type, list)) this.updateRunning(type, list);
    }
  }

  private typesOf(binding: string): ClaimedTypeSync[] {
    return [...this.running]
      .filter(([type]) => this.effectiveClaims.claimsType(binding, type))
      .map(([, sync]) => sync);
  }

  /** Starts the sync of a type, or restarts it when its settings changed. @returns whether the sync was started. */
  private restartIfChanged(
    type: string,
    claims: readonly EffectiveClaim[],
  ): boolean {
    const { parts, effectiveClaims } = this;
    const [claim] = claims;
    const isBound = parts.bindings.byIndex(bindingIndexes.api, type).length > 0;
    const config = claimedTypeConfig(type, claims, effectiveClaims, isBound);
    if (isDeepStrictEqual(this.running.get(type)?.config, config)) return false;
    this.stopType(type);
    if (!claim) return true;
    const sync = new ClaimedTypeSync({
      parts,
      type,
      claim,
      config,
      binding: effectiveClaims.firstBindingClaiming(type),
      claims,
      earlierStopped: () => Promise.all(this.stopping),
    });
    this.running.set(type, sync);
    return true;
  }

  /** Updates the sync of a type whose claims changed and whose settings did not. */
  private updateRunning(type: string, claims: readonly EffectiveClaim[]): void {
    const sync = this.running.get(type);
    if (!sync) return;
    if (!this.effectiveClaims.claimsType(sync.binding, type))
      sync.setBinding(this.effectiveClaims.firstBindingClaiming(type));
    sync.setClaims(claims);
  }

  private stopType(type: string): void {
    const sync = this.running.get(type);
    if (!sync) return;
    this.running.delete(type);
    const stopped = sync.stop().finally(() => this.stopping.delete(stopped));
    this.stopping.add(stopped);
  }
}
