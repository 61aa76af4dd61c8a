/** One work queue for many types, with fair queuing, so that a type with many objects does not delay the others. */
import {
  createController,
  type Controller,
  type ControllerHealth,
  type KubeMetrics,
  type Logger,
  type Priority,
  type ReconcileContext,
} from '@klutch/kube';

export interface EngineUnit {
  /** Stops the type's reconciles; abort it before `unregister`. */
  signal: AbortSignal;
  /**
   * Never runs concurrently for the same key. The context's signal aborts with the engine's and with the unit's own.
   */
  reconcile(key: string, context: ReconcileContext): Promise<void>;
  /** All keys of the type, for the start and for resyncs. */
  keys(): Iterable<string>;
}

export interface EngineOptions {
  /** Name in metrics and log lines. */
  name: string;
  /** Receives reconcile errors. */
  logger: Logger;
  /** Concurrent reconciles, from 1 to 10 000; default {@link defaultConcurrency}. */
  concurrency?: number;
  /** Resync period; milliseconds, at most 24 days (2^31 - 1); default {@link defaultResyncMs}. */
  resyncMs?: number;
  /** Default: none. */
  metrics?: KubeMetrics;
}

interface Registered {
  unit: EngineUnit;
  /** Signal of the unit's reconciles, created once. */
  signal?: AbortSignal;
  runs: Set<Promise<void>>;
}

/** Default number of concurrent reconciles. */
export const defaultConcurrency = 32;
/**
 * Number of concurrent reconciles of claimed objects for a given number of bound ones: a quarter, and at least one. The
 * two queues are not fair to each other, so more would let claimed objects use up the API servers' capacity.
 */
export const claimConcurrency = (concurrency: number): number =>
  Math.max(1, Math.floor(concurrency / 4));
/** Default resync period: 10 hours, in milliseconds. */
export const defaultResyncMs = 10 * 3_600_000;

const separator = ' ';
const idOf = (type: string, key: string) => `${type}${separator}${key}`;
const partsOf = (id: string): [type: string, key: string] => {
  const at = id.indexOf(separator);
  return [id.slice(0, at), id.slice(at + 1)];
};

/**
 * Runs the reconciles of all types on one controller, whose keys begin with the name of their type. Runs from `start`
 * until its signal aborts; keys enqueued before are ignored.
 */
export class Engine {
  /** Name in metrics and log lines. */
  readonly name: string;
  private readonly units = new Map<string, Registered>();
  private readonly controller: Controller;
  private runSignal: AbortSignal | undefined;

  /** @throws RangeError when `concurrency` or `resyncMs` is out of range. */
  constructor(options: EngineOptions) {
    const { name, logger, metrics } = options;
    const { concurrency = defaultConcurrency } = options;
    const { resyncMs = defaultResyncMs } = options;
    this.name = name;
    this.controller = createController({
      name,
      logger,
      metrics,
      concurrency,
      resync: { periodMs: resyncMs, keys: () => this.allKeys() },
      group: id => partsOf(id)[0],
      watches: [],
      reconcile: (id, context) => this.reconcile(id, context),
    });
  }

  /** Whether the engine accepts keys. */
  get isRunning(): boolean {
    return this.runSignal !== undefined && !this.runSignal.aborted;
  }

  /** Health for probes. */
  get health(): ControllerHealth {
    return this.controller.health;
  }

  /** Starts the engine and enqueues all keys of the registered types. Call once only. */
  start(signal: AbortSignal): void {
    this.runSignal = signal;
    this.controller.start(signal);
    for (const [type, { unit }] of this.units) this.enqueueAll(type, unit);
  }

  /**
   * Adds a type under a name without blanks; its keys are enqueued once the engine runs.
   * @throws Error when the name is in use.
   */
  register(type: string, unit: EngineUnit): void {
    if (this.units.has(type)) {
      throw new Error(
        `The type ${type} is already registered with the engine.`,
      );
    }
    this.units.set(type, { unit, runs: new Set() });
    this.enqueueAll(type, unit);
  }

  /** Removes a type; resolves when none of its reconciles is running. */
  async unregister(type: string): Promise<void> {
    const registered = this.units.get(type);
    if (!registered) return;
    this.units.delete(type);
    await Promise.allSettled(registered.runs);
  }

  /**
   * Enqueues a key, immediately or after `delayMs` milliseconds. Ignored unless the engine runs and the type is
   * registered.
   */
  enqueue(type: string, key: string, priority: Priority, delayMs = 0): void {
    if (!this.isRunning || !this.units.has(type)) return;
    this.controller.enqueue(idOf(type, key), delayMs, priority);
  }

  /** Resolves when no reconcile is running; at once when the engine was never started. */
  async stopped(): Promise<void> {
    if (this.runSignal) await this.controller.stopped();
  }

  private async reconcile(
    id: string,
    context: ReconcileContext,
  ): Promise<void> {
    const [type, key] = partsOf(id);
    const registered = this.units.get(type);
    if (!registered || registered.unit.signal.aborted) return;
    const { unit, runs } = registered;
    registered.signal ??= AbortSignal.any([context.signal, unit.signal]);
    const run = unit.reconcile(key, {
      get logger() {
        return context.logger;
      },
      requeueAfter: ms => context.requeueAfter(ms),
      signal: registered.signal,
    });
    runs.add(run);
    try {
      await run;
    } finally {
      runs.delete(run);
    }
  }

  private *allKeys(): Iterable<string> {
    for (const [type, { unit }] of this.units) {
      for (const key of unit.keys()) yield idOf(type, key);
    }
  }

  private enqueueAll(type: string, unit: EngineUnit): void {
    if (!this.isRunning) return;
    for (const key of unit.keys())
      this.controller.enqueue(idOf(type, key), 0, 'initial');
  }
}
