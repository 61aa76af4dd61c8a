// How large the runs are that a median is made of.

/**
 * All runs together make as many objects as were asked for, and no run is so short that it says nothing. One that warms up
 * comes before the repeats.
 */
export const objectsPerRun = (objects: number, repeats: number): number =>
  Math.max(Math.min(objects, 1_000), Math.ceil(objects / (repeats + 1)));
