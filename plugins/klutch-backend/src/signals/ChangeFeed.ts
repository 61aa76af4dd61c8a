/** Tells open pages, and other plugins, that something changed: what it is they have to ask for themselves. */
import type { LoggerService } from '@backstage/backend-plugin-api';
import type { EventsService } from '@backstage/plugin-events-node';
import type { SignalsService } from '@backstage/plugin-signals-node';
import {
  KLUTCH_EVENTS_TOPIC,
  KLUTCH_SIGNAL_CHANNEL,
  type KlutchSignal,
} from '@klutch/backstage-plugin-klutch-common';
import type { ChangeListener } from '../clusters/changes';

/** How long changes are gathered, so that a burst of them is one signal. */
const GATHER_MS = 150;

/**
 * When a signal is said again, in milliseconds after it was said first. A page whose connection is only being set up
 * misses a signal and has no way to know; it would show an old state until the next change.
 */
const SAY_AGAIN_MS = [3_000, 15_000, 60_000];

/** Where news go. */
export interface ChangeFeedOptions {
  signals: SignalsService;
  events: EventsService;
  logger: LoggerService;
}

/** Gathers changes and publishes each kind of news once a moment. */
export class ChangeFeed implements ChangeListener {
  readonly #options: ChangeFeedOptions;
  readonly #gathered = new Map<string, KlutchSignal>();
  readonly #wakeUps = new Map<string, { at: number; timer: NodeJS.Timeout }>();
  readonly #repeats = new Map<string, NodeJS.Timeout[]>();
  #timer?: NodeJS.Timeout;

  constructor(options: ChangeFeedOptions) {
    this.#options = options;
  }

  claims(cluster: string, namespace: string): void {
    this.#gather(`${cluster}/${namespace}`, {
      topic: 'claims',
      cluster,
      namespace,
    });
  }

  platform(): void {
    this.#gather('platform', { topic: 'platform' });
  }

  /** Publishes later that claims of a namespace read differently, because time alone changes their words. */
  claimsLater(cluster: string, namespace: string, ms: number): void {
    const key = `${cluster}/${namespace}`;
    const at = Date.now() + ms;
    const known = this.#wakeUps.get(key);
    if (known && known.at <= at) return;
    clearTimeout(known?.timer);
    const timer = setTimeout(() => {
      this.#wakeUps.delete(key);
      this.claims(cluster, namespace);
    }, ms);
    timer.unref();
    this.#wakeUps.set(key, { at, timer });
  }

  /** Drops what was gathered and all timers. */
  stop(): void {
    clearTimeout(this.#timer);
    for (const { timer } of this.#wakeUps.values()) clearTimeout(timer);
    this.#wakeUps.clear();
    for (const key of this.#repeats.keys()) this.#forgetRepeats(key);
    this.#gathered.clear();
  }

  #gather(key: string, signal: KlutchSignal): void {
    this.#gathered.set(key, signal);
    this.#timer ??= setTimeout(() => void this.#flush(), GATHER_MS);
  }

  async #flush(): Promise<void> {
    this.#timer = undefined;
    const news = [...this.#gathered];
    this.#gathered.clear();
    for (const [key, message] of news) {
      this.#repeat(key, message);
      await this.#tell(async ({ events }) => {
        await this.#signal(message);
        await events.publish({
          topic: KLUTCH_EVENTS_TOPIC,
          eventPayload: message,
        });
      });
    }
  }

  #repeat(key: string, message: KlutchSignal): void {
    this.#forgetRepeats(key);
    this.#repeats.set(
      key,
      SAY_AGAIN_MS.map(ms =>
        setTimeout(
          () => void this.#tell(() => this.#signal(message)),
          ms,
        ).unref(),
      ),
    );
  }

  #forgetRepeats(key: string): void {
    this.#repeats.get(key)?.forEach(timer => clearTimeout(timer));
    this.#repeats.delete(key);
  }

  #signal(message: KlutchSignal): Promise<void> {
    return this.#options.signals.publish({
      recipients: { type: 'broadcast' },
      channel: KLUTCH_SIGNAL_CHANNEL,
      message: { ...message },
    });
  }

  async #tell(
    publish: (options: ChangeFeedOptions) => Promise<void>,
  ): Promise<void> {
    try {
      await publish(this.#options);
    } catch (error) {
      this.#options.logger.warn(
        `Open pages could not be told of changes; they show them when they are loaded again. ${error}`,
      );
    }
  }
}
