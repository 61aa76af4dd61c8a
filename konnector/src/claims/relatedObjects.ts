/** Syncs the objects that permission claims cover, such as credential secrets, between the clusters. */
import { isDeepStrictEqual } from 'node:util';
import type { PermissionClaim } from '@klutch/bind-api';
import { errorMessage } from '@klutch/kube';
import { bindingIndexes } from '../appCluster';
import { selectProviderCache } from '../providerCaches/selectProviderCache';
import {
  mergeReportsByKind,
  emptyReports,
  type IssueReports,
} from '../feedback/IssueCounters';
import { mappingOf } from '../mapping/mappingOf';
import type { Failure } from '../failure';
import { EffectiveClaims, type ClaimOptions } from './EffectiveClaims';
import { claimSyncConfig, type ClaimSyncConfig } from './claimSyncConfig';
import { startClaimSync, type ClaimSync } from './claimSync';
import type { RelatedObjectsParts } from './RelatedObjectsParts';
import { resolveClaimedType } from './resolveClaimedType';

/** Status of the claims of a binding. */
export interface ClaimStatus {
  /** Whether all objects that the claims cover are watched; until then it is unknown whether the claims are served. */
  isKnown: boolean;
  /** Why one of the claims is not served. */
  failure?: Failure;
}

/** Status before the first sync. */
export const unknownStatus: ClaimStatus = { isKnown: false };

/** The sync of claimed objects in one cluster namespace; bindings that claim the same type share one set of watches. */
export interface RelatedObjects {
  /** Sets the claims of a binding; `[]` when the binding is gone. */
  setClaims(
    binding: string,
    claims: readonly PermissionClaim[],
    options?: ClaimOptions,
  ): void;
  /** Whether the claims of a binding are served. */
  status(binding: string): ClaimStatus;
  /** Issues of the types that a binding claims. Bindings that claim the same type report the same issues. */
  issueReports(binding: string): IssueReports;
  /** Resolves when the signal has aborted and all syncs have stopped writing. */
  stopped(): Promise<void>;
}

interface Running {
  sync?: ClaimSync;
  failure?: Failure;
  config: ClaimSyncConfig;
  /** Deletions count against the quota of this binding for as long as the binding claims the type. */
  binding: string;
  stop: AbortController;
}

/** Delay before a claimed type is resolved again; milliseconds. */
const resolveRetryMs = 10_000;

/**
 * Creates the sync of the objects that the claims of one cluster namespace cover. No watch starts before the first
 * {@link RelatedObjects.setClaims}.
 */
