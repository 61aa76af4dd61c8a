// Checks of what this package makes.
import { Cache } from '../cache/Cache';
import { Controller } from '../controller/Controller';
import { LeaderElector } from '../leaderElection/LeaderElector';
import { resourceName } from '../resources';
import { KubeObject } from '../types';
import { HealthCheck } from './Health';

/** How a cache is judged. */
export interface CacheCheckOptions {
  /** Default: `cache <resource>`. Give one where several caches hold one resource, to tell them apart. */
  name?: string;
  /**
   * Reasons of `cache.health` for which a cache counts as well although it is not synced, for example `NotFound` where
   * a CRD may come later: degraded on purpose. Default: none.
   */
  allowed?: string[];
}

/**
 * For readiness: the cache has its first list. That the connection is lost later is no reason to send nobody: what is
 * known is still known, and everybody else lost it too.
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

/** How the stream of a cache is judged. */
export interface CacheProgressCheckOptions {
  /** Default: `stream <resource>`. Give one where several caches hold one resource, to tell them apart. */
  name?: string;
  /** Longest silence of a stream, longest list and longest opening of a stream, in milliseconds; default 15 minutes. */
  maxMs?: number;
}

/**
 * For liveness: the stream of the cache moves. Servers send a bookmark every minute or two, and a stream that brought no
 * event and no bookmark for four minutes is replaced, whatever else trickles; silence for much longer than that, since
 * it opened, is a defect of ours. So is a list without an end, in however many pages: API servers forget the state it
 * is of after five minutes. So is a stream that neither opens nor fails, since requests end. A cache that is waiting
 * says what for, so it moves: an outage, however long, is no reason to begin anew.
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
          return stuck('the list has not ended', stateAgeMs);
        case 'connecting':
          return stuck('the stream has not opened', stateAgeMs);
        case 'watching':
          return stuck(
            'the stream is open, but nothing was heard',
            Math.min(stateAgeMs, lastEventAgeMs),
          );
        default:
          return undefined;
      }
    },
  };
}

/**
 * For liveness: no reconcile is stuck. Requests end by timeouts, so one that runs this long waits for something that
 * will not come.
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
 * For liveness: a process that lost the lease does not work on. Only needed where `onStopTimeout` does not end the
 * process.
 */
export function leaderCheck(
  elector: Pick<LeaderElector, 'state'>,
): HealthCheck {
  return {
    name: 'leader election',
    problem: () =>
      elector.state === 'stop-timed-out'
        ? 'the lease was lost and the work goes on'
        : undefined,
  };
}

/** For readiness: the process is not about to stop, so that nobody is sent to it any more while it finishes. */
export function shutdownCheck(signal: AbortSignal): HealthCheck {
  return {
    name: 'shutdown',
    problem: () => (signal.aborted ? 'the process is stopping' : undefined),
  };
}
