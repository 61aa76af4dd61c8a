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

/** How long the first change waits for others, so that a burst is one signal. */
const GATHER_MS = 150;

/** Between two signals: every open page reads again after each. */
const BETWEEN_SIGNALS_MS = 1_000;

/** Where news go. */
export interface ChangeFeedOptions {
  signals: SignalsService;
  events: EventsService;
  logger: LoggerService;
}

/** Gathers changes and publishes at most one signal a second. */
export class ChangeFeed implements ChangeListener {
  readonly #options: ChangeFeedOptions;
  #gathered?: KlutchSignal['topic'];
  #timer?: NodeJS.Timeout;
  #lastAt = -Infinity;
  #wakeUp?: { at: number; timer: NodeJS.Timeout };

  constructor(options: ChangeFeedOptions) {
    this.#options = options;
  }

  claims(): void {
    this.#gather('claims');
  }

  platform(): void {
    this.#gather('platform');
  }

  /** Publishes later that claims read differently, because time alone changes their words. */
  claimsLater(ms: number): void {
    const at = Date.now() + ms;
    if (this.#wakeUp && this.#wakeUp.at <= at) return;
    clearTimeout(this.#wakeUp?.timer);
    const timer = setTimeout(() => {
      this.#wakeUp = undefined;
      this.claims();
    }, ms);
    timer.unref();
    this.#wakeUp = { at, timer };
  }

  /** Drops what was gathered and all timers. */
  stop(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#wakeUp?.timer);
    this.#gathered = undefined;
    this.#wakeUp = undefined;
  }

  #gather(topic: KlutchSignal['topic']): void {
    // Pages read claims again after `platform`, too.
    if (this.#gathered !== 'platform') this.#gathered = topic;
    const rest = this.#lastAt + BETWEEN_SIGNALS_MS - Date.now();
    this.#timer ??= setTimeout(
      () => void this.#publish(),
      Math.max(GATHER_MS, rest),
    );
  }

  async #publish(): Promise<void> {
    const topic = this.#gathered;
    this.#timer = undefined;
    this.#gathered = undefined;
    this.#lastAt = Date.now();
    if (!topic) return;
    const { signals, events, logger } = this.#options;
    try {
      await signals.publish({
        recipients: { type: 'broadcast' },
        channel: KLUTCH_SIGNAL_CHANNEL,
        message: { topic },
      });
      await events.publish({
        topic: KLUTCH_EVENTS_TOPIC,
        eventPayload: { topic },
      });
    } catch (error) {
      logger.warn(
        `Open pages could not be told of changes; they show them when they read again. ${error}`,
      );
    }
  }
}
