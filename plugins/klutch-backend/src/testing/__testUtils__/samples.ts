/** APIs that tests offer: small variants of the real ones, with annotations and rules. */
import { resourceName, type CustomResourceDefinition } from '@klutch/kube';

const group = 'anynines.com';

interface Sample {
  kind: string;
  plural: string;
  annotations: Record<string, string>;
  spec: Record<string, unknown>;
}

const samples: Sample[] = [
  {
    kind: 'PostgresqlInstance',
    plural: 'postgresqlinstances',
    annotations: {
      kind: 'instance',
      'service-type': 'postgresql',
      'related-apis': JSON.stringify({
        binding: 'servicebindings.anynines.com',
        backup: 'backups.anynines.com',
        restore: 'restores.anynines.com',
      }),
      title: 'PostgreSQL',
      description: 'Relational database.',
      plans: JSON.stringify({
        'postgresql-single-nano': { replicas: 1, storage: '100Mi' },
        'postgresql-single-big': { replicas: 1, storage: '2Gi' },
      }),
      unavailable: JSON.stringify({
        service: { 'a9s-postgresql13': 'Only PostgreSQL 15 runs here.' },
        plan: {},
      }),
    },
    spec: {
      type: 'object',
      required: ['service', 'plan'],
      'x-kubernetes-validations': [
        {
          rule: "self.plan in ['postgresql-single-nano', 'postgresql-single-big']",
          fieldPath: '.plan',
          message: 'choose the plan single-nano or single-big',
        },
      ],
      properties: {
        service: {
          type: 'string',
          enum: ['a9s-postgresql13', 'a9s-postgresql15'],
        },
        plan: { type: 'string' },
      },
    },
  },
  {
    kind: 'ServiceBinding',
    plural: 'servicebindings',
    annotations: { kind: 'servicebinding', title: 'Service binding' },
    spec: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
  },
  {
    kind: 'Backup',
    plural: 'backups',
    annotations: { kind: 'backup', title: 'Backup' },
    spec: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
  },
  {
    kind: 'Restore',
    plural: 'restores',
    annotations: { kind: 'restore', title: 'Restore' },
    spec: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
  },
  {
    // An API without annotations.
    kind: 'MessageQueue',
    plural: 'messagequeues',
    annotations: {},
    spec: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
  },
];

/** CRDs of all sample APIs. */
export const sampleCrds: CustomResourceDefinition[] = samples.map(
  ({ kind, plural, annotations, spec }) => ({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {
      name: resourceName({ group, plural }),
      annotations: Object.fromEntries(
        Object.entries(annotations).map(([key, value]) => [
          `klutch.anynines.com/${key}`,
          value,
        ]),
      ),
    },
    spec: {
      group,
      scope: 'Namespaced',
      names: { kind, plural, singular: kind.toLocaleLowerCase('en-US') },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          subresources: { status: {} },
          schema: {
            openAPIV3Schema: {
              type: 'object',
              required: ['spec'],
              properties: {
                spec,
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
  }),
);

/** A sample API as described by the portal. */
export const sampleApi = (plural: string) => {
  const { kind = '' } = samples.find(sample => sample.plural === plural) ?? {};
  return { group, version: 'v1', plural, kind };
};
