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
import { followCopiesOf } from '../copies/followCopies';
import type { Breaker } from '../deletion/breaker/Breaker';
import type { EventRecorder } from '../feedback/eventRecorder';
import {
  joinedByKind,
  nothingOfAnyKind,
  type TallyReports,
} from '../feedback/Tallies';
import { mappingOf } from '../mapping/mappingOf';
import type { ClusterPins } from '../markers';
import type { KonnectorMetrics } from '../metrics/KonnectorMetrics';
import type { Duty } from '../duty/leadership';
import type { Engine } from '../engine';
import type { ServiceNamespaces } from '../namespaces/serviceNamespaces';
import { wordsOf, type Trouble } from '../trouble';
import { ClaimsInForce, type ClaimTerms } from './ClaimsInForce';
import { claimBasis, type ClaimBasis } from './claimBasis';
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
  copyGone: (namespace: string) => void;
  duty: Duty;
  /** Works from the start. */
  engine: Engine;
  /** What {@link RelatedObjects.standing} or {@link RelatedObjects.tallies} say may have changed. */
  changed: () => void;
  signal: AbortSignal;
  logger: Logger;
  metrics?: KonnectorMetrics;
}

/** How it stands with the claims of a binding. */
export interface ClaimStanding {
  /** Whether all is followed that they are about; else nobody knows yet whether they are served. */
  known: boolean;
  /** What keeps one of them from being served. */
  trouble?: Trouble;
}

/** Nobody has looked yet. */
export const notKnown: ClaimStanding = { known: false };

/** The claims in force in one cluster namespace; several bindings that claim the same type share one set of watches. */
export interface RelatedObjects {
  /** Puts the claims of a binding in force; `[]` when it is gone. */
  set(
    binding: string,
    claims: readonly PermissionClaim[],
    terms?: ClaimTerms,
  ): void;
  /** Whether the claims of a binding are served. */
  standing(binding: string): ClaimStanding;
  /** What a binding tells of the types that it claims. Bindings that claim the same type tell of the same. */
  tallies(binding: string): TallyReports;
  /** Resolves when its signal has aborted and nothing is written any more. */
  stopped(): Promise<void>;
}

interface Running {
  sync?: ClaimSync;
  trouble?: Trouble;
  basis: ClaimBasis;
  /** Its deletions count for this binding, for as long as that claims the type. */
  binding: string;
  stop: AbortController;
}

/** How long to wait before asking again what a claimed type is; milliseconds. */
const resolveAgainMs = 10_000;

