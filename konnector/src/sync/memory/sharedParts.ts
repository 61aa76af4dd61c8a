/** An object and its copy say nearly the same: what both say is held in memory once. Pure. */
import { isJsonObject } from '../../json/projection';

/**
 * The same value, made of parts of `other` as far as those are equal: equal texts, lists and objects become those of
 * `other`. Neither of the two is changed.
 */
export function withSharedParts<T>(value: T, other: unknown): T;
export function withSharedParts(value: unknown, other: unknown): unknown {
  // Equal texts too: then it is the other's that is kept.
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
