/** Paths into the content of claimed objects, as permission claims name them: `spec.a`, `.spec.a`, `data['tls.crt']`. Pure. */
import { isJsonObject } from '../../json/projection';

/** The keys from the outside in; at least one. */
export type JsonPath = readonly string[];

type JsonObject = Record<string, unknown>;

const part = /\.?([A-Za-z0-9_$-]+)|\[(?:'([^']+)'|"([^"]+)")\]/y;
/** What a JavaScript object has of its own accord; no field of ours is called so. */
const forbidden = new Set(['__proto__', 'prototype', 'constructor']);
/** These are not content: identity and ownership are decided by the konnector. */
const notContent = new Set(['apiVersion', 'kind', 'metadata', 'status']);

/** Undefined when the text is no path of this kind; lists and wildcards cannot be named. A leading `$` is the object. */
export function parsePath(text: string): JsonPath | undefined {
  const rest = text.trim().replace(/^\$(?=[.[])/, '');
  const keys: string[] = [];
  part.lastIndex = 0;
  while (part.lastIndex < rest.length) {
    const begin = part.lastIndex;
    const found = part.exec(rest);
    // Two names need a dot between them, which the pattern leaves open for the first.
    const glued =
      found?.[1] !== undefined && begin > 0 && !found[0].startsWith('.');
    const key = found?.[1] ?? found?.[2] ?? found?.[3];
    if (key === undefined || glued || forbidden.has(key)) return undefined;
    keys.push(key);
  }
  const [first] = keys;
  return first === undefined || notContent.has(first) ? undefined : keys;
}

/** What is there; undefined when nothing is, or the way leads through something that is no object. */
export function valueAt(object: unknown, path: JsonPath): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined,
    object,
  );
}

/** The object with another value at the path, `undefined` for none. The original stays as it is. */
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
