/**
 * JSON text exactly as Go's `encoding/json` marshals structs, so that its hashes agree with those of upstream Klutch.
 * Integers beyond 2^53 are not supported: JavaScript loses digits when it parses them, and Go keeps 64 bits.
 */
import { isRecord } from './isRecord';

/** Encodes one value; undefined when Go would omit the field. */
export type GoEncoder = (value: unknown) => string | undefined;

/** Go escapes HTML characters and the line separators U+2028 and U+2029. */
const escaped = (json: string): string =>
  json.replace(
    /[<>&\u2028\u2029]/g,
    found => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Unpaired UTF-16 surrogates become U+FFFD, as when Go reads them. */
const textOf = (value: string): string =>
  escaped(JSON.stringify(Buffer.from(value).toString()));

const objectText = (
  fields: readonly (readonly [string, string | undefined])[],
) =>
  `{${fields
    .flatMap(([name, text]) =>
      text === undefined ? [] : [`${textOf(name)}:${text}`],
    )
    .join(',')}}`;

/** Go sorts map keys by their UTF-8 bytes, which differs from the order of UTF-16. */
const sorted = (record: Record<string, unknown>) =>
  Object.entries(record).sort(([a], [b]) =>
    Buffer.compare(Buffer.from(a), Buffer.from(b)),
  );

/** Any value with the keys of objects sorted; for Go's `interface{}` and raw JSON. */
export const anything: GoEncoder = value => {
  if (Array.isArray(value)) {
    return `[${value.map(item => anything(item) ?? 'null').join(',')}]`;
  }
  if (isRecord(value)) {
    return objectText(
      sorted(value).map(([name, member]) => [name, anything(member)]),
    );
  }
  if (typeof value === 'string') return textOf(value);
  if (Object.is(value, -0)) return '-0';
  return value === undefined ? undefined : JSON.stringify(value);
};

/** A pointer with `omitempty`: omitted when nil, kept when zero. */
export const pointer =
  (encode: GoEncoder = anything): GoEncoder =>
  value =>
    value === undefined || value === null ? undefined : encode(value);

const isZero = (value: unknown) =>
  !value ||
  (Array.isArray(value) && value.length === 0) ||
  (isRecord(value) && Object.keys(value).length === 0);

/** A plain value with `omitempty`: omitted when zero or empty. */
export const nonZero =
  (encode: GoEncoder = anything): GoEncoder =>
  value =>
    isZero(value) ? undefined : encode(value);

/** A slice; its items are never omitted. */
export const list =
  (encode: GoEncoder): GoEncoder =>
  value =>
    Array.isArray(value)
      ? `[${value.map(item => encode(item) ?? 'null').join(',')}]`
      : anything(value);

/** A map with string keys, sorted. */
export const map =
  (encode: GoEncoder): GoEncoder =>
  value =>
    isRecord(value)
      ? objectText(sorted(value).map(([name, item]) => [name, encode(item)]))
      : anything(value);

/** A struct: its declared fields in order, then undeclared fields, so that no field is missing from the hash. */
export const struct = (
  fields: readonly (readonly [string, GoEncoder])[],
): GoEncoder => {
  const declared = new Set(fields.map(([name]) => name));
  return value => {
    if (!isRecord(value)) return anything(value);
    const rest = sorted(value).filter(([name]) => !declared.has(name));
    return objectText([
      ...fields.map(
        ([name, encode]) =>
          [
            name,
            encode(Object.hasOwn(value, name) ? value[name] : undefined),
          ] as const,
      ),
      ...rest.map(([name, member]) => [name, anything(member)] as const),
    ]);
  };
};
