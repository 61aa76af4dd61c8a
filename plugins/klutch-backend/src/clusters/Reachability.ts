/** Whether a cluster can be used, as its caches find out while they work, and as it answers when it has been silent. */
import type { Cache, CacheHealth, KubeClient, KubeObject } from '@klutch/kube';
import { ApiError, resourceName } from '@klutch/kube';

/** What people are told about a cluster. */
export interface ReachabilityState {
  reachable: boolean;
  /** Since when. */
  since: Date;
  /** Why not, and what to do. */
  message?: string;
}

/** Where caches that wait do so for a reason that says nothing about the cluster. */
const harmless = new Set(['not-started', 'stopped', 'NotFound', 'Expired']);

const unanswered = new Set(['unreachable', 'timeout', 'garbled']);

/** Why a cluster cannot be used, from the health of one cache; undefined when that cache is all right. */
export function problemOf(
  cluster: string,
  resource: string,
  health: Pick<CacheHealth, 'state' | 'reason'>,
): string | undefined {
  const { state, reason = '' } = health;
  if (state !== 'waiting' || harmless.has(reason)) return undefined;
  if (unanswered.has(reason)) {
    return `${cluster} cannot be reached. The portal keeps trying to connect.`;
  }
  if (reason === 'Unauthorized') {
    return `${cluster} does not accept the portal's credentials. An operator has to give it new ones.`;
  }
  if (reason === 'Forbidden') {
    return `The portal may not read ${resource} on ${cluster}. An operator has to apply the portal's roles there.`;
  }
  return `${cluster} answers with errors (${reason}). The portal keeps trying to connect.`;
}

/** A cache that tells whether a cluster can be used. */
export interface NeededCache {
  cache: Cache<KubeObject>;
  /** Where it looks; everywhere when absent. */
  namespace?: string;
}

/** How long a cluster may take to answer before it counts as away. */
const PROBE_MS = 5_000;

/**
 * How often it is asked whether it is still there. A server that hangs closes no connection, and a quiet watch may say
 * nothing for minutes.
 */
const ASK_MS = 10_000;

/** One answer may get lost on a busy machine; two in a row are an outage. */
const SILENCES = 2;

/** What is watched for news. */
export interface ReachabilityOptions {
  /** Title of the cluster. */
  cluster: string;
  client: KubeClient;
  /** Caches that every cluster can fill. */
  caches: readonly NeededCache[];
  /** Told when the state changes. */
  onChange: () => void;
}

/** Keeps the state of one cluster. */
export class Reachability {
  readonly #options: ReachabilityOptions;
  #state: ReachabilityState;
  readonly #waiting = new Set<() => void>();
  #looking = false;
  #hasNews = false;
  #silences = 0;

  constructor(options: ReachabilityOptions) {
    this.#options = options;
    this.#state = {
      reachable: false,
      since: new Date(),
      message: `The portal is connecting to ${options.cluster}.`,
    };
  }

  get state(): ReachabilityState {
    return this.#state;
  }

  /** Begins to look at the caches, until the signal aborts. */
  start(signal: AbortSignal): void {
    const look = () => {
      if (!signal.aborted) void this.#look(signal);
    };
    for (const { cache } of this.#options.caches) {
      signal.addEventListener('abort', cache.onHealth(look), { once: true });
      // Rejects only when the portal stops before the cluster answered.
      cache.whenSynced(signal).then(look, () => undefined);
    }
    look();
    const timer = setInterval(() => void this.#ask(signal), ASK_MS);
    timer.unref();
    signal.addEventListener('abort', () => clearInterval(timer), {
      once: true,
    });
  }

  /** Resolves once the cluster can be used, or when the signal aborts. */
  async whenReachable(signal: AbortSignal): Promise<void> {
    if (this.#state.reachable || signal.aborted) return;
    await new Promise<void>(resolve => {
      this.#waiting.add(resolve);
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }

  #problem(): string | undefined {
    const { caches, cluster } = this.#options;
    for (const { cache } of caches) {
      const name = resourceName(cache.resource);
      const problem = problemOf(cluster, name, cache.health);
      if (problem) return problem;
    }
    return undefined;
  }

  /** One look at a time; news that come meanwhile are looked at afterwards. */
  async #look(signal: AbortSignal): Promise<void> {
    this.#hasNews = true;
    if (this.#looking) return;
    this.#looking = true;
    while (this.#hasNews && !signal.aborted) {
      this.#hasNews = false;
      await this.#decide(signal);
    }
    this.#looking = false;
  }

  async #decide(signal: AbortSignal): Promise<void> {
    const problem = this.#problem();
    const { caches } = this.#options;
    const isSynced = caches.every(({ cache }) => cache.synced);
    const isInDoubt = problem !== undefined || !this.#state.reachable;
    if (!isInDoubt || (!problem && !isSynced)) return;
    // A watch that broke off is no proof that the cluster is away, and a cache that tries again none that it is back.
    const answers = await this.#answers(signal);
    if (answers && isSynced) this.#become({ reachable: true });
    if (!answers && problem)
      this.#become({ reachable: false, message: problem });
  }

  async #answers(portal: AbortSignal): Promise<boolean> {
    const { caches, client } = this.#options;
    const signal = AbortSignal.any([portal, AbortSignal.timeout(PROBE_MS)]);
    try {
      for (const { cache, namespace } of caches) {
        const pages = client.listPages(cache.resource, {
          namespace,
          pageSize: 1,
          signal,
        });
        await pages[Symbol.asyncIterator]().next();
      }
      return true;
    } catch {
      return false;
    }
  }

  async #ask(portal: AbortSignal): Promise<void> {
    const isSilent = await this.#isSilent(portal);
    if (portal.aborted) return;
    this.#silences = isSilent ? this.#silences + 1 : 0;
    if (this.#silences >= SILENCES && this.#state.reachable) {
      const message = problemOf(this.#options.cluster, '', {
        state: 'waiting',
        reason: 'timeout',
      });
      this.#become({ reachable: false, message });
    }
    if (!isSilent && !this.#state.reachable) await this.#look(portal);
  }

  /** Whether the server gives no answer at all; a refusal is one. */
  async #isSilent(portal: AbortSignal): Promise<boolean> {
    const signal = AbortSignal.any([portal, AbortSignal.timeout(PROBE_MS)]);
    try {
      await this.#options.client.raw('GET', '/version', undefined, { signal });
      return false;
    } catch (error) {
      return !(error instanceof ApiError);
    }
  }

  #become(next: Pick<ReachabilityState, 'reachable' | 'message'>): void {
    const { reachable, message } = this.#state;
    if (next.reachable === reachable && next.message === message) return;
    this.#state = {
      ...next,
      since: next.reachable === reachable ? this.#state.since : new Date(),
    };
    if (next.reachable) {
      for (const resolve of this.#waiting) resolve();
      this.#waiting.clear();
    }
    this.#options.onChange();
  }
}
