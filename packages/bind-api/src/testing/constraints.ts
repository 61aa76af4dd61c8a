/** Finds all validation rules of a CRD, and sets values at their paths. */
import type { CustomResourceDefinition, JsonSchemaProps } from '@klutch/kube';

/** Path of a value: field names, or 0 for the first item of a list. */
export type Path = readonly (string | 0)[];

/** A validation rule and the path of its value. */
export interface Constraint {
  path: Path;
  /** `cel(<rule>)`, `pattern(<regex>)`, `enum(<values>)`, `minLength(<n>)`, `minItems(<n>)` or `format(<name>)`. */
  rule: string;
}

const rulesOf = (schema: JsonSchemaProps): string[] => [
  ...(schema['x-kubernetes-validations'] ?? []).map(
    ({ rule }) => `cel(${rule})`,
  ),
  ...(schema.pattern ? [`pattern(${schema.pattern})`] : []),
  ...(schema.enum ? [`enum(${schema.enum.join(',')})`] : []),
  ...(schema.minLength ? [`minLength(${schema.minLength})`] : []),
  ...(schema.minItems ? [`minItems(${schema.minItems})`] : []),
  ...(schema.format === 'date-time' ? ['format(date-time)'] : []),
];

const collect = (schema: JsonSchemaProps, path: Path): Constraint[] => [
  ...rulesOf(schema).map(rule => ({ path, rule })),
  ...Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
    collect(property, [...path, name]),
  ),
  ...(schema.items ? collect(schema.items, [...path, 0]) : []),
  ...(typeof schema.additionalProperties === 'object'
    ? collect(schema.additionalProperties, [...path, 'cpu'])
    : []),
];

/** All rules of a CRD. Keys of maps are called `cpu`, because all rules for map values concern quantities. */
export const constraintsOf = (crd: CustomResourceDefinition): Constraint[] =>
  crd.spec.versions.flatMap(({ schema }) =>
    collect(schema?.openAPIV3Schema ?? {}, []),
  );

/** A path as human-readable text. */
export const pathText = (path: Path): string =>
  path.map(part => (part === 0 ? '[0]' : `.${part}`)).join('') || '.';

/** A copy of `object` with another value at `path`; undefined removes the value. Missing parents are created. */
export const withValue = (
  object: unknown,
  path: Path,
  value: unknown,
): unknown => {
  const [first, ...rest] = path;
  if (first === undefined) return value;
  if (first === 0) {
    const [item, ...others] = Array.isArray(object) ? object : [];
    return [withValue(item, rest, value), ...others];
  }
  const record = (object ?? {}) as Record<string, unknown>;
  return { ...record, [first]: withValue(record[first], rest, value) };
};
