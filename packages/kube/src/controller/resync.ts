// Looking at everything again from time to time, a bit at a time.

/** Parts of a period in which keys are looked at together; fewer when they would be shorter than 10 ms. */
const maxSlices = 100;
const minSliceMs = 10;
/** By how much at most the time between two slices differs from the mean, so that processes drift apart. */
const jitter = 0.1;

/**
 * Which of so many slices a key belongs to: always the same one, so that the time between two looks is the period
 * (FNV-1a, of which 32 bits are plenty).
 */
export function sliceOf(key: string, slices: number): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < key.length; index += 1) {
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193) >>> 0;
  }
  return hash % slices;
}

/** What is looked at again, and how. */
interface ResyncOptions {
  /** Every key there is at this moment; may name one several times. */
  keys: () => Iterable<string>;
  /** Each key is looked at again after about so many milliseconds. */
  periodMs: number;
  /** Looks at a key. */
  enqueue: (key: string) => void;
  /** From 0 to 1; default Math.random. */
  random?: () => number;
}

/**
 * Looks at each key once a period, at its own time in the period. Remembers no keys: one that goes is not looked at any
 * more, one that comes is looked at from then on.
 * @returns how to end it
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
