// Number of objects of one run; a figure is the median of several runs.

/**
 * All runs together create the requested number of objects, including the warm-up run before the repeats. A run has at
 * least a thousand objects, if so many are requested, because shorter runs are not reliable.
 */
export const objectsPerRun = (objects: number, repeats: number): number =>
  Math.max(Math.min(objects, 1_000), Math.ceil(objects / (repeats + 1)));
