// How two views of the same objects differ.

/** Keys that only one side has, or that have another version there. */
export function differences(
  one: ReadonlyMap<string, string>,
  other: ReadonlyMap<string, string>,
): string[] {
  const keys = new Set([...one.keys(), ...other.keys()]);
  return [...keys].filter(key => one.get(key) !== other.get(key)).sort();
}
