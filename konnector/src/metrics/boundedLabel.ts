/** Bounds the number of label values, because each value is a time series that lives as long as the process. */

/** Returns the first `limit` different values unchanged; all further values become `other`. */
export function boundedLabel(limit: number): (value: string) => string {
  const known = new Set<string>();
  return value => {
    if (!known.has(value) && known.size >= limit) return 'other';
    known.add(value);
    return value;
  };
}
