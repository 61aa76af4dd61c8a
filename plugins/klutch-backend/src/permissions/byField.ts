/** Rules about one field of a resource. Pure function. */
import type { Predicate } from './toPredicate';

/** How a rule decides by a field, which has to be one of several values; no field is none of them. */
export function byField<T, TParams>(
  valuesOf: (params: TParams) => string[],
  fieldOf: (resource: T) => string | undefined,
) {
  const toQuery = (params: TParams): Predicate<T> => {
    const values = new Set(valuesOf(params));
    return resource => {
      const field = fieldOf(resource);
      return field !== undefined && values.has(field);
    };
  };
  return {
    apply: (resource: T, params: TParams) => toQuery(params)(resource),
    toQuery,
  };
}
