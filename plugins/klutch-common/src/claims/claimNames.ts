/** Names of claims that are made of other names. Pure functions. */

/**
 * Longest name of a claim: names of objects that belong to it are made of it, and are labels.
 *
 * @public
 */
export const MAX_CLAIM_NAME_LENGTH = 63;

/**
 * Joins the parts of a name within the length limit by truncating the first part. Its dots, which names of claims may
 * have but names of ordered ones may not, become dashes.
 *
 * @public
 */
export function joinClaimName(start: string, end: string): string {
  const kept = start.slice(0, MAX_CLAIM_NAME_LENGTH - end.length - 1);
  return `${kept.replaceAll('.', '-').replace(/-+$/, '')}-${end}`;
}

/**
 * A name that says when its backup or restore was ordered: `orders-db-20260131-142305`, in UTC.
 *
 * @param index - of several orders of the same time: 1 adds `-2`
 * @public
 */
export function timestampedName(start: string, at: Date, index = 0): string {
  const digits = at.toISOString().replace(/[-:]/g, '').slice(0, 15);
  const time = digits.replace('T', '-');
  return joinClaimName(start, index > 0 ? `${time}-${index + 1}` : time);
}