export function createRelatedObjects(
  parts: RelatedObjectsParts,
): RelatedObjects {
  const effectiveClaims = new EffectiveClaims();
  const { clusterNamespace: name, pins } = parts;
  const cluster = { name, uid: pins.providerNamespaceUid };
  const running = new Map<string, Running>();
  /** Stopped syncs that may still write. */
  const stopping = new Set<Promise<void>>();
  /** Invalid claims, by binding. */
  const problems = new Map<string, Failure>();

  const configOf = (type: string, claims: readonly PermissionClaim[]) => {
    const isBound = parts.bindings.byIndex(bindingIndexes.api, type).length > 0;
    return claimSyncConfig(type, claims, effectiveClaims, isBound);
  };

  function startType(type: string, claims: readonly PermissionClaim[]): void {
    const [claim] = claims;
    if (!claim) return;
    const config = configOf(type, claims);
    const { formerCluster } = config;
    const binding = effectiveClaims.firstBindingClaiming(type);
    const run: Running = { config, binding, stop: new AbortController() };
    const signal = AbortSignal.any([parts.signal, run.stop.signal]);
    running.set(type, run);
    let retryTimer: NodeJS.Timeout | undefined;
    signal.addEventListener('abort', () => clearTimeout(retryTimer), {
      once: true,
    });

    const attempt = async () => {
      const found = config.problem
        ? { ok: false as const, retryable: false, problem: config.problem }
        : await resolveClaimedType({
            ...parts,
            claim,
            versions: config.versions,
            isolation: config.isolation,
            mappingOf: (resource, isolation) =>
              mappingOf(resource, isolation, cluster, parts.serviceNamespaces),
          });
      // A sync takes a deletion sent by an earlier sync of the type for a user's, so the earlier one must have stopped.
      await Promise.all(stopping);
      if (signal.aborted) return;
      run.failure = found.ok
        ? undefined
        : { message: found.problem, since: run.failure?.since ?? new Date() };
      if (found.ok) {
        run.sync = startClaimSync({
          ...parts,
          pins: { ...pins, formerCluster },
          mapping: found.mapping,
          startProviderCache: selectProviderCache(
            found.mapping,
            'Namespaced',
            parts,
          ),
          claims: () => effectiveClaims.byType.get(type) ?? [],
          watchesConsumers: config.watchesConsumers,
          breaker: parts.breakerOf(run.binding),
          signal,
        });
      } else if (found.retryable) {
        retryTimer = setTimeout(attemptSafely, resolveRetryMs);
      }
      parts.changed();
    };
    function attemptSafely(): Promise<void> {
      return attempt().catch(error => {
        if (signal.aborted) return;
        parts.logger.error({ err: error, type }, 'a claim failed');
        // Stops a partially started sync.
        run.stop.abort();
        run.failure = {
          message: `The claim on ${type} cannot be served: ${errorMessage(error)}`,
          since: new Date(),
        };
        parts.changed();
      });
    }
    void attemptSafely();
  }

  /** Starts the sync of a type, or restarts it when its settings changed. @returns whether the sync was started. */
  function restartIfChanged(
    type: string,
    claims: readonly PermissionClaim[],
  ): boolean {
    const config = running.get(type)?.config;
    if (isDeepStrictEqual(config, configOf(type, claims))) return false;
    stopType(type);
    startType(type, claims);
    return true;
  }

  /** Updates the sync of a type whose claims changed and whose settings did not. */
  function updateRunning(type: string): void {
    const run = running.get(type);
    if (!run) return;
    if (!effectiveClaims.claimsType(run.binding, type)) {
      run.binding = effectiveClaims.firstBindingClaiming(type);
      run.sync?.setBreaker(parts.breakerOf(run.binding));
    }
    run.sync?.claimsChanged();
  }

  function stopType(type: string): void {
    const run = running.get(type);
    running.delete(type);
    run?.stop.abort();
    if (!run?.sync) return;
    const stopped = run.sync.stopped().finally(() => stopping.delete(stopped));
    stopping.add(stopped);
  }

  const unsubscribe = parts.bindings.subscribe(({ object }) => {
    const type = object.metadata.name ?? '';
    const claims = effectiveClaims.byType.get(type);
    if (claims) restartIfChanged(type, claims);
  });
  parts.signal.addEventListener('abort', unsubscribe, { once: true });

  const runsOf = (binding: string) =>
    [...running]
      .filter(([type]) => effectiveClaims.claimsType(binding, type))
      .map(([, run]) => run);

  return {
    setClaims(binding, claims, options) {
      if (!effectiveClaims.set(binding, claims, options)) return;
      const problem = effectiveClaims.problemOf(binding);
      if (problem === undefined) problems.delete(binding);
      else problems.set(binding, { message: problem, since: new Date() });
      for (const type of [...running.keys()]) {
        if (!effectiveClaims.byType.has(type)) stopType(type);
      }
      for (const [type, list] of effectiveClaims.byType) {
        if (!restartIfChanged(type, list)) updateRunning(type);
      }
    },
    status(binding) {
      const runs = runsOf(binding);
      for (const { failure, sync } of runs) {
        const found = failure ?? sync?.failure();
        if (found) return { isKnown: true, failure: found };
      }
      const problem = problems.get(binding);
      if (problem) return { isKnown: true, failure: problem };
      return { isKnown: runs.every(({ sync }) => sync?.hasSynced() === true) };
    },
    issueReports: binding =>
      mergeReportsByKind(
        runsOf(binding).map(({ sync, failure }) => {
          // A type that cannot be synced has no issues; the failure is reported by `status`.
          return sync?.issueReports() ?? (failure && emptyReports);
        }),
      ),
    async stopped() {
      const syncs = [...running.values()].map(({ sync }) => sync?.stopped());
      await Promise.all([...syncs, ...stopping]);
    },
  };
}
