// Health checks for caches and controllers.
import { Cache } from '../cache/Cache';
import { Controller } from '../controller/Controller';
import { resourceName } from '../resources';
import { KubeObject } from '../types';
import { HealthCheck } from './Health';

/** Requests time out, so a reconcile that runs this long waits for something that will not happen. */
const maxRunMs = 10 * 60_000;

/**
 * For readiness: the cache has its first list. A connection that is lost later does not matter: the cached state is
 * still usable, and all other replicas have lost it too.
 */
export function cacheCheck<T extends KubeObject>(cache: Cache<T>): HealthCheck {
  return {
    name: `cache ${resourceName(cache.resource)}`,
    problem() {
      const { state, reason, message } = cache.health;
      if (reason === 'stopped') return 'the cache was stopped';
      if (cache.synced) return undefined;
      if (state === 'listing')
        return 'not synced: the first list is being read';
      return `not synced: ${reason ?? state}${message ? `: ${message}` : ''}`;
    },
  };
}

/** For liveness: no reconcile has been running for 10 minutes. */
export function controllerCheck(
  controller: Pick<Controller, 'name' | 'health'>,
): HealthCheck {
  return {
    name: `controller ${controller.name}`,
    problem() {
      const { oldestRunMs = 0, oldestRunKey, depth } = controller.health;
      return oldestRunMs > maxRunMs
        ? `the reconcile of ${oldestRunKey} has been running for ${Math.round(oldestRunMs / 1000)} s; ${depth} keys wait`
        : undefined;
    },
  };
}

/** For readiness: the process is not shutting down, so that it gets no new requests while it finishes. */
export function shutdownCheck(signal: AbortSignal): HealthCheck {
  return {
    name: 'shutdown',
    problem: () => (signal.aborted ? 'the process is stopping' : undefined),
  };
}
