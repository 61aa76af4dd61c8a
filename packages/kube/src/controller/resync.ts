// Periodic resync, spread over the period.

/** Parts of a period in which keys are queued together; fewer when they would be shorter than 10 ms. */
const maxSlices = 100;
const minSliceMs = 10;
/** Largest deviation of the time between two slices from the mean, so that processes drift apart. */
const jitter = 0.1;

/**
 * The slice of a key: always the same one, so that the time between two resyncs of a key is the period (FNV-1a; 32
 * bits are enough).
 */
export function sliceOf(key: string, slices: number): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < key.length; index += 1) {
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193) >>> 0;
  }
  return hash % slices;
}

interface ResyncOptions {
  /** All present keys; may return a key several times. */
  keys: () => Iterable<string>;
  /** Each key is queued again after about this many milliseconds. */
  periodMs: number;
  /** Queues a key. */
  enqueue: (key: string) => void;
  /** From 0 to 1; default Math.random. */
  random?: () => number;
}

/**
 * Queues each key once per period, at a fixed time in the period. Remembers no keys: deleted ones are no longer
 * queued, new ones are queued from then on.
 * @returns a function that stops the resync
 */
export function startResync(options: ResyncOptions): () => void {
  const { keys, periodMs, enqueue, random = Math.random } = options;
  const slices = Math.min(
    maxSlices,
    Math.max(1, Math.floor(periodMs / minSliceMs)),
  );
  let slice = Math.min(slices - 1, Math.floor(random() * slices));
  let timer: NodeJS.Timeout;

  function enqueueSlice(): void {
    for (const key of keys()) {
      if (sliceOf(key, slices) === slice) enqueue(key);
    }
    slice = (slice + 1) % slices;
    scheduleNext();
  }

  function scheduleNext(): void {
    const factor = 1 - jitter + 2 * jitter * random();
    timer = setTimeout(enqueueSlice, (periodMs / slices) * factor);
  }

  scheduleNext();
  return () => clearTimeout(timer);
}
