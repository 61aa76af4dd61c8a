import { completeDefinition, type DefinitionInput } from './definition';
import { compositionOf, templateOf, xrdOf } from './manifests';

const bucket: DefinitionInput = {
  name: 'object-store',
  group: 'data.example.org',
  description: 'Keeps files.',
  versions: [
    { name: 's3', sets: { 'api.level': 1 } },
    { name: 's3-2', sets: { 'api.level': 2 } },
  ],
  plans: [
    { name: 'small', sets: { quotaGb: 5 } },
    { name: 'big', storage: '500Gi', sets: { quotaGb: 500 } },
  ],
  planChanges: 'grow',
  parameters: [
    {
      name: 'versioned',
      type: 'boolean',
      description: 'Whether old versions of objects are kept.',
      default: false,
      field: 'versioning.enabled',
    },
  ],
  provider: {
    kind: 'managed-resource',
    apiVersion: 's3.example.org/v1',
    resourceKind: 'Bucket',
    connectionSecret: true,
  },
};

const definitionOf = (change: Partial<DefinitionInput> = {}) =>
  completeDefinition({ ...bucket, ...change }, 'test');

const resourceOf = (change?: Partial<DefinitionInput>) =>
  compositionOf(definitionOf(change)).spec.pipeline?.[0]?.input?.resources;

const settings = (root: string) => [
  {
    type: 'FromCompositeFieldPath',
    fromFieldPath: 'spec.service',
    toFieldPath: `${root}.api.level`,
    transforms: [{ type: 'map', map: { s3: 1, 's3-2': 2 } }],
  },
  {
    type: 'FromCompositeFieldPath',
    fromFieldPath: 'spec.plan',
    toFieldPath: `${root}.quotaGb`,
    transforms: [{ type: 'map', map: { small: 5, big: 500 } }],
  },
  {
    type: 'FromCompositeFieldPath',
    fromFieldPath: 'spec.parameters.versioned',
    toFieldPath: `${root}.versioning.enabled`,
  },
];

describe('the composition', () => {
  it('of a managed resource sets what plans, versions and parameters mean', () => {
    expect(compositionOf(definitionOf()).spec.compositeTypeRef).toEqual({
      apiVersion: 'data.example.org/v1',
      kind: 'XObjectStore',
    });
    expect(resourceOf()).toEqual([
      {
        name: 'object-store',
        base: {
          apiVersion: 's3.example.org/v1',
          kind: 'Bucket',
          spec: {
            providerConfigRef: { name: 'default' },
            forProvider: { versioning: { enabled: false } },
          },
        },
        patches: expect.arrayContaining(settings('spec.forProvider')),
      },
    ]);
  });

  it('names a ConfigMap with a dot before the service, which no name of a service has', () => {
    expect(resourceOf({ provider: { kind: 'configmap' } })).toEqual([
      expect.objectContaining({
        patches: expect.arrayContaining([
          {
            type: 'FromCompositeFieldPath',
            fromFieldPath: 'metadata.labels[crossplane.io/claim-name]',
            toFieldPath: 'spec.forProvider.manifest.metadata.name',
            transforms: [
              {
                type: 'string',
                string: { type: 'Format', fmt: '%s.object-store' },
              },
            ],
          },
        ]),
      }),
    ]);
  });

  it('of an operator’s resource sets them in its manifest', () => {
    const provider = {
      kind: 'kubernetes-object',
      apiVersion: 'store.example.org/v1',
      resourceKind: 'Store',
    } as const;
    expect(resourceOf({ provider })).toEqual([
      {
        name: 'object-store',
        base: {
          apiVersion: 'kubernetes.crossplane.io/v1alpha2',
          kind: 'Object',
          spec: {
            readiness: { policy: 'DeriveFromObject' },
            forProvider: {
              manifest: {
                apiVersion: 'store.example.org/v1',
                kind: 'Store',
                spec: { versioning: { enabled: false } },
              },
            },
            providerConfigRef: { name: 'kubernetes-provider' },
          },
        },
        patches: expect.arrayContaining(
          settings('spec.forProvider.manifest.spec'),
        ),
      },
    ]);
  });
});

it('the XRD refuses a smaller plan if plans only grow', () => {
  const spec = xrdOf(definitionOf()).spec.versions[0]?.schema.openAPIV3Schema;
  expect(spec).toMatchObject({
    properties: {
      spec: {
        required: ['service', 'plan'],
        properties: {
          plan: {
            'x-kubernetes-validations': [
              {
                rule: "(self == 'small' ? 0 : self == 'big' ? 1 : -1) >= (oldSelf == 'small' ? 0 : oldSelf == 'big' ? 1 : -1)",
              },
            ],
          },
        },
      },
    },
  });
});

it('the XRD names the related APIs', () => {
  const annotations = (change?: Partial<DefinitionInput>) =>
    xrdOf(definitionOf(change)).spec.metadata?.annotations ?? {};
  const key = 'klutch.anynines.com/related-apis';
  const relatedApis = { binding: 'storekeys.data.example.org' };
  expect(annotations({ relatedApis })[key]).toBe(JSON.stringify(relatedApis));
  expect(annotations()).not.toHaveProperty([key]);
});

it('the export template claims only what the service delivers', () => {
  const claims = (change?: Partial<DefinitionInput>) =>
    templateOf(definitionOf(change))[0].spec.permissionClaims?.map(
      ({ resource }) => resource,
    );
  expect(claims()).toEqual(['secrets']);
  expect(claims({ provider: { kind: 'configmap' } })).toEqual(['configmaps']);
  const { kind, apiVersion, resourceKind } = bucket.provider as {
    kind: 'managed-resource';
    apiVersion: string;
    resourceKind: string;
  };
  expect(claims({ provider: { kind, apiVersion, resourceKind } })).toBe(
    undefined,
  );
});
