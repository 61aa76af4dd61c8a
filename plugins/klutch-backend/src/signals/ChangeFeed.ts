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
    this.#gathered.clear();
  }

  #gather(key: string, signal: KlutchSignal): void {
    this.#gathered.set(key, signal);
    this.#timer ??= setTimeout(() => void this.#flush(), GATHER_MS);
  }

  async #flush(): Promise<void> {
    this.#timer = undefined;
    const news = [...this.#gathered.values()];
    this.#gathered.clear();
    const { signals, events, logger } = this.#options;
    try {
      for (const message of news) {
        await signals.publish({
          recipients: { type: 'broadcast' },
          channel: KLUTCH_SIGNAL_CHANNEL,
          message: { ...message },
        });
        await events.publish({
          topic: KLUTCH_EVENTS_TOPIC,
          eventPayload: message,
        });
      }
    } catch (error) {
      logger.warn(
        `Open pages could not be told of changes; they show them when they are loaded again. ${error}`,
      );
    }
  }
}