/** Nothing runs before the first claim is set. */
export function createRelatedObjects(
  parts: RelatedObjectsParts,
): RelatedObjects {
  const inForce = new ClaimsInForce();
  const { clusterNamespace: name, pins } = parts;
  const cluster = { name, uid: pins.providerNamespaceUid };
  const running = new Map<string, Running>();
  /** Those that were ended and may still write. */
  const ending = new Set<Promise<void>>();
  /** By binding. */
  const problems = new Map<string, Trouble>();

  const basisOf = (type: string, claims: readonly PermissionClaim[]) => {
    const isBound = parts.bindings.byIndex(bindingIndexes.api, type).length > 0;
    return claimBasis(type, claims, inForce, isBound);
  };

  function begin(type: string, claims: readonly PermissionClaim[]): void {
    const [claim] = claims;
    if (!claim) return;
    const basis = basisOf(type, claims);
    const { formerCluster } = basis;
    const binding = inForce.bindingWith(type);
    const run: Running = { basis, binding, stop: new AbortController() };
    const signal = AbortSignal.any([parts.signal, run.stop.signal]);
    running.set(type, run);
    let again: NodeJS.Timeout | undefined;
    signal.addEventListener('abort', () => clearTimeout(again), {
      once: true,
    });

    const attempt = async () => {
      const found = basis.problem
        ? { ok: false as const, again: false, problem: basis.problem }
        : await resolveClaimedType({
            ...parts,
            claim,
            versions: basis.versions,
            isolation: basis.isolation,
            mappingOf: (resource, isolation) =>
              mappingOf(resource, isolation, cluster, parts.serviceNamespaces),
          });
      // A deletion that a former sync has sent is no news of a person's, which the next one could not tell.
      await Promise.all(ending);
      if (signal.aborted) return;
      run.trouble = found.ok
        ? undefined
        : { message: found.problem, since: run.trouble?.since ?? new Date() };
      if (found.ok) {
        run.sync = startClaimSync({
          ...parts,
          pins: { ...pins, formerCluster },
          mapping: found.mapping,
          followCopies: followCopiesOf(found.mapping, 'Namespaced', parts),
          claims: () => inForce.byType.get(type) ?? [],
          watchesConsumers: basis.watchesConsumers,
          breaker: parts.breakerOf(run.binding),
          signal,
        });
      } else if (found.again) {
        again = setTimeout(contained, resolveAgainMs);
      }
      parts.changed();
    };
    function contained(): Promise<void> {
      return attempt().catch(error => {
        if (signal.aborted) return;
        parts.logger.error({ err: error, type }, 'a claim failed');
        // Ends what has begun already.
        run.stop.abort();
        run.trouble = {
          message: `The claim on ${type} cannot be served: ${wordsOf(error)}`,
          since: new Date(),
        };
        parts.changed();
      });
    }
    void contained();
  }

  /** Begins with a type, and anew where what it rests on has changed. @returns whether it did. */
  function renew(type: string, claims: readonly PermissionClaim[]): boolean {
    const basis = running.get(type)?.basis;
    if (isDeepStrictEqual(basis, basisOf(type, claims))) return false;
    end(type);
    begin(type, claims);
    return true;
  }

  /** The claims on the type changed, and what it rests on did not. */
  function goOn(type: string): void {
    const run = running.get(type);
    if (!run) return;
    if (!inForce.claimsType(run.binding, type)) {
      run.binding = inForce.bindingWith(type);
      run.sync?.countFor(parts.breakerOf(run.binding));
    }
    run.sync?.claimsChanged();
  }

  function end(type: string): void {
    const run = running.get(type);
    running.delete(type);
    run?.stop.abort();
    if (!run?.sync) return;
    const over = run.sync.stopped().finally(() => ending.delete(over));
    ending.add(over);
  }

  const unfollow = parts.bindings.subscribe(({ object }) => {
    const type = object.metadata.name ?? '';
    const claims = inForce.byType.get(type);
    if (claims) renew(type, claims);
  });
  parts.signal.addEventListener('abort', unfollow, { once: true });

  const runsOf = (binding: string) =>
    [...running]
      .filter(([type]) => inForce.claimsType(binding, type))
      .map(([, run]) => run);

  return {
    set(binding, claims, terms) {
      if (!inForce.set(binding, claims, terms)) return;
      const problem = inForce.problemOf(binding);
      if (problem === undefined) problems.delete(binding);
      else problems.set(binding, { message: problem, since: new Date() });
      for (const type of [...running.keys()]) {
        if (!inForce.byType.has(type)) end(type);
      }
      for (const [type, list] of inForce.byType) {
        if (!renew(type, list)) goOn(type);
      }
    },
    standing(binding) {
      const runs = runsOf(binding);
      for (const { trouble, sync } of runs) {
        const found = trouble ?? sync?.trouble();
        if (found) return { known: true, trouble: found };
      }
      const problem = problems.get(binding);
      if (problem) return { known: true, trouble: problem };
      return { known: runs.every(({ sync }) => sync?.isFollowed() === true) };
    },
    tallies: binding =>
      joinedByKind(
        runsOf(binding).map(({ sync, trouble }) => {
          // Where nothing can be looked for, nothing is found; why that is so, is told as trouble.
          return sync?.tallies() ?? (trouble && nothingOfAnyKind);
        }),
      ),
    async stopped() {
      const syncs = [...running.values()].map(({ sync }) => sync?.stopped());
      await Promise.all([...syncs, ...ending]);
    },
  };
}
