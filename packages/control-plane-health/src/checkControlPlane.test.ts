import { resourceName, type KubeClient, type Unstructured } from '@klutch/kube';
import { checkControlPlane } from './checkControlPlane';
import { xrds } from './crossplane/resources';

const now = Date.parse('2026-01-01T01:00:00Z');
const conditions = (values: Record<string, string>, message?: string) => ({
  conditions: Object.entries(values).map(([type, status]) => ({
    type,
    status,
    lastTransitionTime: '2026-01-01T00:00:00Z',
    ...(status === 'False' && { message }),
  })),
});

/** Reads recorded objects, under the names and namespaces that they have. */
const clientOf = (objects: Unstructured[]): KubeClient =>
  ({
    get: async (
      { kind }: { kind: string },
      key: { namespace?: string; name: string },
    ) =>
      objects.find(
        ({ kind: other, metadata }) =>
          other === kind &&
          metadata.name === key.name &&
          metadata.namespace === key.namespace,
      ),
    discover: async (group: string) =>
      objects.flatMap(({ kind, spec }) =>
        kind === 'CustomResourceDefinition' && spec?.group === group
          ? {
              ...(spec.names as object),
              namespaced: spec.scope === 'Namespaced',
            }
          : [],
      ),
    list: async ({ kind }: { kind: string }) => ({
      items: objects.filter(object => object.kind === kind),
    }),
  }) as unknown as KubeClient;

// Objects as Crossplane 2's documentation shows them; no Crossplane 2 runs in these tests.
const crossplane2 = [
  {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: resourceName(xrds) },
    spec: {
      group: xrds.group,
      names: { kind: xrds.kind, plural: xrds.plural },
      scope: 'Cluster',
      versions: [
        { name: 'v1', served: true },
        { name: 'v2', served: true },
      ],
    },
  },
  {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'buckets.s3.aws.m.upbound.io' },
    spec: {
      group: 's3.aws.m.upbound.io',
      names: { kind: 'Bucket', plural: 'buckets' },
      scope: 'Namespaced',
      versions: [{ name: 'v1beta1', served: true }],
    },
  },
  {
    apiVersion: 'apiextensions.crossplane.io/v1',
    kind: 'CompositeResourceDefinition',
    metadata: { name: 'apps.example.org' },
    spec: {
      scope: 'Namespaced',
      group: 'example.org',
      names: { kind: 'App', plural: 'apps' },
      versions: [{ name: 'v1', served: true, referenceable: true }],
    },
    status: conditions({ Established: 'True' }),
  },
  {
    apiVersion: 'apiextensions.crossplane.io/v1',
    kind: 'Composition',
    metadata: { name: 'app' },
    spec: {
      compositeTypeRef: { apiVersion: 'example.org/v1', kind: 'App' },
      mode: 'Pipeline',
      pipeline: [],
    },
  },
  {
    apiVersion: 'example.org/v1',
    kind: 'App',
    metadata: { name: 'shop', namespace: 'team-a' },
    spec: {
      crossplane: {
        compositionRef: { name: 'app' },
        resourceRefs: [
          {
            apiVersion: 's3.aws.m.upbound.io/v1beta1',
            kind: 'Bucket',
            name: 'shop-1f2e3d',
          },
        ],
      },
    },
    status: conditions({ Synced: 'True', Ready: 'False' }),
  },
  {
    apiVersion: 's3.aws.m.upbound.io/v1beta1',
    kind: 'Bucket',
    metadata: { name: 'shop-1f2e3d', namespace: 'team-a' },
    status: conditions({ Synced: 'True', Ready: 'False' }, 'No quota is left'),
  },
];

it('finds the managed resource that a namespaced composite of Crossplane 2 waits for', async () => {
  expect(await checkControlPlane(clientOf(crossplane2), { now })).toMatchObject(
    {
      crossplane: 2,
      problems: [
        {
          severity: 'error',
          object: { kind: 'App', namespace: 'team-a', name: 'shop' },
          message:
            'The claim is not fulfilled. Bucket shop-1f2e3d is not Ready. No quota is left.',
        },
      ],
    },
  );
});
