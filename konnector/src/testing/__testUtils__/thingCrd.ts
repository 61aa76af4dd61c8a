/** A CRD for tests that behaves like a Crossplane claim: the provider adds fields of its own to the spec. */
import type { CustomResourceDefinition } from '@klutch/bind-api';
import type { Resource, Unstructured } from '@klutch/kube';

/** `<plural>.example.com`, version v1. */
export const testCrd = (
  plural: string,
  kind: string,
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
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                properties: {
                  plan: { type: 'string' },
                  note: { type: 'string' },
                  size: { type: 'integer', default: 1 },
                  resourceRef: {
                    type: 'object',
                    properties: { name: { type: 'string' } },
                  },
                },
              },
              status: {
                type: 'object',
                'x-kubernetes-preserve-unknown-fields': true,
              },
            },
          },
        },
      },
    ],
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

/** An object as a user of the app cluster writes it; the namespace counts for namespaced resources only. */
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
