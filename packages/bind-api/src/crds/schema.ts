/** Schema helpers shared by the CRDs of the binding protocol, and the common manifest of a CRD. */
import type {
  CrdPrinterColumn,
  CustomResourceDefinition,
  JsonSchemaProps,
  KubeObject,
  Resource,
} from '@klutch/kube';
import { names } from '../names';
import { apiName } from '../naming/apiName';

/** Pattern of API groups, including the empty core group. */
export const groupPattern =
  '^(|[a-z0-9]([-a-z0-9]*[a-z0-9](\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*)?)$';
/** Pattern of lower-case plural resource names. */
export const resourcePattern = '^[a-z][-a-z0-9]*[a-z0-9]$';
/** Pattern of version names that an export may have. */
export const versionPattern = '^v[1-9][0-9]*([a-z]+[1-9][0-9]*)?$';

/** Schema of a string with further keywords. */
export const string = (keywords: JsonSchemaProps = {}): JsonSchemaProps => ({
  type: 'string',
  ...keywords,
});
/** Schema of a boolean with further keywords. */
export const boolean = (keywords: JsonSchemaProps = {}): JsonSchemaProps => ({
  type: 'boolean',
  ...keywords,
});
/** Schema of a list of `items` with further keywords. */
export const array = (
  items: JsonSchemaProps,
  keywords: JsonSchemaProps = {},
): JsonSchemaProps => ({
  type: 'array',
  items,
  ...keywords,
});
/** Schema of an object with the `required` fields. */
export const object = (
  properties: Record<string, JsonSchemaProps>,
  required: string[] = [],
  keywords: JsonSchemaProps = {},
): JsonSchemaProps => ({
  type: 'object',
  ...(Object.keys(properties).length > 0 && { properties }),
  ...(required.length > 0 && { required }),
  ...keywords,
});
/** Schema of a map of strings, such as labels. */
export const stringMap = (): JsonSchemaProps => ({
  type: 'object',
  additionalProperties: { type: 'string' },
});
/** Schema of any object, with unknown fields preserved. */
export const anyObject = (keywords: JsonSchemaProps = {}): JsonSchemaProps => ({
  type: 'object',
  'x-kubernetes-preserve-unknown-fields': true,
  ...keywords,
});
/** The transition rule of an immutable field. */
export const immutable = (what: string): JsonSchemaProps => ({
  'x-kubernetes-validations': [
    { rule: 'self == oldSelf', message: `${what} is immutable` },
  ],
});

/** Schema of an immutable reference to a kubeconfig in a Secret of any namespace. */
export const clusterSecretKeyRefSchema = (
  description: string,
): JsonSchemaProps =>
  object(
    {
      name: string({ minLength: 1 }),
      key: string({ enum: ['kubeconfig'] }),
      namespace: string({ minLength: 1 }),
    },
    ['name', 'key', 'namespace'],
    { description, ...immutable('kubeconfigSecretRef') },
  );

/** Schema of `status.conditions`. */
export const conditionsSchema: JsonSchemaProps = array(
  object(
    {
      type: string(),
      status: string({ description: 'True, False or Unknown.' }),
      lastTransitionTime: string({ format: 'date-time' }),
      severity: string({
        description: 'Error, Warning or Info; only when status is False.',
      }),
      reason: string(),
      message: string(),
    },
    ['type', 'status', 'lastTransitionTime'],
  ),
  {
    description:
      'One atomic list with two writers; each keeps the other writer’s types.',
  },
);

const atomicStrings = () =>
  array(string(), { 'x-kubernetes-list-type': 'atomic' });

/** Schema of the names of a custom resource type, in spec and status. */
export const crdNamesSchema = (): JsonSchemaProps =>
  object(
    {
      plural: string(),
      singular: string(),
      shortNames: atomicStrings(),
      kind: string(),
      listKind: string(),
      categories: atomicStrings(),
    },
    ['plural', 'kind'],
  );

/** Printer columns shared by the CRDs. */
export const columns = {
  age: { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
  ready: {
    name: 'Ready',
    type: 'string',
    jsonPath: '.status.conditions[?(@.type=="Ready")].status',
  },
  established: {
    name: 'Established',
    type: 'string',
    jsonPath: '.status.conditions[?(@.type=="Established")].status',
    priority: 5,
  },
} satisfies Record<string, CrdPrinterColumn>;

/** A CRD with one served and stored version, the status subresource and no conversion. */
export const crd = (o: {
  resource: Resource<KubeObject>;
  description: string;
  columns: CrdPrinterColumn[];
  spec: JsonSchemaProps;
  specRequired: boolean;
  status: JsonSchemaProps;
  rules?: { rule: string; message: string }[];
  shortNames?: string[];
  scope?: 'Namespaced' | 'Cluster';
}): CustomResourceDefinition => {
  const { group, version, plural, kind } = o.resource;
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: apiName({ group, resource: plural }) },
    spec: {
      group,
      scope: o.scope ?? 'Namespaced',
      names: {
        plural,
        singular: kind.toLowerCase(),
        kind,
        listKind: `${kind}List`,
        categories: [names.category],
        ...(o.shortNames && { shortNames: o.shortNames }),
      },
      versions: [
        {
          name: version,
          served: true,
          storage: true,
          subresources: { status: {} },
          additionalPrinterColumns: o.columns,
          schema: {
            openAPIV3Schema: object(
              {
                apiVersion: string(),
                kind: string(),
                metadata: { type: 'object' },
                spec: o.spec,
                status: o.status,
              },
              o.specRequired ? ['spec'] : [],
              {
                description: o.description,
                ...(o.rules && { 'x-kubernetes-validations': o.rules }),
              },
            ),
          },
        },
      ],
    },
  };
};
