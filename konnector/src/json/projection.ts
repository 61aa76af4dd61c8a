/** Compares what we apply with what is there, field by field, so that fields of others never cause a write. Pure. */
import { hash } from 'node:crypto';

type JsonObject = Record<string, unknown>;

/** True for JSON objects, false for arrays, null and scalars. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Does `live` hold everything that `wanted` says? Fields that only `live` has do not matter (defaults, Crossplane's own
 * spec fields); lists must have the same length, because an item we did not ask for is a difference.
 */
export function covers(live: unknown, wanted: unknown): boolean {
  if (isJsonObject(wanted)) {
    if (!isJsonObject(live)) return false;
    return Object.entries(wanted).every(
      ([key, value]) => value === undefined || covers(live[key], value),
    );
  }
  if (Array.isArray(wanted)) {
    return (
      Array.isArray(live) &&
      live.length === wanted.length &&
      wanted.every((item, index) => covers(live[index], item))
    );
  }
  return live === wanted;
}

const isSorted = (keys: readonly string[]): boolean =>
  keys.every((key, index) => index === 0 || (keys[index - 1] ?? '') < key);

/** The same value with the keys of all objects in order; what is in order already is not copied. */
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

/** The same value gives the same text, whatever the order of its keys. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sorted(value));
}

/** Short hash of a JSON value: 128 bits, base64url; order of keys does not matter. `undefined` counts as null. */
export function hashOf(value: unknown): string {
  return hash('sha256', canonicalJson(value ?? null), 'base64url').slice(0, 22);
}

/** A merge patch cannot write null, so null and absent are the same to it. */
const isAbsent = (value: unknown) => value === undefined || value === null;

/**
 * The JSON merge patch (RFC 7386) that turns `current` into exactly `wanted`, or undefined when they are equal. Lists are
 * replaced whole.
 */
export function mergePatchBetween(
  current: JsonObject,
  wanted: JsonObject,
): JsonObject | undefined {
  const patch: JsonObject = {};
  for (const key of Object.keys(current)) {
    if (isAbsent(wanted[key]) && !isAbsent(current[key])) patch[key] = null;
  }
  for (const [key, value] of Object.entries(wanted)) {
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
