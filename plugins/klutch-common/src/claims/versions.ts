/** The order of the versions of a service, which are the ends of its names: `a9s-postgresql15`. Pure functions. */

const numbersOf = (service: string): number[] | undefined =>
  /(\d+(?:\.\d+)*)$/.exec(service)?.[1]?.split('.').map(Number);

/**
 * Whether a service has a lower version than another one, compared number by number.
 *
 * @returns false for a name that does not end in a version
 * @public
 */
export function isLowerVersion(service: string, other: string): boolean {
  const one = numbersOf(service);
  const two = numbersOf(other);
  if (!one || !two) return false;
  const index = one.findIndex((number, at) => number !== (two[at] ?? 0));
  return index < 0
    ? one.length < two.length && two.slice(one.length).some(Boolean)
    : (one[index] ?? 0) < (two[index] ?? 0);
}
