/** Brings the objects that permission claims cover, such as credential secrets, down to the app cluster. Never upwards. */
import type { PermissionClaim } from '@klutch/bind-api';
import type { KubeClient, Logger, ObjectKey, Resource } from '@klutch/kube';
import type { EventRecorder } from '../events/eventRecorder';
import type { ClusterPins } from '../markers';
import type { ServiceNamespaces } from '../namespaces/serviceNamespaces';
import type { Trouble } from '../trouble';
import { startClaimSync, type ClaimSync } from './claimSync';
import { resolveClaimedResource } from './claimedResource';

/** What the claims of one cluster namespace work with. */
export interface RelatedObjectsParts {
  consumerClient: KubeClient;
  providerClient: KubeClient;
  serviceNamespaces: ServiceNamespaces;
  pins: ClusterPins;
  events: EventRecorder;
  /** True for kubeconfig secrets of bindings, which nothing may overwrite. */
  isReserved: (resource: Resource, key: ObjectKey) => boolean;
  /** Something about {@link RelatedObjects.trouble} may have changed. */
  changed: () => void;
  signal: AbortSignal;
  logger: Logger;
}

/** The claims in force in one cluster namespace; several bindings that claim the same type share one set of watches. */
export interface RelatedObjects {
  /** Puts the claims of a binding in force; `[]` when it is gone. */
  set(binding: string, claims: readonly PermissionClaim[]): void;
  /** What keeps a claim from being served. */
  trouble(): Trouble | undefined;
}

interface Running {
  sync?: ClaimSync;
  trouble?: Trouble;
  stop: AbortController;
}

const typeOf = (claim: PermissionClaim) =>
  `${claim.resource}.${claim.version}.${claim.group ?? ''}`;

/** How long to wait before asking again what a claimed type is; milliseconds. */
const resolveAgainMs = 10_000;

/** Nothing runs before the first claim is set. */
export function createRelatedObjects(
  parts: RelatedObjectsParts,
): RelatedObjects {
  const claimsOf = new Map<string, readonly PermissionClaim[]>();
  const running = new Map<string, Running>();

  const claimsOn = (type: string) =>
    [...claimsOf.values()].flat().filter(claim => typeOf(claim) === type);

  function begin(type: string, claim: PermissionClaim): void {
    const run: Running = { stop: new AbortController() };
    const signal = AbortSignal.any([parts.signal, run.stop.signal]);
    running.set(type, run);

    const attempt = async () => {
      const found = await resolveClaimedResource(parts.providerClient, claim);
      if (signal.aborted) return;
      run.trouble = found.ok
        ? undefined
        : { message: found.problem, since: run.trouble?.since ?? new Date() };
      if (found.ok) {
        run.sync = startClaimSync({
          ...parts,
          resource: found.resource,
          claims: () => claimsOn(type),
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

  return {
    set(binding, claims) {
      if (claims.length > 0) claimsOf.set(binding, claims);
      else claimsOf.delete(binding);
      const wanted = new Map(
        [...claimsOf.values()].flat().map(claim => [typeOf(claim), claim]),
      );
      for (const [type, { stop }] of running) {
        if (wanted.has(type)) continue;
        stop.abort();
        running.delete(type);
      }
      for (const [type, claim] of wanted) {
        const run = running.get(type);
        if (run) run.sync?.claimsChanged();
        else begin(type, claim);
      }
    },
    trouble() {
      for (const { trouble, sync } of running.values()) {
        const found = trouble ?? sync?.trouble();
        if (found) return found;
      }
      return undefined;
    },
  };
}
