/** A CRD for tests that behaves like a Crossplane claim: the provider adds fields of its own to the spec. */
import type {
  CustomResourceDefinition,
  JsonSchemaProps,
} from '@klutch/bind-api';
import type { Resource, Unstructured } from '@klutch/kube';

/** Created on each call, as tests modify the result. */
const thingFields = () => ({
  plan: { type: 'string' },
  note: { type: 'string' },
  size: { type: 'integer', default: 1 },
  resourceRef: { type: 'object', properties: { name: { type: 'string' } } },
});

/**
 * A served version with a status.
 * @param fields - schemas of the fields in the spec, by name.
 * @param storage - whether it is the storage version; default: true.
 */
export const testVersion = (
  name: string,
  fields: Record<string, JsonSchemaProps>,
  storage = true,
): CustomResourceDefinition['spec']['versions'][number] => ({
  name,
  served: true,
  storage,
  subresources: { status: {} },
  schema: {
    openAPIV3Schema: {
      type: 'object',
      properties: {
        spec: { type: 'object', properties: fields },
        status: {
          type: 'object',
          'x-kubernetes-preserve-unknown-fields': true,
        },
      },
    },
  },
});

/**
 * `<plural>.example.com`, version v1.
 * @param kind - default: the plural with a capital letter.
 */
export const testCrd = (
  plural: string,
  kind = plural.replace(/^./, first => first.toUpperCase()),
  scope: 'Namespaced' | 'Cluster' = 'Namespaced',
): CustomResourceDefinition => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${plural}.example.com` },
  spec: {
    group: 'example.com',
    names: {
      plural,
      kind,
      singular: kind.toLowerCase(),
      listKind: `${kind}List`,
    },
    scope,
    versions: [testVersion('v1', thingFields())],
  },
});

/** The resource of {@link testCrd}. */
export const resourceOfCrd = (crd: CustomResourceDefinition): Resource => ({
  group: crd.spec.group,
  version: 'v1',
  plural: crd.spec.names.plural,
  kind: crd.spec.names.kind,
  namespaced: crd.spec.scope === 'Namespaced',
});

/** An object as written by a user of the app cluster; the namespace is used for namespaced resources only. */
export const userObject = (
  resource: Resource,
  name: string,
  spec: Record<string, unknown> = { plan: 'small' },
  namespace = 'team-a',
): Unstructured => ({
  apiVersion: `${resource.group}/${resource.version}`,
  kind: resource.kind,
  metadata: resource.namespaced ? { name, namespace } : { name },
  spec,
});
