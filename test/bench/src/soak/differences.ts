// Differences between two views of the same objects.

/** Keys that only one side has, or whose versions differ. */
export function differences(
  one: ReadonlyMap<string, string>,
  other: ReadonlyMap<string, string>,
): string[] {
  const keys = new Set([...one.keys(), ...other.keys()]);
  return [...keys].filter(key => one.get(key) !== other.get(key)).sort();
}
