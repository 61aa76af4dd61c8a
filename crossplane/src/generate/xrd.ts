/** Parts that the XRDs of all claims have in common. */
import type { Rule, Schema } from '../dataServices/DataService';
import type { CompositeResourceDefinition } from '../types';

/** A column of `kubectl get`, before those that Crossplane adds. */
export interface PrinterColumn {
  name: string;
  type: 'string' | 'date' | 'integer';
  jsonPath: string;
  description?: string;
  /** Above 0: shown with `-o wide` only. */
  priority?: number;
}

/** The API group of this package's claims. */
export const packageGroup = 'anynines.com';

/** What differs between the claims. */
export interface ClaimApi {
  /** Default: the group of this package's claims. */
  group?: string;
  kind: string;
  plural: string;
  /** Description of the claim, for `kubectl explain`. */
  description: string;
  defaultComposition: string;
  /** Keys without the prefix `klutch.anynines.com/`. */
  annotations: Record<string, string>;
  columns: readonly PrinterColumn[];
  spec: Schema;
  /** Known fields of `status.managed`; others may be there, too. */
  managed: Record<string, Schema>;
}

/** The conditions of the managed resource, as every automation reports them. */
export const managedConditions: Schema = {
  type: 'array',
  description: 'Conditions of the managed resource.',
  items: {
    type: 'object',
    properties: {
      type: { type: 'string', description: 'Type, such as Ready.' },
      status: { type: 'string', description: 'True, False or Unknown.' },
      reason: { type: 'string', description: 'Reason in one word.' },
      message: { type: 'string', description: 'Reason in a sentence.' },
      lastTransitionTime: {
        type: 'string',
        description: 'When the status changed, RFC 3339.',
      },
      observedGeneration: {
        type: 'integer',
        description: 'Generation of the managed resource that this is about.',
      },
    },
    'x-kubernetes-preserve-unknown-fields': true,
  },
};

/** Column with the reason why the managed resource is not ready. */
export const messageColumn: PrinterColumn = {
  name: 'Message',
  type: 'string',
  jsonPath: '.status.managed.conditions[?(@.type=="Ready")].message',
  description: 'What the automation says about the readiness.',
};

/** `compositionRef` stays once named: the data would stay with the other automation. */
export const compositionIsFixed = (message: string): Rule => ({
  rule: '!has(self.compositionRef) || !has(oldSelf.compositionRef) || self.compositionRef.name == oldSelf.compositionRef.name',
  message: `compositionRef cannot be changed${message}`,
});

export function claimXrd(
  api: ClaimApi,
  more: Partial<CompositeResourceDefinition['spec']> = {},
): CompositeResourceDefinition {
  const { group = packageGroup } = api;
  return {
    apiVersion: 'apiextensions.crossplane.io/v1',
    kind: 'CompositeResourceDefinition',
    metadata: { name: `x${api.plural}.${group}` },
    spec: {
      group,
      names: { kind: `X${api.kind}`, plural: `x${api.plural}` },
      claimNames: { kind: api.kind, plural: api.plural },
      defaultCompositionRef: { name: api.defaultComposition },
      ...more,
      // Crossplane copies these annotations to the CRDs, where the portal reads them.
      metadata: {
        annotations: Object.fromEntries(
          Object.entries(api.annotations).map(([key, value]) => [
            `klutch.anynines.com/${key}`,
            value,
          ]),
        ),
      },
      versions: [
        {
          name: 'v1',
          served: true,
          referenceable: true,
          additionalPrinterColumns: api.columns,
          schema: {
            openAPIV3Schema: {
              type: 'object',
              description: api.description,
              required: ['spec'],
              properties: {
                spec: { type: 'object', ...api.spec },
                status: {
                  type: 'object',
                  description: 'What Crossplane and the automation report.',
                  properties: {
                    managed: {
                      type: 'object',
                      description: 'What the automation reports.',
                      properties: api.managed,
                      'x-kubernetes-preserve-unknown-fields': true,
                    },
                  },
                },
              },
            },
          },
        },
      ],
    },
  };
}
