/** Paths into the content of claimed objects, as permission claims name them: `spec.a`, `.spec.a`, `data['tls.crt']`. Pure. */
import { isJsonObject } from '../../../json/projection';

/** The keys from the outside in; at least one. */
export type JsonPath = readonly string[];

type JsonObject = Record<string, unknown>;

const part = /\.?([A-Za-z0-9_$-]+)|\[(?:'([^']+)'|"([^"]+)")\]/y;
/** Properties of every JavaScript object; never field names. */
const forbidden = new Set(['__proto__', 'prototype', 'constructor']);
/** Fields that paths cannot name, because the konnector sets identity and ownership. */
const notContent = new Set(['apiVersion', 'kind', 'metadata', 'status']);

/**
 * Parses a path; undefined when the text is not a supported path. Lists and wildcards are not supported. A leading
 * `$` is the object.
 */
export function parsePath(text: string): JsonPath | undefined {
  const rest = text.trim().replace(/^\$(?=[.[])/, '');
  const keys: string[] = [];
  part.lastIndex = 0;
  while (part.lastIndex < rest.length) {
    const begin = part.lastIndex;
    const found = part.exec(rest);
    // Requires the dot between two names, which the pattern leaves optional.
    const glued =
      found?.[1] !== undefined && begin > 0 && !found[0].startsWith('.');
    const key = found?.[1] ?? found?.[2] ?? found?.[3];
    if (key === undefined || glued || forbidden.has(key)) return undefined;
    keys.push(key);
  }
  const [first] = keys;
  return first === undefined || notContent.has(first) ? undefined : keys;
}

/** The value at the path; undefined when there is none or a parent is not an object. */
export function valueAt(object: unknown, path: JsonPath): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined,
    object,
  );
}

/** A copy of the object with another value at the path; `undefined` removes the field. */
export function withValueAt(
  object: JsonObject,
  path: JsonPath,
  value: unknown,
): JsonObject {
  const [key, ...rest] = path;
  if (key === undefined) return object;
  const { [key]: before, ...others } = object;
  if (rest.length > 0) {
    if (!isJsonObject(before) && value === undefined) return object;
    const inner = isJsonObject(before) ? before : {};
    return { ...object, [key]: withValueAt(inner, rest, value) };
  }
  return value === undefined ? others : { ...object, [key]: value };
}
