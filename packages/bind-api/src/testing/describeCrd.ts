/** Describes a CRD as lines of text, for the comparison with a table of facts. */
import type {
  CrdPrinterColumn,
  CustomResourceDefinition,
  JsonSchemaProps,
} from '@klutch/kube';

/** Description of a CRD; `fields` are `path type[!] keyword…`, with `!` for required fields. */
export interface CrdDescription {
  name: string;
  scope: string;
  names: string;
  version: string;
  columns: string[];
  rules: string[];
  fields: string[];
}

const typeOf = (schema: JsonSchemaProps): string => {
  if (schema.type === 'array')
    return `${schema.items ? typeOf(schema.items) : 'unknown'}[]`;
  if (schema['x-kubernetes-int-or-string']) return 'int-or-string';
  if (schema['x-kubernetes-preserve-unknown-fields']) {
    return schema.type ? `any(${schema.type})` : 'any';
  }
  if (typeof schema.additionalProperties === 'object')
    return `map(${typeOf(schema.additionalProperties)})`;
  return [schema.type, schema.format].filter(Boolean).join(':');
};

const inType = [
  'type',
  'format',
  'items',
  'properties',
  'required',
  'description',
  'additionalProperties',
  'x-kubernetes-preserve-unknown-fields',
  'x-kubernetes-int-or-string',
];

const keywordFormatters: Record<string, (schema: JsonSchemaProps) => string[]> =
  {
    default: ({ default: value }) => [`default(${JSON.stringify(value)})`],
    enum: ({ enum: values }) => [`enum(${values?.join(',')})`],
    pattern: ({ pattern }) => [`pattern(${pattern})`],
    minLength: ({ minLength }) => [`minLength(${minLength})`],
    minItems: ({ minItems }) => [`minItems(${minItems})`],
    'x-kubernetes-list-type': schema => [`${schema['x-kubernetes-list-type']}`],
    'x-kubernetes-list-map-keys': schema => [
      `by(${schema['x-kubernetes-list-map-keys']?.join(',')})`,
    ],
    'x-kubernetes-map-type': schema => [`${schema['x-kubernetes-map-type']}`],
    'x-kubernetes-validations': schema =>
      (schema['x-kubernetes-validations'] ?? []).map(({ rule }) =>
        rule === 'self == oldSelf' ? 'immutable' : `cel(${rule})`,
      ),
  };

/** Throws on an unknown keyword, so that no part of a CRD remains unchecked. */
const keywords = (schema: JsonSchemaProps): string[] =>
  Object.keys(schema)
    .filter(key => !inType.includes(key))
    .flatMap(key => {
      const format = keywordFormatters[key];
      if (!format) throw new Error(`No words for the schema keyword ${key}.`);
      return format(schema);
    })
    .sort();

const line = (...parts: string[]) => parts.join(' ');

/** Schemas of Kubernetes; a test compares them with those of an API server. */
const isKubernetesSchema = (path: string) =>
  path.startsWith('spec.konnector.overrides.');

const fields = (schema: JsonSchemaProps, path: string): string[] =>
  Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const at = path ? `${path}.${name}` : name;
    const required = schema.required?.includes(name) ? '!' : '';
    const own = line(at, `${typeOf(field)}${required}`, ...keywords(field));
    if (isKubernetesSchema(at)) return [own];
    const { items } = field;
    if (!items) return [own, ...fields(field, at)];
    const ofItems = keywords(items);
    return [
      own,
      ...(ofItems.length > 0 ? [line(`${at}[]`, ...ofItems)] : []),
      ...fields(items, `${at}[]`),
    ];
  });

/** Lists all further keys of a column after the three common ones, so that no key remains unchecked. */
const column = ({ name, type, jsonPath, ...rest }: CrdPrinterColumn) =>
  line(
    name,
    type,
    jsonPath,
    ...Object.entries(rest).map(([key, value]) => `${key}(${value})`),
  );

/** @throws Error when the CRD has not exactly one version, or an unknown schema keyword */
export const describeCrd = (crd: CustomResourceDefinition): CrdDescription => {
  const { group, names, scope, versions, ...rest } = crd.spec;
  const [version, ...others] = versions;
  const root = version?.schema?.openAPIV3Schema;
  if (!version || !root || others.length > 0 || Object.keys(rest).length > 0) {
    throw new Error(`${crd.metadata.name} is more than one version of a type.`);
  }
  const { apiVersion, kind, metadata, ...content } = root.properties ?? {};
  return {
    name: crd.metadata.name ?? '',
    scope,
    names: line(
      `${names.plural}.${group}`,
      names.singular ?? '',
      names.kind,
      names.listKind ?? '',
      ...(names.shortNames ?? []).map(short => `short(${short})`),
      ...(names.categories ?? []).map(category => `in(${category})`),
    ),
    version: line(
      version.name,
      ...(version.served ? ['served'] : []),
      ...(version.storage ? ['stored'] : []),
      ...Object.keys(version.subresources ?? {}),
    ),
    columns: (version.additionalPrinterColumns ?? []).map(column),
    rules: keywords(root),
    fields: fields({ ...root, properties: content }, '').sort(),
  };
};
