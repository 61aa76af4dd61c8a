/** Shares equal parts of an object and its copy in memory. Pure. */
import { isJsonObject } from '../../json/projection';

/**
 * Returns an equal value that reuses the parts of `other` that are equal:
 * strings, lists and objects. Neither argument is changed.
 */
export function withSharedParts<T>(value: T, other: unknown): T;
export function withSharedParts(value: unknown, other: unknown): unknown {
  // Equal strings, too: the other's string is kept.
  if (Object.is(value, other)) return other;
  if (Array.isArray(value) && Array.isArray(other)) {
    const items = value.map((item, index) =>
      withSharedParts<unknown>(item, other[index]),
    );
    return items.length === other.length &&
      items.every((item, index) => Object.is(item, other[index]))
      ? other
      : items;
  }
  if (!isJsonObject(value) || !isJsonObject(other)) return value;
  const parts = Object.entries(value).map(
    ([key, part]) => [key, withSharedParts<unknown>(part, other[key])] as const,
  );
  return parts.length === Object.keys(other).length &&
    parts.every(
      ([key, part]) => Object.hasOwn(other, key) && Object.is(part, other[key]),
    )
    ? other
    : Object.fromEntries(parts);
}
