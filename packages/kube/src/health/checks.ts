// Health checks for caches, controllers and leader election.
import { Cache } from '../cache/Cache';
import { Controller } from '../controller/Controller';
import { LeaderElector } from '../leaderElection/LeaderElector';
import { resourceName } from '../resources';
import { KubeObject } from '../types';
import { HealthCheck } from './Health';

/** Options of a cache check. */
export interface CacheCheckOptions {
  /** Default: `cache <resource>`. Set it where several caches hold one resource. */
  name?: string;
  /**
   * Reasons of `cache.health` for which a cache counts as healthy although it is not synced, for example `NotFound`
   * where a CRD may be installed later. Default: none.
   */
  allowed?: string[];
}

/**
 * For readiness: the cache has its first list. A connection that is lost later does not matter: the cached state is
 * still usable, and all other replicas have lost it too.
 */
export function cacheCheck<T extends KubeObject>(
  cache: Cache<T>,
  options: CacheCheckOptions = {},
): HealthCheck {
  return {
    name: options.name ?? `cache ${resourceName(cache.resource)}`,
    problem() {
      const { state, reason, message } = cache.health;
      if (reason === 'stopped') return 'the cache was stopped';
      if (cache.synced || options.allowed?.includes(reason ?? '')) {
        return undefined;
      }
      if (state === 'listing')
        return 'not synced: the first list is being read';
      return `not synced: ${reason ?? state}${message ? `: ${message}` : ''}`;
    },
  };
}

/** Options of a cache progress check. */
export interface CacheProgressCheckOptions {
  /** Default: `stream <resource>`. Set it where several caches hold one resource. */
  name?: string;
  /** Longest silence of a stream, longest list and longest opening of a stream, in milliseconds; default 15 minutes. */
  maxMs?: number;
}

/**
 * For liveness: the reflector of the cache makes progress. Servers send a bookmark every minute or two, and a stream
 * without an event or bookmark for four minutes is replaced even when other bytes arrive; a much longer silence of an
 * open stream is a defect of this package. So is a list without an end, in however many pages, because API servers
 * drop its state after five minutes, and a stream that neither opens nor fails, because requests time out. A cache
 * that waits has reported why and is healthy: an outage, however long, is no reason to restart.
 */
export function cacheProgressCheck<T extends KubeObject>(
  cache: Cache<T>,
  options: CacheProgressCheckOptions = {},
): HealthCheck {
  const { maxMs = 15 * 60_000 } = options;
  return {
    name: options.name ?? `stream ${resourceName(cache.resource)}`,
    problem() {
      const { state, stateAgeMs = 0, lastEventAgeMs = 0 } = cache.health;
      const stuck = (what: string, ms: number) =>
        ms > maxMs ? `${what} for ${Math.round(ms / 1000)} s` : undefined;
      switch (state) {
        case 'listing':
          return stuck('the list has not finished', stateAgeMs);
        case 'connecting':
          return stuck('the stream has not opened', stateAgeMs);
        case 'watching':
          return stuck(
            'the stream is open, but nothing was received',
            Math.min(stateAgeMs, lastEventAgeMs),
          );
        default:
          return undefined;
      }
    },
  };
}

/**
 * For liveness: no reconcile is stuck. Requests time out, so a reconcile that runs this long waits for something that
 * will not happen.
 * @param maxRunMs - default 10 minutes
 */
export function controllerCheck(
  controller: Pick<Controller, 'name' | 'health'>,
  maxRunMs: number = 10 * 60_000,
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

/**
 * For liveness: a process that lost the lease has stopped its work. Only needed where `onStopTimeout` does not end
 * the process.
 */
export function leaderCheck(
  elector: Pick<LeaderElector, 'state'>,
): HealthCheck {
  return {
    name: 'leader election',
    problem: () =>
      elector.state === 'stop-timed-out'
        ? 'the lease was lost, but the work still runs'
        : undefined,
  };
}

/** For readiness: the process is not shutting down, so that it gets no new requests while it finishes. */
export function shutdownCheck(signal: AbortSignal): HealthCheck {
  return {
    name: 'shutdown',
    problem: () => (signal.aborted ? 'the process is stopping' : undefined),
  };
}
