/** Structural sharing: equal parts of two values are stored once in memory. Pure. */
import { isJsonObject } from '../../../json/projection';

/**
 * A value equal to `value` that reuses the equal strings, lists and objects of `other`. Neither argument is changed.
 */
export function shareStructure<T>(value: T, other: unknown): T;
export function shareStructure(value: unknown, other: unknown): unknown {
  // Equal strings are two allocations; returning `other` frees that of `value`.
  if (Object.is(value, other)) return other;
  if (Array.isArray(value) && Array.isArray(other)) {
    const items = value.map((item, index) =>
      shareStructure<unknown>(item, other[index]),
    );
    return items.length === other.length &&
      items.every((item, index) => Object.is(item, other[index]))
      ? other
      : items;
  }
  if (!isJsonObject(value) || !isJsonObject(other)) return value;
  const parts = Object.entries(value).map(
    ([key, part]) => [key, shareStructure<unknown>(part, other[key])] as const,
  );
  return parts.length === Object.keys(other).length &&
    parts.every(
      ([key, part]) => Object.hasOwn(other, key) && Object.is(part, other[key]),
    )
    ? other
    : Object.fromEntries(parts);
}
