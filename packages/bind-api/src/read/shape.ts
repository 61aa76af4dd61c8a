/** Validates untrusted values: nulls, as written by Go, count as absent; a wrong type gives an error message. Never throws. */
import type { JsonSchemaProps } from '@klutch/kube';
import { isRecord } from '../isRecord';

/** The value without nulls in optional fields, or an error message. */
type Shaped = { value: unknown } | { problem: string };

const kindOf = (value: unknown): string => {
  if (value === null || value === undefined) return 'missing';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
};

const mustBe = (path: string, what: string, value: unknown): Shaped => ({
  problem: `${path || 'it'} must be ${what}, but is ${kindOf(value)}`,
});

const scalars: Record<
  string,
  { name: string; fits: (value: unknown) => boolean }
> = {
  string: { name: 'a string', fits: value => typeof value === 'string' },
  boolean: { name: 'a boolean', fits: value => typeof value === 'boolean' },
  number: { name: 'a number', fits: value => typeof value === 'number' },
  integer: { name: 'an integer', fits: Number.isInteger },
};

const readScalar = (
  schema: JsonSchemaProps,
  value: unknown,
  path: string,
): Shaped => {
  if (schema['x-kubernetes-int-or-string']) {
    return typeof value === 'string' || Number.isInteger(value)
      ? { value }
      : mustBe(path, 'a string or an integer', value);
  }
  const scalar = scalars[schema.type ?? ''];
  if (!scalar) return { value };
  if (!scalar.fits(value)) return mustBe(path, scalar.name, value);
  return schema.enum && !schema.enum.includes(value)
    ? {
        problem: `${path} must be ${schema.enum.join(' or ')}, but is ${JSON.stringify(String(value).slice(0, 80))}`,
      }
    : { value };
};

const readList = (
  schema: JsonSchemaProps,
  value: unknown,
  path: string,
): Shaped => {
  if (!Array.isArray(value)) return mustBe(path, 'a list', value);
  const items: unknown[] = [];
  for (const [index, item] of value.entries()) {
    const read = readShape(schema.items ?? {}, item, `${path}[${index}]`);
    if ('problem' in read) return read;
    items.push(read.value);
  }
  return { value: items };
};

/** Go writes zero values for omitted fields. */
const isAbsent = (schema: JsonSchemaProps, value: unknown) =>
  value === null ||
  value === undefined ||
  (value === '' && schema.enum !== undefined);

/** Keys of maps are untrusted and end up in logs and conditions, so they are quoted and cut to 64 characters. */
const memberPath = (path: string, name: string): string => {
  if (!/^\w{1,64}$/.test(name)) {
    return `${path}[${JSON.stringify(name.slice(0, 64))}]`;
  }
  return path ? `${path}.${name}` : name;
};

const readRecord = (
  schema: JsonSchemaProps,
  value: unknown,
  path: string,
): Shaped => {
  if (!isRecord(value)) return mustBe(path, 'an object', value);
  const { additionalProperties } = schema;
  const entries: [string, unknown][] = [];
  for (const [name, member] of Object.entries(value)) {
    const field =
      schema.properties && Object.hasOwn(schema.properties, name)
        ? schema.properties[name]
        : undefined;
    const known =
      field ??
      (typeof additionalProperties === 'object'
        ? additionalProperties
        : undefined);
    if (!known) {
      entries.push([name, member]);
      continue;
    }
    if (isAbsent(known, member)) continue;
    const read = readShape(known, member, memberPath(path, name));
    if ('problem' in read) return read;
    entries.push([name, read.value]);
  }
  const present = new Set(entries.map(([name]) => name));
  const missing = schema.required?.find(name => !present.has(name));
  return missing === undefined
    ? { value: Object.fromEntries(entries) }
    : { problem: `${memberPath(path, missing)} is missing` };
};

/**
 * Reads `value` by the schema. Types, required fields and enums are checked; patterns, lengths and CEL rules are left to
 * the API server. Unknown fields are kept.
 * @param path - path of the value for error messages; empty for the whole object.
 */
export function readShape(
  schema: JsonSchemaProps,
  value: unknown,
  path: string,
): Shaped {
  if (schema.type === 'array') return readList(schema, value, path);
  if (schema.type === 'object') return readRecord(schema, value, path);
  return readScalar(schema, value, path);
}
