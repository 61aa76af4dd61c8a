/** Derives whether a cluster is reachable from the health of its caches, and from probes while it does not respond. */
import { setTimeout } from 'node:timers/promises';
import {
  explain,
  type Explanation,
} from '@klutch/backstage-plugin-klutch-common';
import {
  ApiError,
  joinSignals,
  resourceName,
  type Cache,
  type CacheHealth,
  type KubeClient,
  type KubeObject,
} from '@klutch/kube';

/** Reachability of a cluster, as shown to users. */
export type ReachabilityState = {
  /** Time of the last change between reachable and unreachable. */
  since: Date;
} & (
  | { reachable: true; problem?: undefined }
  /** Why the cluster is unreachable, and what to do. */
  | { reachable: false; problem: Explanation }
);

/** Reasons of waiting caches that do not depend on the cluster's reachability. */
const ignoredReasons = new Set([
  'not-started',
  'stopped',
  'NotFound',
  'Expired',
]);

const connectionFailureReasons = new Set(['unreachable', 'timeout', 'garbled']);

/** Why a cluster is unreachable, from the health of one cache; undefined when that cache is healthy. */
export function reachabilityProblem(
  cluster: string,
  resource: string,
  health: Pick<CacheHealth, 'state' | 'reason'>,
): Explanation | undefined {
  const { state, reason = '' } = health;
  if (state !== 'waiting' || ignoredReasons.has(reason)) return undefined;
  if (connectionFailureReasons.has(reason)) {
    return explain('ClusterUnreachable', { cluster });
  }
  if (reason === 'Unauthorized') {
    return explain('ClusterUnauthorized', { cluster });
  }
  if (reason === 'Forbidden') {
    return explain('ClusterForbidden', { cluster, resource });
  }
  return explain('ClusterError', { cluster, error: reason });
}

/** A cache whose health determines whether a cluster is reachable. */
export interface RequiredCache {
  cache: Cache<KubeObject>;
  /** Namespace of the cache's requests; all namespaces when absent. */
  namespace?: string;
}

/** How long a cluster may take to respond to a probe before the probe fails. */
const PROBE_TIMEOUT_MS = 5_000;

/** Interval of the probes. A hanging server closes no connection, and a quiet watch may deliver nothing for minutes. */
const PROBE_PERIOD_MS = 10_000;

/** Runs a probe, which is aborted on shutdown and when the cluster does not respond in time. */
async function withProbeTimeout(
  shutdownSignal: AbortSignal,
  probe: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const stop = joinSignals([
    shutdownSignal,
    AbortSignal.timeout(PROBE_TIMEOUT_MS),
  ]);
  try {
    await probe(stop.signal);
  } finally {
    stop.release();
  }
}

/** Time in which all broken connections of a client are noticed, so that the next request opens a new one. */
const RETRY_DELAY_MS = 500;

/** One response may get lost on a busy machine; two failures in a row are an outage. */
const FAILURE_THRESHOLD = 2;

/** Options of {@link Reachability}. */
export interface ReachabilityOptions {
  /** Title of the cluster, for messages. */
  cluster: string;
  client: KubeClient;
  /** Caches of resources that every cluster serves. */
  caches: readonly RequiredCache[];
  /** Called when the state changes. */
  onChange: () => void;
}

/** Tracks the reachability of one cluster. */
export class Reachability {
  readonly #options: ReachabilityOptions;
  #state: ReachabilityState;
  readonly #waiters = new Set<() => void>();
  #isEvaluating = false;
  #isDirty = false;
  #consecutiveFailures = 0;

