/** Labels that stay few: each value of a label is a series that lives as long as the process. */

/** Lets the first so many different values through; all further ones share `other`. */
export function boundedLabel(limit: number): (value: string) => string {
  const known = new Set<string>();
  return value => {
    if (!known.has(value) && known.size >= limit) return 'other';
    known.add(value);
    return value;
  };
}
