/** One queue of many types: they take turns, so that none with many objects delays the others. */
import {
  createController,
  type ControllerHealth,
  type KubeMetrics,
  type Logger,
  type Priority,
  type ReconcileContext,
} from '@klutch/kube';

/** One type in the engine. */
export interface EngineUnit {
  /** Ends its work; abort it before `unregister`. */
  signal: AbortSignal;
  /** Never twice at once for a key. The signal of the context ends with the engine's and with the unit's own. */
  reconcile(key: string, context: ReconcileContext): Promise<void>;
  /** All its keys, for the start and for looking again without news. */
  keys(): Iterable<string>;
}

/** Runs the reconciles of all its types. Works from the start to the end of its signal; before that it takes no keys. */
export interface Engine {
  /** Of its metrics and log lines. */
  readonly name: string;
  /** Begins; all keys of what is registered are looked at. Once only. */
  start(signal: AbortSignal): void;
  /**
   * Adds a type under a name without blanks; its keys are looked at when the engine works.
   * @throws Error when the name is taken.
   */
  register(type: string, unit: EngineUnit): void;
  /** Takes a type out; resolves when none of its keys is worked on any more. */
  unregister(type: string): Promise<void>;
  /** Looks at a key, at once or after so many milliseconds. Ignored unless the engine works and knows the type. */
  enqueue(
    type: string,
    key: string,
    priority: Priority,
    delayMs?: number,
  ): void;
  /** Whether it takes keys. */
  readonly isRunning: boolean;
  /** For probes. */
  readonly health: ControllerHealth;
  /** Resolves when nothing is written any more; at once when it was never started. */
  stopped(): Promise<void>;
}

/** Settings of {@link createEngine}. */
export interface EngineOptions {
  /** Of its metrics and log lines. */
  name: string;
  /** Hears what fails. */
  logger: Logger;
  /** Objects worked on at once, from 1 to 10 000; default {@link defaultConcurrency}. */
  concurrency?: number;
  /** Every object is looked at again after so many milliseconds, which are 24 days (2^31 - 1) at most; default {@link defaultResyncMs}. */
  resyncMs?: number;
  /** Default: none. */
  metrics?: KubeMetrics;
}

interface Registered {
  unit: EngineUnit;
  /** Of its reconciles; one for all of them. */
  signal?: AbortSignal;
  runs: Set<Promise<void>>;
}

/** Objects worked on at once, if nobody says otherwise. */
export const defaultConcurrency = 32;
/**
 * How many claimed objects are worked on at once where so many objects of bound APIs are: a quarter, and at least one. They
 * do not take turns with those, so a flood of them would have the API servers to itself.
 */
export const claimConcurrency = (concurrency: number): number =>
  Math.max(1, Math.floor(concurrency / 4));
/** Every object is looked at again after so many milliseconds, if nobody says otherwise: 10 hours. */
export const defaultResyncMs = 10 * 3_600_000;

const separator = ' ';
const idOf = (type: string, key: string) => `${type}${separator}${key}`;
const partsOf = (id: string): [type: string, key: string] => {
  const at = id.indexOf(separator);
  return [id.slice(0, at), id.slice(at + 1)];
};

/**
 * Makes an engine.
 * @throws RangeError when `concurrency` or `resyncMs` is outside of its range.
 */
export function createEngine(options: EngineOptions): Engine {
  const {
    name,
    logger,
    metrics,
    concurrency = defaultConcurrency,
    resyncMs = defaultResyncMs,
  } = options;
  const units = new Map<string, Registered>();
  let runSignal: AbortSignal | undefined;

  async function reconcile(
    id: string,
    context: ReconcileContext,
  ): Promise<void> {
    const [type, key] = partsOf(id);
    const registered = units.get(type);
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

  function* allKeys(): Iterable<string> {
    for (const [type, { unit }] of units) {
      for (const key of unit.keys()) yield idOf(type, key);
    }
  }

  const controller = createController({
    name,
    logger,
    metrics,
    concurrency,
    resyncMs,
    resyncKeys: allKeys,
    group: id => partsOf(id)[0],
    watches: [],
    reconcile,
  });

  const isRunning = () => runSignal !== undefined && !runSignal.aborted;

  function enqueueAll(type: string, unit: EngineUnit): void {
    if (!isRunning()) return;
    for (const key of unit.keys()) {
      controller.enqueue(idOf(type, key), 0, 'initial');
    }
  }

  return {
    name,
    start(signal) {
      runSignal = signal;
      controller.start(signal);
      for (const [type, { unit }] of units) enqueueAll(type, unit);
    },
    register(type, unit) {
      if (units.has(type)) {
        throw new Error(`The type ${type} is in the engine already.`);
      }
      units.set(type, { unit, runs: new Set() });
      enqueueAll(type, unit);
    },
    async unregister(type) {
      const registered = units.get(type);
      if (!registered) return;
      units.delete(type);
      await Promise.allSettled(registered.runs);
    },
    enqueue(type, key, priority, delayMs = 0) {
      if (!isRunning() || !units.has(type)) return;
      controller.enqueue(idOf(type, key), delayMs, priority);
    },
    get isRunning() {
      return isRunning();
    },
    get health() {
      return controller.health;
    },
    stopped: async () => (runSignal ? controller.stopped() : undefined),
  };
}