  constructor(options: ReachabilityOptions) {
    this.#options = options;
    this.#state = {
      reachable: false,
      since: new Date(),
      problem: explain('ClusterConnecting', { cluster: options.cluster }),
    };
  }

  get state(): ReachabilityState {
    return this.#state;
  }

  /** Starts to follow the caches, until the signal aborts. */
  start(signal: AbortSignal): void {
    const evaluate = () => {
      if (!signal.aborted) void this.#evaluate(signal);
    };
    for (const { cache } of this.#options.caches) {
      signal.addEventListener('abort', cache.onHealth(evaluate), {
        once: true,
      });
      // The promise rejects only when the portal stops before the cache has synced.
      cache.whenSynced(signal).then(evaluate, () => undefined);
    }
    evaluate();
    const timer = setInterval(() => void this.#probe(signal), PROBE_PERIOD_MS);
    timer.unref();
    signal.addEventListener('abort', () => clearInterval(timer), {
      once: true,
    });
  }

  /** Resolves when the cluster is reachable, or when the signal aborts. */
  async whenReachable(signal: AbortSignal): Promise<void> {
    if (this.#state.reachable || signal.aborted) return;
    await new Promise<void>(resolve => {
      this.#waiters.add(resolve);
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }

  #problem(): Explanation | undefined {
    const { caches, cluster } = this.#options;
    for (const { cache } of caches) {
      const name = resourceName(cache.resource);
      const problem = reachabilityProblem(cluster, name, cache.health);
      if (problem) return problem;
    }
    return undefined;
  }

  /** Evaluations never overlap; changes during an evaluation cause another one. */
  async #evaluate(signal: AbortSignal): Promise<void> {
    this.#isDirty = true;
    if (this.#isEvaluating) return;
    this.#isEvaluating = true;
    while (this.#isDirty && !signal.aborted) {
      this.#isDirty = false;
      await this.#evaluateOnce(signal);
    }
    this.#isEvaluating = false;
  }

  async #evaluateOnce(signal: AbortSignal): Promise<void> {
    const problem = this.#problem();
    const { caches } = this.#options;
    const isSynced = caches.every(({ cache }) => cache.synced);
    const isInDoubt = problem !== undefined || !this.#state.reachable;
    if (!isInDoubt || (!problem && !isSynced)) return;
    // A broken watch does not prove an outage, and a retrying cache does not prove recovery.
    const canListAll =
      (await this.#canListAll(signal)) || (await this.#canListAllLater(signal));
    if (canListAll && isSynced) this.#setState(undefined);
    if (!canListAll && problem) this.#setState(problem);
  }

  /** The requests before may have used connections that broke as those of the watches did, one after the other. */
  async #canListAllLater(signal: AbortSignal): Promise<boolean> {
    const pause = setTimeout(RETRY_DELAY_MS, undefined, { signal, ref: false });
    return pause.then(
      () => this.#canListAll(signal),
      () => false,
    );
  }

  async #canListAll(shutdownSignal: AbortSignal): Promise<boolean> {
    const { caches, client } = this.#options;
    try {
      await withProbeTimeout(shutdownSignal, async signal => {
        for (const { cache, namespace } of caches) {
          const pages = client.listPages(cache.resource, {
            namespace,
            pageSize: 1,
            signal,
          });
          await pages[Symbol.asyncIterator]().next();
        }
      });
      return true;
    } catch {
      return false;
    }
  }

  async #probe(shutdownSignal: AbortSignal): Promise<void> {
    const isUnresponsive = await this.#isUnresponsive(shutdownSignal);
    if (shutdownSignal.aborted) return;
    this.#consecutiveFailures = isUnresponsive
      ? this.#consecutiveFailures + 1
      : 0;
    if (
      this.#consecutiveFailures >= FAILURE_THRESHOLD &&
      this.#state.reachable
    ) {
      const { cluster } = this.#options;
      this.#setState(explain('ClusterUnreachable', { cluster }));
    }
    if (!isUnresponsive && !this.#state.reachable)
      await this.#evaluate(shutdownSignal);
  }

  /** Whether the server sends no response at all; an error status is a response. */
  async #isUnresponsive(shutdownSignal: AbortSignal): Promise<boolean> {
    const { client } = this.#options;
    try {
      await withProbeTimeout(shutdownSignal, async signal => {
        await client.raw('GET', '/version', undefined, { signal });
      });
      return false;
    } catch (error) {
      return !(error instanceof ApiError);
    }
  }

  #setState(problem: Explanation | undefined): void {
    const before = this.#state;
    const reachable = problem === undefined;
    const isSame = reachable === before.reachable;
    if (isSame && problem?.message === before.problem?.message) return;
    const since = isSame ? before.since : new Date();
    this.#state = problem
      ? { reachable: false, problem, since }
      : { reachable: true, since };
    if (reachable) {
      for (const resolve of this.#waiters) resolve();
      this.#waiters.clear();
    }
    this.#options.onChange();
  }
}
