/** Turns the conditions of a decision into one predicate. Pure function. */
import type { PermissionCriteria } from '@backstage/plugin-permission-common';
import {
  isAndCriteria,
  isNotCriteria,
  isOrCriteria,
} from '@backstage/plugin-permission-node';

/** Whether a resource satisfies a condition. @public */
export type Predicate<T> = (resource: T) => boolean;

/** Combines predicates as the criteria nest them. */
export function toPredicate<T>(
  criteria: PermissionCriteria<Predicate<T>>,
): Predicate<T> {
  if (isAndCriteria(criteria)) {
    const parts = criteria.allOf.map(part => toPredicate<T>(part));
    return resource => parts.every(part => part(resource));
  }
  if (isOrCriteria(criteria)) {
    const parts = criteria.anyOf.map(part => toPredicate<T>(part));
    return resource => parts.some(part => part(resource));
  }
  if (isNotCriteria(criteria)) {
    const part = toPredicate<T>(criteria.not);
    return resource => !part(resource);
  }
  return criteria;
}
