/** Keeps the objects that permission claims cover, such as credential secrets, in step between the clusters. */
import { isDeepStrictEqual } from 'node:util';
import type { ClusterScopedIsolation, PermissionClaim } from '@klutch/bind-api';
import type { KubeClient, Logger, ObjectKey, Resource } from '@klutch/kube';
import { followCopiesOf } from '../copies/followCopies';
import type { Breaker } from '../deletion/breaker/Breaker';
import type { EventRecorder } from '../feedback/eventRecorder';
import { mappingOf } from '../mapping/mappingOf';
import type { ClusterPins } from '../markers';
import type { KonnectorMetrics } from '../metrics/KonnectorMetrics';
import type { Duty } from '../running/leadership';
import type { ServiceNamespaces } from '../namespaces/serviceNamespaces';
import type { Trouble } from '../trouble';
import { claimProblem, mayStart } from './claimSelection';
import { startClaimSync, type ClaimSync } from './claimSync';
import { resolveClaimedType } from './resolveClaimedType';

/** What the claims of one cluster namespace work with. */
export interface RelatedObjectsParts {
  consumerClient: KubeClient;
  providerClient: KubeClient;
  /** Of the app cluster. */
  clusterNamespace: string;
  serviceNamespaces: ServiceNamespaces;
  pins: ClusterPins;
  events: EventRecorder;
  /** The breaker of a binding; asked before anything is deleted on the control plane. */
  breakerOf: (binding: string) => Breaker;
  /** True for kubeconfig secrets of bindings, which nothing may overwrite. */
  isReserved: (resource: Resource, key: ObjectKey) => boolean;
  duty: Duty;
  /** Something about {@link RelatedObjects.trouble} may have changed. */
  changed: () => void;
  signal: AbortSignal;
  logger: Logger;
  metrics?: KonnectorMetrics;
}

/** The claims in force in one cluster namespace; several bindings that claim the same type share one set of watches. */
export interface RelatedObjects {
  /**
   * Puts the claims of a binding in force; `[]` when it is gone.
   * @param isolation - of the binding's API; says where copies of cluster-scoped claimed types are.
   */
  set(
    binding: string,
    claims: readonly PermissionClaim[],
    isolation?: ClusterScopedIsolation,
  ): void;
  /** What keeps a claim from being served. */
  trouble(): Trouble | undefined;
}

interface Running {
  sync?: ClaimSync;
  trouble?: Trouble;
  watchesConsumers: boolean;
  /** Its deletions count for this binding. */
  binding: string;
  isolation: ClusterScopedIsolation | undefined;
  stop: AbortController;
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

/** Do objects of the app cluster's own matter? For provider-owned ones its copies suffice. */
const watchesConsumers = (claims: readonly PermissionClaim[]) =>
  claims.some(claim => mayStart(claim, 'Consumer') || claim.autoAdopt);

/** How long to wait before asking again what a claimed type is; milliseconds. */
const resolveAgainMs = 10_000;

/** Nothing runs before the first claim is set. */
export function createRelatedObjects(
  parts: RelatedObjectsParts,
): RelatedObjects {
  const claimsOf = new Map<string, readonly PermissionClaim[]>();
  const { clusterNamespace: name, pins } = parts;
  const cluster = { name, uid: pins.providerNamespaceUid };
  const isolations = new Map<string, ClusterScopedIsolation>();
  const running = new Map<string, Running>();
  /** By type; a list stays the same as long as its claims do. */
  let inForce = new Map<string, readonly PermissionClaim[]>();
  let problem: Trouble | undefined;

  const bindingsWith = (type: string): string[] =>
    [...claimsOf]
      .filter(([, claims]) => claims.some(claim => typeOf(claim) === type))
      .map(([binding]) => binding)
      .sort();

  /** Of several bindings that claim a type, always the same one. */
  const bindingWith = (type: string): string => bindingsWith(type)[0] ?? '';

  /** Undefined when bindings that claim the type do not agree. */
  function isolationOf(type: string): ClusterScopedIsolation | undefined {
    const found = new Set(
      bindingsWith(type).map(binding => isolations.get(binding)),
    );
    const [first] = found;
    return found.size === 1 ? first : undefined;
  }

  function begin(type: string, claims: readonly PermissionClaim[]): void {
    const [claim] = claims;
    if (!claim) return;
    const run: Running = {
      watchesConsumers: watchesConsumers(claims),
      binding: bindingWith(type),
      isolation: isolationOf(type),
      stop: new AbortController(),
    };
    const signal = AbortSignal.any([parts.signal, run.stop.signal]);
    running.set(type, run);

    const attempt = async () => {
      const found = await resolveClaimedType({
        ...parts,
        claim,
        isolation: run.isolation,
        mappingOf: (resource, isolation) =>
          mappingOf(resource, isolation, cluster, parts.serviceNamespaces),
      });
      if (signal.aborted) return;
      run.trouble = found.ok
        ? undefined
        : { message: found.problem, since: run.trouble?.since ?? new Date() };
      if (found.ok) {
        run.sync = startClaimSync({
          ...parts,
          mapping: found.mapping,
          followCopies: followCopiesOf(found.mapping, 'Namespaced', parts),
          claims: () => inForce.get(type) ?? [],
          watchesConsumers: run.watchesConsumers,
          breaker: parts.breakerOf(run.binding),
          signal,
        });
      } else if (found.again) {
        const timer = setTimeout(attempt, resolveAgainMs);
        signal.addEventListener('abort', () => clearTimeout(timer), {
          once: true,
        });
      }
      parts.changed();
    };
    void attempt();
  }

  function end(type: string): void {
    running.get(type)?.stop.abort();
    running.delete(type);
  }

  return {
    set(binding, claims, isolation = 'Prefixed') {
      if (
        isDeepStrictEqual(claimsOf.get(binding) ?? [], claims) &&
        (claims.length === 0 || isolations.get(binding) === isolation)
      ) {
        return;
      }
      claimsOf.set(binding, claims);
      isolations.set(binding, isolation);
      const all = [...claimsOf.values()].flat();
      const wrong = all.map(claimProblem).find(text => text !== undefined);
      problem = wrong ? { message: wrong, since: new Date() } : undefined;
      inForce = byType(all.filter(claim => !claimProblem(claim)));
      for (const type of [...running.keys()]) {
        if (!inForce.has(type)) end(type);
      }
      for (const [type, list] of inForce) {
        const run = running.get(type);
        if (
          run?.watchesConsumers === watchesConsumers(list) &&
          run.binding === bindingWith(type) &&
          run.isolation === isolationOf(type)
        ) {
          run.sync?.claimsChanged();
        } else {
          end(type);
          begin(type, list);
        }
      }
    },
    trouble() {
      for (const { trouble, sync } of running.values()) {
        const found = trouble ?? sync?.trouble();
        if (found) return found;
      }
      return problem;
    },
  };
}
