// The APIs that the konnector's figures are measured with: namespaced, 1.5 KB an object, with a status.
import type { CustomResourceDefinition } from '@klutch/bind-api';
import { group, Sample, sampleOf } from '../kube/sample';

export interface Api {
  plural: string;
  kind: string;
}

export const apis = {
  /** Bound: most figures. */
  main: { plural: 'mains', kind: 'Main' },
  /** Bound, and the API server sets the finalizer. */
  policed: { plural: 'policeds', kind: 'Policed' },
  /** Bound: the one whose neighbour floods. */
  quiet: { plural: 'quiets', kind: 'Quiet' },
  /** On both clusters and not bound: the bare loop's. */
  bare: { plural: 'bares', kind: 'Bare' },
} satisfies Record<string, Api>;

export const boundApis: Api[] = [apis.main, apis.policed, apis.quiet];

export const crdName = ({ plural }: Api): string => `${plural}.${group}`;

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

export const objectOf = (
  api: Api,
  namespace: string,
  index: number,
): Sample => ({ ...sampleOf(namespace, index), kind: api.kind });

/** Of all namespaces without one. */
export const collectionOf = ({ plural }: Api, namespace?: string): string =>
  `/apis/${group}/v1${namespace ? `/namespaces/${namespace}` : ''}/${plural}`;
