/** `JSONSchemaProps` of `apiextensions.k8s.io/v1` as Go marshals it: its keywords in the order of the struct fields. */
import {
  anything,
  list,
  map,
  nonZero,
  pointer,
  struct,
  type GoEncoder,
} from './goJson';

const schemaOrBoolean = pointer(encodeCrdSchema);
const schemaOrStrings = pointer(value =>
  Array.isArray(value) ? anything(value) : encodeCrdSchema(value),
);
const items = pointer(value =>
  Array.isArray(value) ? list(encodeCrdSchema)(value) : encodeCrdSchema(value),
);

const rule = struct([
  ['rule', value => anything(value ?? '')],
  ['message', nonZero()],
  ['messageExpression', nonZero()],
  ['reason', pointer()],
  ['fieldPath', nonZero()],
  ['optionalOldSelf', pointer()],
]);

const keywords: readonly (readonly [string, GoEncoder])[] = [
  ['id', nonZero()],
  ['$schema', nonZero()],
  ['$ref', pointer()],
  ['description', nonZero()],
  ['type', nonZero()],
  ['format', nonZero()],
  ['title', nonZero()],
  ['default', pointer()],
  ['maximum', pointer()],
  ['exclusiveMaximum', nonZero()],
  ['minimum', pointer()],
  ['exclusiveMinimum', nonZero()],
  ['maxLength', pointer()],
  ['minLength', pointer()],
  ['pattern', nonZero()],
  ['maxItems', pointer()],
  ['minItems', pointer()],
  ['uniqueItems', nonZero()],
  ['multipleOf', pointer()],
  ['enum', nonZero()],
  ['maxProperties', pointer()],
  ['minProperties', pointer()],
  ['required', nonZero()],
  ['items', items],
  ['allOf', nonZero(list(encodeCrdSchema))],
  ['oneOf', nonZero(list(encodeCrdSchema))],
  ['anyOf', nonZero(list(encodeCrdSchema))],
  ['not', pointer(encodeCrdSchema)],
  ['properties', nonZero(map(encodeCrdSchema))],
  ['additionalProperties', schemaOrBoolean],
  ['patternProperties', nonZero(map(encodeCrdSchema))],
  ['dependencies', nonZero(map(schemaOrStrings))],
  ['additionalItems', schemaOrBoolean],
  ['definitions', nonZero(map(encodeCrdSchema))],
  [
    'externalDocs',
    pointer(
      struct([
        ['description', nonZero()],
        ['url', nonZero()],
      ]),
    ),
  ],
  ['example', pointer()],
  ['nullable', nonZero()],
  ['x-kubernetes-preserve-unknown-fields', pointer()],
  ['x-kubernetes-embedded-resource', nonZero()],
  ['x-kubernetes-int-or-string', nonZero()],
  ['x-kubernetes-list-map-keys', nonZero()],
  ['x-kubernetes-list-type', pointer()],
  ['x-kubernetes-map-type', pointer()],
  ['x-kubernetes-validations', nonZero(list(rule))],
];

const schema = struct(keywords);

/** Encodes the schema of a CRD version, recursively. */
export function encodeCrdSchema(value: unknown): string | undefined {
  return schema(value);
}
