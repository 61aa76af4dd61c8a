/** Notifies open pages, and other plugins, of changes; the notifications have no content, so receivers refetch. */
import type { LoggerService } from '@backstage/backend-plugin-api';
import type { EventsService } from '@backstage/plugin-events-node';
import type { SignalsService } from '@backstage/plugin-signals-node';
import {
  KLUTCH_EVENTS_TOPIC,
  KLUTCH_SIGNAL_CHANNEL,
  type KlutchSignal,
} from '@klutch/backstage-plugin-klutch-common';
import type { ChangeListener } from '../clusters/ChangeListener';

/** How long the first change waits, so that a burst becomes one signal. */
const BATCH_WINDOW_MS = 150;

/** Minimum time between signals, because every open page refetches after each. */
const MIN_SIGNAL_INTERVAL_MS = 1_000;

/** Targets of the notifications. */
export interface ChangeFeedOptions {
  signals: SignalsService;
  events: EventsService;
  logger: LoggerService;
}

/** Batches changes and publishes at most one signal a second. */
export class ChangeFeed implements ChangeListener {
  readonly #options: ChangeFeedOptions;
  #pendingTopic?: KlutchSignal['topic'];
  #timer?: NodeJS.Timeout;
  #lastPublishedAt = -Infinity;
  #scheduledRecheck?: { at: number; timer: NodeJS.Timeout };

  constructor(options: ChangeFeedOptions) {
    this.#options = options;
  }

  onClaimsChanged(): void {
    this.#enqueue('claims');
  }

  onPlatformChanged(): void {
    this.#enqueue('platform');
  }

  /** Publishes a change of claims later, for states whose message depends on time alone. */
  scheduleClaimsChanged(ms: number): void {
    const at = Date.now() + ms;
    if (this.#scheduledRecheck && this.#scheduledRecheck.at <= at) return;
    clearTimeout(this.#scheduledRecheck?.timer);
    const timer = setTimeout(() => {
      this.#scheduledRecheck = undefined;
      this.onClaimsChanged();
    }, ms);
    timer.unref();
    this.#scheduledRecheck = { at, timer };
  }

  /** Drops pending changes and all timers. */
  stop(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#scheduledRecheck?.timer);
    this.#pendingTopic = undefined;
    this.#scheduledRecheck = undefined;
  }

  #enqueue(topic: KlutchSignal['topic']): void {
    // Pages refetch claims after `platform`, too.
    if (this.#pendingTopic !== 'platform') this.#pendingTopic = topic;
    const remainingMs =
      this.#lastPublishedAt + MIN_SIGNAL_INTERVAL_MS - Date.now();
    this.#timer ??= setTimeout(
      () => void this.#publish(),
      Math.max(BATCH_WINDOW_MS, remainingMs),
    );
  }

  async #publish(): Promise<void> {
    const topic = this.#pendingTopic;
    this.#timer = undefined;
    this.#pendingTopic = undefined;
    this.#lastPublishedAt = Date.now();
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
        `Open pages could not be notified of changes; they show them at the next refetch. ${error}`,
      );
    }
  }
}
