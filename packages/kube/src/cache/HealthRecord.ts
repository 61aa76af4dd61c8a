// Health of a cache, from the events of its reflector, for people and metrics.
import type { KubeMetrics } from '../KubeMetrics';
import { Logger } from '../Logger';
import { CacheHealth } from './Cache';
import { WatchState } from './watchState';

type CacheStatus = Pick<CacheHealth, 'state' | 'reason' | 'message'>;

/** The status that is shown for a state of the reflector; `watching` needs an open stream. */
function cacheStatusOf(state: WatchState, isStreaming: boolean): CacheStatus {
  switch (state.phase) {
    case 'waiting': {
      const { reason, message } = state.failure;
      return { state: 'waiting', reason, message };
    }
    case 'listing':
      return { state: 'listing' };
    default:
      return { state: isStreaming ? 'watching' : 'connecting' };
  }
}

/** Keeps the health of one cache. */
export class HealthRecord {
  #status: CacheStatus = { state: 'waiting', reason: 'not-started' };
  #since = new Date();
  #lastEventAt: Date | undefined;
  #lastEventMs = 0;
  readonly #restarts: Record<string, number> = {};

  constructor(
    private readonly resource: string,
    private readonly logger: Logger,
    private readonly metrics: KubeMetrics | undefined,
    private readonly onChange: (health: CacheHealth) => void,
  ) {}

  /** The health at this moment. */
  get current(): CacheHealth {
    return {
      ...this.#status,
      since: this.#since,
      lastEventAt: this.#lastEventAt,
      restarts: { ...this.#restarts },
    };
  }

  /** Exports the age of the last activity as a metric. Returns a function that ends the export. */
  exportAge(): () => void {
    const seconds = () =>
      this.#lastEventAt && (performance.now() - this.#lastEventMs) / 1000;
    return this.metrics?.cacheAge(this.resource, seconds) ?? (() => {});
  }

  /** Records that the server sent something. */
  recordActivity(): void {
    this.#lastEventAt = new Date();
    this.#lastEventMs = performance.now();
  }

  /** Records a new state of the reflector, or that its stream has opened. */
  recordState(state: WatchState, isStreaming: boolean): void {
    const next = cacheStatusOf(state, isStreaming);
    const { state: before, reason } = this.#status;
    if (next.state === before && next.reason === reason) {
      this.#status = next;
      return;
    }
    if (next.state === 'waiting') {
      this.logger.warn(
        { reason: next.reason, cause: next.message },
        'list or watch failed, retrying',
      );
    } else {
      this.logger.debug({ state: next.state }, 'the cache changed its state');
    }
    this.#setStatus(next);
  }

  /** Records that a list or a watch was restarted. */
  recordRestart(reason: string): void {
    this.#restarts[reason] = (this.#restarts[reason] ?? 0) + 1;
    this.metrics?.cacheRestart(this.resource, reason);
  }

  /** Records that the cache was stopped. */
  recordStopped(): void {
    this.#setStatus({ state: 'waiting', reason: 'stopped' });
  }

  #setStatus(status: CacheStatus): void {
    this.#status = status;
    this.#since = new Date();
    this.onChange(this.current);
  }
}
