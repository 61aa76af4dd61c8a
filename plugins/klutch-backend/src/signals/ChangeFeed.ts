/** Notifies open pages, and other plugins, of changes; the notifications have no content, so receivers refetch. */
import { randomUUID } from 'node:crypto';
import type { LoggerService } from '@backstage/backend-plugin-api';
import type { EventsService } from '@backstage/plugin-events-node';
import type { SignalsService } from '@backstage/plugin-signals-node';
import {
  KLUTCH_EVENTS_TOPIC,
  KLUTCH_SIGNAL_CHANNEL,
  type KlutchSignal,
} from '@klutch/backstage-plugin-klutch-common';

/** How long the first change waits for those that belong to it; a burst is limited by the interval. */
const BATCH_WINDOW_MS = 50;

/**
 * Minimum time between signals, because every open page refetches after each. A change beside steady changes waits this
 * long, and has to be on the pages within 500 ms.
 */
const MIN_SIGNAL_INTERVAL_MS = 350;

/** A topic includes those before it. */
const topics: readonly KlutchSignal['topic'][] = [
  'claims',
  'rights',
  'platform',
];

/** Targets of the notifications. */
export interface ChangeFeedOptions {
  signals: SignalsService;
  events: EventsService;
  logger: LoggerService;
}

/** Batches changes and publishes them as one signal in each interval. */
export class ChangeFeed {
  readonly #options: ChangeFeedOptions;
  #pendingTopic?: KlutchSignal['topic'];
  #timer?: NodeJS.Timeout;
  #lastPublishedAt = -Infinity;
  /** Versions of two processes differ, because each knows only its own changes. */
  readonly #process = randomUUID();
  #published = 0;

  constructor(options: ChangeFeedOptions) {
    this.#options = options;
  }

  /** The version of all that pages show; changes with each notification. */
  get version(): string {
    return `${this.#process}-${this.#published}`;
  }

  onClaimsChanged(): void {
    this.#enqueue('claims');
  }

  onRightsChanged(): void {
    this.#enqueue('rights');
  }

  onPlatformChanged(): void {
    this.#enqueue('platform');
  }

  /** Drops pending changes and the timer. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#pendingTopic = undefined;
  }

  #enqueue(topic: KlutchSignal['topic']): void {
    const pending = this.#pendingTopic;
    if (!pending || topics.indexOf(topic) > topics.indexOf(pending)) {
      this.#pendingTopic = topic;
    }
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
    this.#published += 1;
    const message: KlutchSignal = { topic, version: this.version };
    const { signals, events, logger } = this.#options;
    try {
      await signals.publish({
        recipients: { type: 'broadcast' },
        channel: KLUTCH_SIGNAL_CHANNEL,
        message,
      });
      await events.publish({
        topic: KLUTCH_EVENTS_TOPIC,
        eventPayload: message,
      });
    } catch (error) {
      logger.warn(
        `Open pages could not be notified of changes; they show them at the next refetch. ${error}`,
      );
    }
  }
}
