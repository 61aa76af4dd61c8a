/** Syncs the objects that permission claims cover, such as credential secrets, between the clusters. */
import { isDeepStrictEqual } from 'node:util';
import type { PermissionClaim } from '@klutch/bind-api';
import { bindingIndexes } from '../bindingIndexes';
import type { Failure } from '../failure';
import {
  mergeReportsByKind,
  type IssueReports,
} from '../feedback/IssueCounters';
import { ClaimedTypeSync } from './ClaimedTypeSync';
import { claimedTypeConfig } from './claimedTypeConfig';
import {
  EffectiveClaims,
  type ClaimOptions,
} from '../pairs/claimedObject/EffectiveClaims';
import type { ClaimedTypesParts } from '../pairs/claimedObject/ClaimedObjectOptions';

/** Status of the claims of a binding. */
export interface ClaimStatus {
  /** Whether all objects that the claims cover are watched; until then it is unknown whether the claims are served. */
  isKnown: boolean;
  /** Why one of the claims is not served. */
  failure?: Failure;
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

  constructor(private readonly parts: ClaimedTypesParts) {
    const unsubscribe = parts.bindings.subscribe(({ object }) => {
      const type = object.metadata.name ?? '';
      const claims = this.effectiveClaims.byType.get(type);
      if (claims) this.restartIfChanged(type, claims);
    });
    parts.signal.addEventListener('abort', unsubscribe, { once: true });
  }

  /** Sets the claims of a binding; `[]` when the binding is gone. */
  setClaims(
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
      if (!this.restartIfChanged(type, list)) this.updateRunning(type);
    }
  }

  /** Whether the claims of a binding are served. */
  status(binding: string): ClaimStatus {
    const types = this.typesOf(binding);
    const failure =
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

  /** Resolves when the signal has aborted and all syncs have stopped writing. */
  async stopped(): Promise<void> {
    const syncs = [...this.running.values()].map(sync => sync.stopped());
    await Promise.all([...syncs, ...this.stopping]);
  }

  private typesOf(binding: string): ClaimedTypeSync[] {
    return [...this.running]
      .filter(([type]) => this.effectiveClaims.claimsType(binding, type))
      .map(([, sync]) => sync);
  }

  /** Starts the sync of a type, or restarts it when its settings changed. @returns whether the sync was started. */
  private restartIfChanged(
    type: string,
    claims: readonly PermissionClaim[],
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
      claims: () => effectiveClaims.byType.get(type) ?? [],
      earlierStopped: () => Promise.all(this.stopping),
    });
    this.running.set(type, sync);
    return true;
  }

  /** Updates the sync of a type whose claims changed and whose settings did not. */
  private updateRunning(type: string): void {
    const sync = this.running.get(type);
    if (!sync) return;
    if (!this.effectiveClaims.claimsType(sync.binding, type))
      sync.setBinding(this.effectiveClaims.firstBindingClaiming(type));
    sync.claimsChanged();
  }

  private stopType(type: string): void {
    const sync = this.running.get(type);
    if (!sync) return;
    this.running.delete(type);
    const stopped = sync.stop().finally(() => this.stopping.delete(stopped));
    this.stopping.add(stopped);
  }
}
