// The APIs of the benches: namespaced, 1.5 KB per object, with a status.
import type { CustomResourceDefinition } from '@klutch/bind-api';

export const group = 'bench.klutch.example';

export interface Api {
  plural: string;
  kind: string;
}

export const crdName = ({ plural }: Api): string => `${plural}.${group}`;

/** A namespaced CRD, in version v1 and with a status, for the objects of `sampleOf`. */
export const crdOf = (api: Api): CustomResourceDefinition => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: crdName(api) },
  spec: {
    group,
    scope: 'Namespaced',
    names: {
      plural: api.plural,
      singular: api.kind.toLowerCase(),
      kind: api.kind,
      listKind: `${api.kind}List`,
    },
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
                  counter: { type: 'integer' },
                  plan: { type: 'string' },
                  payload: {
                    type: 'object',
                    additionalProperties: { type: 'string' },
                  },
                },
              },
              status: {
                type: 'object',
                properties: {
                  phase: { type: 'string' },
                  round: { type: 'integer' },
                },
              },
            },
          },
        },
      },
    ],
  },
});

/** Path of the collection; without a namespace, of all namespaces. */
export const collectionOf = ({ plural }: Api, namespace?: string): string =>
  `/apis/${group}/v1${namespace ? `/namespaces/${namespace}` : ''}/${plural}`;
