/** Compares desired with live objects field by field, so that fields of other writers never cause a write. Pure. */
import { hash } from 'node:crypto';

type JsonObject = Record<string, unknown>;

/** True for JSON objects, false for arrays, null and scalars. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Whether `live` contains every field of `desired`. Additional fields of `live` are ignored (defaults, Crossplane's own
 * spec fields); lists must have the same length, because an unexpected item is a difference.
 */
export function covers(live: unknown, desired: unknown): boolean {
  if (isJsonObject(desired)) {
    if (!isJsonObject(live)) return false;
    return Object.entries(desired).every(
      ([key, value]) => value === undefined || covers(live[key], value),
    );
  }
  if (Array.isArray(desired)) {
    return (
      Array.isArray(live) &&
      live.length === desired.length &&
      desired.every((item, index) => covers(live[index], item))
    );
  }
  return live === desired;
}

const isSorted = (keys: readonly string[]): boolean =>
  keys.every((key, index) => index === 0 || (keys[index - 1] ?? '') < key);

/** Sorts the keys of all objects; returns the same reference if already sorted. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(sorted);
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (!isJsonObject(value)) return value;
  const keys = Object.keys(value);
  const parts = keys.map(key => sorted(value[key]));
  if (
    isSorted(keys) &&
    keys.every((key, index) => parts[index] === value[key])
  ) {
    return value;
  }
  return Object.fromEntries(
    keys
      .map((key, index) => [key, parts[index]] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** Serializes with sorted keys, so that equal values give equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sorted(value));
}

/** Short hash of a JSON value: 128 bits, base64url, independent of key order. `undefined` counts as null. */
export function hashOf(value: unknown): string {
  return hash('sha256', canonicalJson(value ?? null), 'base64url').slice(0, 22);
}

/** A merge patch cannot write null, so null and absent are equivalent. */
const isAbsent = (value: unknown) => value === undefined || value === null;

/**
 * The JSON merge patch (RFC 7386) that turns `current` into exactly `desired`,
 * or undefined when they are equal. Lists are replaced as a whole.
 */
export function mergePatchBetween(
  current: JsonObject,
  desired: JsonObject,
): JsonObject | undefined {
  const patch: JsonObject = {};
  for (const key of Object.keys(current)) {
    if (isAbsent(desired[key]) && !isAbsent(current[key])) patch[key] = null;
  }
  for (const [key, value] of Object.entries(desired)) {
    const before = current[key];
    if (isAbsent(value)) continue;
    if (isJsonObject(value) && isJsonObject(before)) {
      const nested = mergePatchBetween(before, value);
      if (nested) patch[key] = nested;
    } else if (canonicalJson(before) !== canonicalJson(value)) {
      patch[key] = value;
    }
  }
  return Object.keys(patch).length > 0 ? patch : undefined;
}
