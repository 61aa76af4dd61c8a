/** Keeps the objects that permission claims cover, such as credential secrets, in step between the clusters. */
import { isDeepStrictEqual } from 'node:util';
import type { APIServiceBinding, PermissionClaim } from '@klutch/bind-api';
import type {
  Cache,
  KubeClient,
  Logger,
  Namespace,
  ObjectKey,
  Resource,
} from '@klutch/kube';
import { bindingIndexes } from '../appCluster';
import { watchCopiesOf } from '../copies/watchCopies';
import type { Breaker } from '../deletion/breaker/Breaker';
import type { EventRecorder } from '../feedback/eventRecorder';
import {
  mergeReportsByKind,
  emptyReports,
  type IssueReports,
} from '../feedback/IssueCounters';
import { mappingOf } from '../mapping/mappingOf';
import type { ClusterPins } from '../markers';
import type { KonnectorMetrics } from '../metrics/KonnectorMetrics';
import type { LeaderElector } from '../leaderElection/LeaderElector';
import type { Engine } from '../engine';
import type { ServiceNamespaces } from '../namespaces/serviceNamespaces';
import { errorMessage, type Failure } from '../failure';
import { EffectiveClaims, type ClaimOptions } from './EffectiveClaims';
import { claimSyncConfig, type ClaimSyncConfig } from './claimSyncConfig';
import { startClaimSync, type ClaimSync } from './claimSync';
import { resolveClaimedType } from './resolveClaimedType';

/** What the claims of one cluster namespace work with. */
export interface RelatedObjectsParts {
  consumerClient: KubeClient;
  providerClient: KubeClient;
  /** Of the app cluster. */
  namespaces: Cache<Namespace>;
  /** All of the app cluster; objects of their APIs are not for claims to keep in step. */
  bindings: Cache<APIServiceBinding>;
  /** Of the app cluster. */
  clusterNamespace: string;
  serviceNamespaces: ServiceNamespaces;
  /** Which cluster it took over from, bindings say with their claims. */
  pins: Omit<ClusterPins, 'formerCluster'>;
  events: EventRecorder;
  /** The breaker of a binding; asked before anything is deleted on the control plane. */
  breakerOf: (binding: string) => Breaker;
  /** True for kubeconfig secrets of bindings, which nothing may overwrite. */
  isReserved: (resource: Resource, key: ObjectKey) => boolean;
  /** A claimed object has gone from the service namespace of this namespace. */
  copyDeleted: (namespace: string) => void;
  leaderElector: LeaderElector;
  /** Works from the start. */
  engine: Engine;
  /** What {@link RelatedObjects.status} or {@link RelatedObjects.issueReports} say may have changed. */
  changed: () => void;
  signal: AbortSignal;
  logger: Logger;
  metrics?: KonnectorMetrics;
}

/** How it stands with the claims of a binding. */
export interface ClaimStatus {
  /** Whether all is followed that they are about; else nobody knows yet whether they are served. */
  isKnown: boolean;
  /** What keeps one of them from being served. */
  failure?: Failure;
}

/** Nobody has looked yet. */
export const unknownStatus: ClaimStatus = { isKnown: false };

/** The claims in force in one cluster namespace; several bindings that claim the same type share one set of watches. */
export interface RelatedObjects {
  /** Puts the claims of a binding in force; `[]` when it is gone. */
  setClaims(
    binding: string,
    claims: readonly PermissionClaim[],
    options?: ClaimOptions,
  ): void;
  /** Whether the claims of a binding are served. */
  status(binding: string): ClaimStatus;
  /** What a binding tells of the types that it claims. Bindings that claim the same type tell of the same. */
  issueReports(binding: string): IssueReports;
  /** Resolves when its signal has aborted and nothing is written any more. */
  stopped(): Promise<void>;
}

interface Running {
  sync?: ClaimSync;
  failure?: Failure;
  config: ClaimSyncConfig;
  /** Its deletions count for this binding, for as long as that claims the type. */
  binding: string;
  stop: AbortController;
}

/** How long to wait before asking again what a claimed type is; milliseconds. */
const resolveRetryMs = 10_000;

/** Nothing runs before the first claim is set. */
export function createRelatedObjects(
  parts: RelatedObjectsParts,
): RelatedObjects {
  const effectiveClaims = new EffectiveClaims();
  const { clusterNamespace: name, pins } = parts;
  const cluster = { name, uid: pins.providerNamespaceUid };
  const running = new Map<string, Running>();
  /** Those that were ended and may still write. */
  const stopping = new Set<Promise<void>>();
  /** By binding. */
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
      // A deletion that a former sync has sent is no news of a person's, which the next one could not tell.
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
          watchCopies: watchCopiesOf(found.mapping, 'Namespaced', parts),
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
        // Ends what has begun already.
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

  /** Begins with a type, and anew where what it rests on has changed. @returns whether it did. */
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

  /** The claims on the type changed, and what it rests on did not. */
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
          // Where nothing can be looked for, nothing is found; why that is so, is reported as the failure.
          return sync?.issueReports() ?? (failure && emptyReports);
        }),
      ),
    async stopped() {
      const syncs = [...running.values()].map(({ sync }) => sync?.stopped());
      await Promise.all([...syncs, ...stopping]);
    },
  };
}
