/** Converts the OpenAPI schema of a Kubernetes container to that of `spec.konnector.overrides` of AppClusterBinding. */
import type { JsonSchemaProps } from '@klutch/kube';

/** The part of an OpenAPI v3 document with the schemas. */
export interface OpenApiDocument {
  components: { schemas: Record<string, JsonSchemaProps> };
}

/** Fields of a container that may be overridden, in the order of the wire contract. */
export const overridableFields = [
  'name',
  'image',
  'command',
  'args',
  'workingDir',
  'ports',
  'envFrom',
  'env',
  'resources',
  'restartPolicy',
  'volumeMounts',
  'volumeDevices',
  'livenessProbe',
  'readinessProbe',
  'startupProbe',
  'lifecycle',
  'terminationMessagePath',
  'terminationMessagePolicy',
  'imagePullPolicy',
  'securityContext',
  'stdin',
  'stdinOnce',
  'tty',
] as const;

/** Lists that are atomic in the wire contract, although pods merge them by key. */
const plainLists: readonly string[] = ['env', 'volumeMounts', 'volumeDevices'];

const quantity: JsonSchemaProps = {
  anyOf: [{ type: 'integer' }, { type: 'string' }],
  pattern:
    '^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$',
  'x-kubernetes-int-or-string': true,
};
const intOrString: JsonSchemaProps = {
  anyOf: [{ type: 'integer' }, { type: 'string' }],
  'x-kubernetes-int-or-string': true,
};

const special: Record<string, JsonSchemaProps> = {
  'io.k8s.apimachinery.pkg.api.resource.Quantity': quantity,
  'io.k8s.apimachinery.pkg.util.intstr.IntOrString': intOrString,
};

/** Copied keywords. Enums are not copied, because they grow with Kubernetes and the Deployment is validated anyway. */
const keptKeywords = [
  'type',
  'format',
  'required',
  'x-kubernetes-list-type',
  'x-kubernetes-list-map-keys',
  'x-kubernetes-map-type',
];

const referenceOf = (schema: JsonSchemaProps): string | undefined => {
  const [inner] = Array.isArray(schema.allOf) ? schema.allOf : [];
  const reference: unknown = schema.$ref ?? inner?.$ref;
  return typeof reference === 'string' ? reference.split('/').pop() : undefined;
};

/** The OpenAPI document lists Go's zero values (`""`, `0`, `{}`) as defaults; only those of optional fields are real. */
const isMeantDefault = (value: unknown, required: boolean) =>
  !required && value !== undefined && typeof value !== 'object';

/** A structural schema with references resolved, without keywords that CRDs do not allow. */
const structural = (
  document: OpenApiDocument,
  schema: JsonSchemaProps,
  required: boolean,
): JsonSchemaProps => {
  const reference = referenceOf(schema);
  const described = schema.description
    ? { description: schema.description }
    : {};
  if (reference) {
    const target = document.components.schemas[reference];
    if (!target) throw new Error(`The document does not define ${reference}.`);
    return {
      ...(special[reference] ?? structural(document, target, true)),
      ...described,
    };
  }
  const kept = Object.fromEntries(
    keptKeywords
      .filter(keyword => schema[keyword] !== undefined)
      .map(keyword => [keyword, schema[keyword]]),
  );
  const { items, properties, additionalProperties } = schema;
  return {
    ...described,
    ...kept,
    ...(isMeantDefault(schema.default, required) && {
      default: schema.default,
    }),
    ...(items && { items: structural(document, items, true) }),
    ...(typeof additionalProperties === 'object' && {
      additionalProperties: structural(document, additionalProperties, true),
    }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [
          name,
          structural(
            document,
            property,
            schema.required?.includes(name) ?? false,
          ),
        ]),
      ),
    }),
  };
};

const withoutListType = (schema: JsonSchemaProps): JsonSchemaProps => {
  const {
    'x-kubernetes-list-type': _type,
    'x-kubernetes-list-map-keys': _keys,
    ...rest
  } = schema;
  return rest;
};

/**
 * Properties of the overrides, all optional, from the document that an API server serves at `/openapi/v3/api/v1`.
 * @throws Error when the document has no container schema, or lacks some of its fields.
 */
export const containerOverrideProperties = (
  document: OpenApiDocument,
): Record<string, JsonSchemaProps> => {
  const container =
    document.components.schemas['io.k8s.api.core.v1.Container']?.properties;
  return Object.fromEntries(
    overridableFields.map(field => {
      const found = container?.[field];
      if (!found) throw new Error(`A container has no field ${field}.`);
      // No field is required in overrides, but the zero value of a name is no default either.
      const schema = structural(document, found, field === 'name');
      return [
        field,
        plainLists.includes(field) ? withoutListType(schema) : schema,
      ];
    }),
  );
};
