/** Flags of `create`, generated from the schema of a claim's `spec`. Pure functions. */
import {
  claimChoices,
  crossplaneFields,
  compositionChoices,
  type ClaimSchema,
} from '@klutch/backstage-plugin-klutch-common';

/** A flag that sets one field of `spec`. */
export interface SpecFlag {
  /** Without dashes, such as `max-connections`. */
  name: string;
  /** Path under `spec`, such as `['parameters', 'maxConnections']`. */
  path: string[];
  schema: ClaimSchema;
  required: boolean;
  /** Allowed values; empty when any value of the type is. */
  values: string[];
}

const kebab = (name: string) =>
  name.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase();

/** Short names of fields that refer to other claims. */
const flagNames: Record<string, string> = {
  instanceRef: 'instance',
  backupRef: 'backup',
  compositionRef: 'composition',
};

const ownFlags = new Set([
  'all-namespaces',
  'context',
  'dry-run',
  'help',
  'kubeconfig',
  'namespace',
  'output',
  'timeout',
  'version',
  'wait',
]);

function valuesOf(schema: ClaimSchema, field: string): string[] {
  if (field === 'compositionRef') return compositionChoices(schema);
  if (field === 'service' || field === 'plan') {
    const anyComposition = compositionChoices(schema).flatMap(
      composition => claimChoices(schema, { composition })[field],
    );
    return [...new Set([...claimChoices(schema)[field], ...anyComposition])];
  }
  return (schema.properties?.[field]?.enum ?? []).map(String);
}

/** The flags for all fields of `spec`; nested fields other than `parameters` are given as JSON. */
export function specFlags(schema: ClaimSchema): SpecFlag[] {
  const { properties = {}, required = [] } = schema;
  const top = Object.entries(properties)
    .filter(
      ([field]) =>
        field !== 'parameters' &&
        (field === 'compositionRef' || !crossplaneFields.has(field)),
    )
    .map(([field, fieldSchema]): SpecFlag => {
      const isComposition = field === 'compositionRef';
      return {
        name: flagNames[field] ?? kebab(field),
        path: isComposition ? [field, 'name'] : [field],
        schema: isComposition
          ? { type: 'string', description: 'How the service is provided.' }
          : fieldSchema,
        required: required.includes(field),
        values: valuesOf(schema, field),
      };
    });
  const { parameters } = properties;
  const taken = new Set([...ownFlags, ...top.map(({ name }) => name)]);
  const nested = Object.entries(parameters?.properties ?? {}).map(
    ([field, fieldSchema]): SpecFlag => {
      const name = kebab(field);
      return {
        name: taken.has(name) ? `parameter-${name}` : name,
        path: ['parameters', field],
        schema: fieldSchema,
        required: false,
        values: valuesOf(parameters ?? {}, field),
      };
    },
  );
  return [...top, ...nested];
}

const isNumeric = (text: string) => text.trim() !== '' && !isNaN(Number(text));

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`--${name} must be JSON.`);
  }
}

/**
 * The value of a flag as the schema's type.
 *
 * @throws Error that names the flag and the type
 */
export function parseFlag(
  { name, schema }: Pick<SpecFlag, 'name' | 'schema'>,
  text: string,
): unknown {
  switch (schema.type) {
    case 'integer':
      if (!/^-?\d+$/.test(text)) {
        throw new Error(`--${name} must be a whole number.`);
      }
      return Number(text);
    case 'number':
      if (!isNumeric(text)) throw new Error(`--${name} must be a number.`);
      return Number(text);
    case 'boolean':
      if (text !== 'true' && text !== 'false') {
        throw new Error(`--${name} must be true or false.`);
      }
      return text === 'true';
    case 'object':
      return parseJson(text, name);
    case 'array':
      return text.startsWith('[')
        ? parseJson(text, name)
        : text
            .split(',')
            .map(item => parseFlag({ name, schema: schema.items ?? {} }, item));
    case 'string':
      return text;
    default:
      // Such as `x-kubernetes-int-or-string`.
      return isNumeric(text) ? Number(text) : text;
  }
}

/** `spec` with the values of the flags that were given. */
export function specOfFlags(
  flags: readonly SpecFlag[],
  given: (flag: SpecFlag) => string | undefined,
): Record<string, unknown> {
  const spec: Record<string, unknown> = {};
  for (const flag of flags) {
    const text = given(flag);
    if (text === undefined) continue;
    const [field = '', nested] = flag.path;
    const value = parseFlag(flag, text);
    spec[field] =
      nested === undefined
        ? value
        : { ...(spec[field] as object | undefined), [nested]: value };
  }
  return spec;
}
