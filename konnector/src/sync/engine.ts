/** The one queue of all synced APIs: APIs take turns, so that none with many objects delays the others. */
import {
  createController,
  type ControllerHealth,
  type KubeMetrics,
  type Logger,
  type Priority,
  type ReconcileContext,
} from '@klutch/kube';

/** One API in the engine. */
export interface SyncUnit {
  /** Ends its work; abort it before `unregister`. */
  signal: AbortSignal;
  /** Never twice at once for a key. The signal of the context ends with the engine's and with the unit's own. */
  reconcile(key: string, context: ReconcileContext): Promise<void>;
  /** All its keys, for the start and for looking again without news. */
  keys(): Iterable<string>;
}

/** Runs the reconciles of all APIs. Works from the start to the end of its signal; before that it takes no keys. */
export interface SyncEngine {
  /** Begins; all keys of what is registered are looked at. Once only. */
  start(signal: AbortSignal): void;
  /**
   * Adds an API under the name of its binding; its keys are looked at when the engine works.
   * @throws Error when the name is taken.
   */
  register(binding: string, unit: SyncUnit): void;
  /** Takes an API out; resolves when none of its keys is worked on any more. */
  unregister(binding: string): Promise<void>;
  /** Looks at a key, at once or after so many milliseconds. Ignored unless the engine works and knows the binding. */
  enqueue(
    binding: string,
    key: string,
    priority: Priority,
    delayMs?: number,
  ): void;
  /** Whether it takes keys. */
  readonly working: boolean;
  /** For probes. */
  readonly health: ControllerHealth;
  /** Resolves when nothing is written any more; at once when it was never started. */
  stopped(): Promise<void>;
}

/** Settings of {@link createSyncEngine}. */
export interface SyncEngineOptions {
  /** Hears what fails. */
  logger: Logger;
  /** Objects worked on at once, from 1 to 10 000; default 16. */
  concurrency?: number;
  /** Every object is looked at again after so many milliseconds, which are 24 days (2^31 - 1) at most; default 10 hours. */
  resyncMs?: number;
  /** Default: none. */
  metrics?: KubeMetrics;
}

interface Registered {
  unit: SyncUnit;
  /** Of its reconciles; one for all of them. */
  signal?: AbortSignal;
  runs: Set<Promise<void>>;
}

const engineName = 'sync';
/** Every object is looked at again after so many milliseconds, if nobody says otherwise: 10 hours. */
export const defaultResyncMs = 10 * 3_600_000;

/** Names of bindings are DNS names, so they have no blank. */
const separator = ' ';
const idOf = (binding: string, key: string) => `${binding}${separator}${key}`;
const partsOf = (id: string): [binding: string, key: string] => {
  const at = id.indexOf(separator);
  return [id.slice(0, at), id.slice(at + 1)];
};

/**
 * Makes the engine of one process.
 * @throws RangeError when `concurrency` or `resyncMs` is outside of its range.
 */
export function createSyncEngine(options: SyncEngineOptions): SyncEngine {
  const {
    logger,
    metrics,
    concurrency = 16,
    resyncMs = defaultResyncMs,
  } = options;
  const units = new Map<string, Registered>();
  let working: AbortSignal | undefined;

  async function reconcile(
    id: string,
    context: ReconcileContext,
  ): Promise<void> {
    const [binding, key] = partsOf(id);
    const registered = units.get(binding);
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
    for (const [binding, { unit }] of units) {
      for (const key of unit.keys()) yield idOf(binding, key);
    }
  }

  const controller = createController({
    name: engineName,
    logger,
    metrics,
    concurrency,
    resyncMs,
    resyncKeys: allKeys,
    group: id => partsOf(id)[0],
    watches: [],
    reconcile,
  });

  const isWorking = () => working !== undefined && !working.aborted;

  function enqueueAll(binding: string, unit: SyncUnit): void {
    if (!isWorking()) return;
    for (const key of unit.keys()) {
      controller.enqueue(idOf(binding, key), 0, 'initial');
    }
  }

  return {
    start(signal) {
      working = signal;
      controller.start(signal);
      for (const [binding, { unit }] of units) enqueueAll(binding, unit);
    },
    register(binding, unit) {
      if (units.has(binding)) {
        throw new Error(`The API ${binding} is synced already.`);
      }
      units.set(binding, { unit, runs: new Set() });
      enqueueAll(binding, unit);
    },
    async unregister(binding) {
      const registered = units.get(binding);
      if (!registered) return;
      units.delete(binding);
      await Promise.allSettled(registered.runs);
    },
    enqueue(binding, key, priority, delayMs = 0) {
      if (!isWorking() || !units.has(binding)) return;
      controller.enqueue(idOf(binding, key), delayMs, priority);
    },
    get working() {
      return isWorking();
    },
    get health() {
      return controller.health;
    },
    stopped: async () => (working ? controller.stopped() : undefined),
  };
}
