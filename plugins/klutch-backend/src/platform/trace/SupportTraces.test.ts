import { explain } from '@klutch/backstage-plugin-klutch-common';
import {
  ApiError,
  type CustomResourceDefinition,
  type Impersonation,
  type Resource,
  type Unstructured,
} from '@klutch/kube';
import type { ApiDescriptor, ClaimObject } from '../../claimApis/claimResource';
import { unknownService } from '../../claimApis/serviceInfo';
import type { LocatedClaim } from '../../inventory/Inventory';
import { parseTraceText } from './parseTraceText';
import { SupportTraces, type SupportTracesOptions } from './SupportTraces';

const api: ApiDescriptor = {
  group: 'anynines.com',
  version: 'v1',
  plural: 'postgresqlinstances',
  kind: 'PostgresqlInstance',
};
const resource = 'postgresqlinstances.anynines.com';
const types = [
  api,
  { ...api, plural: 'xpostgresqlinstances', kind: 'XPostgresqlInstance' },
  { ...api, plural: 'servers', kind: 'Server' },
];
const ready = [
  { type: 'Synced', status: 'True' },
  { type: 'Ready', status: 'True' },
];
const secret = 'postgresql-single-big';

const object = (
  kind: string,
  name: string,
  change: Partial<Unstructured> & { namespace?: string },
): Unstructured => {
  const { namespace, metadata, ...rest } = change;
  return {
    apiVersion: 'anynines.com/v1',
    kind,
    metadata: { name, ...(namespace && { namespace }), ...metadata },
    status: { conditions: ready },
    ...rest,
  };
};

const claim = object(api.kind, 'orders', {
  namespace: 'team-a',
  spec: { plan: secret },
  status: {
    conditions: [
      { type: 'Synced', status: 'True' },
      { type: 'Ready', status: 'False' },
    ],
  },
});
const copy = object(api.kind, 'orders', {
  namespace: 'service-1',
  spec: {
    plan: secret,
    resourceRef: {
      apiVersion: 'anynines.com/v1',
      kind: 'XPostgresqlInstance',
      name: 'orders-x7k2p',
    },
  },
  status: claim.status,
});
const composite = object('XPostgresqlInstance', 'orders-x7k2p', {
  spec: {
    resourceRefs: [
      { apiVersion: 'anynines.com/v1', kind: 'Server', name: 'server-1' },
    ],
  },
});
const server = object('Server', 'server-1', {
  metadata: { labels: { 'crossplane.io/composite': 'orders-x7k2p' } },
  status: {
    conditions: [
      { type: 'Synced', status: 'False', message: `No plan "${secret}".` },
    ],
  },
});

const crd = ({ group, kind, plural, version }: ApiDescriptor) =>
  ({
    spec: {
      group,
      names: { kind, plural },
      scope: kind === api.kind ? 'Namespaced' : 'Cluster',
      versions: [{ name: version, served: true, storage: true }],
    },
  }) as CustomResourceDefinition;

/** The control plane's objects as somebody may read them. */
function client(readable: readonly Unstructured[]) {
  return {
    discover: async () =>
      types.map(type => ({ ...type, namespaced: type.kind === api.kind })),
    get: async ({ kind, plural }: Resource, { name }: { name: string }) => {
      if (plural === 'customresourcedefinitions') return crd(api);
      const found = readable.find(
        one => one.kind === kind && one.metadata.name === name,
      );
      if (found) return found;
      throw new ApiError({ code: 403, reason: 'Forbidden', message: 'no' });
    },
  };
}

const cacheOf = (objects: readonly Unstructured[]) => ({
  synced: true,
  health: { state: 'watching' },
  list: () => objects,
  get: (key: string) =>
    objects.find(
      ({ metadata }) => `${metadata.namespace}/${metadata.name}` === key,
    ),
});

function traces(
  readable: readonly Unstructured[],
  change: { connection?: 'konnector' } = {},
) {
  const readAs: Impersonation[] = [];
  const record = {
    id: 'apps-dev',
    title: 'Development apps',
    clusterNamespace: 'cluster-1',
  };
  const claims = [{ api, cache: cacheOf([claim]) }];
  const cluster = {
    ...record,
    complete: true,
    reachability: { reachable: true },
    claims: {
      get: (name: string) => (name === resource ? claims[0] : undefined),
    },
  };
  const registered =
    change.connection === 'konnector'
      ? {
          record,
          ...change,
          problem: explain('KubeconfigMissing', { cluster: record.title }),
        }
      : { record, cluster, connection: 'kubeconfig' };
  const owner = { metadata: { name: 'team-a', namespace: 'cluster-1' } };
  const options = {
    appClusters: {
      list: () => [registered],
      find: (id: string) => (id === 'apps-dev' ? registered : undefined),
    },
    controlPlane: {
      client: {
        ...client([]),
        as: (person: Impersonation) => {
          readAs.push(person);
          return client(readable);
        },
      },
      reachability: { reachable: true },
      caches: {
        crds: { list: () => types.map(crd) },
        clusterBindings: { get: () => undefined },
        serviceNamespaces: {
          byIndex: (_: string, namespace: string) =>
            namespace === 'service-1' ? [owner] : [],
        },
        xrds: { byIndex: () => [{}] },
      },
      providerCopies: { list: () => [{ api, cache: cacheOf([copy]) }] },
    },
    index: {
      rows: () =>
        change.connection
          ? []
          : [
              {
                cluster: 'apps-dev',
                resource,
                namespace: 'team-a',
                name: 'orders',
              },
            ],
    },
    inventory: {
      serviceOn: unknownService,
      facts: (located: LocatedClaim) => ({
        object: located.object,
        providerCopy: copy as ClaimObject,
        now: new Date(),
      }),
    },
  } as unknown as SupportTracesOptions;
  const support = new SupportTraces(options);
  const person = {
    userRef: 'user:default/sara',
    groups: [],
    kubernetes: { user: 'klutch:sara', groups: ['klutch:support'] },
  };
  const find = (text: string) => {
    const query = parseTraceText(text);
    if (!query) throw new Error(`No names in ${text}`);
    return support.find(person, query);
  };
  return { find, readAs };
}

const everything = [composite, server];

it.each([
  'apps-dev/team-a/postgresqlinstance/orders',
  'orders-x7k2p',
  'server.anynines.com/server-1',
])(
  'traces %s down to the resource that fails, without values of its spec',
  async text => {
    const { find, readAs } = traces(everything);
    const result = await find(text);
    expect(result.matches).toHaveLength(1);
    expect(result.trace).toMatchObject({
      claim: { cluster: 'apps-dev', clusterTitle: 'Development apps' },
      stoppedAt: 'managedResource',
    });
    const failed = result.trace?.steps.find(({ state }) => state === 'failed');
    expect(failed?.message).toBe('No plan "…".');
    expect(result.trace?.objects.map(({ kind }) => kind)).toEqual([
      'PostgresqlInstance',
      'PostgresqlInstance',
      'XPostgresqlInstance',
      'Server',
    ]);
    expect(JSON.stringify(result)).not.toContain(secret);
    expect(new Set(readAs.map(({ user }) => user))).toEqual(
      new Set(['klutch:sara']),
    );
  },
);

it('shows the rest to a person who may read nothing on the control plane', async () => {
  const { find } = traces([]);
  const { trace } = await find('orders');
  expect(
    trace?.steps.map(({ id, state, finding }) => [id, state, finding]),
  ).toEqual([
    ['request', 'done', undefined],
    ['appCluster', 'done', undefined],
    ['konnector', 'done', undefined],
    ['controlPlane', 'done', undefined],
    ['composite', 'unknown', 'NotReadable'],
    ['managedResource', 'waiting', undefined],
    ['service', 'active', 'ServiceNotReady'],
  ]);
  // Known by its name alone.
  const byName = await find('server/orders-x7k2p-9f8e7');
  expect(byName).toMatchObject({ isByPrefix: true, trace: {} });
  expect(await find('server/unknown')).toEqual({ matches: [] });
});

it('traces claims of an app cluster that only its konnector connects', async () => {
  const { find } = traces(everything, { connection: 'konnector' });
  const { trace } = await find('team-a/postgresqlinstance/orders');
  expect(trace?.steps[1]).toMatchObject({
    state: 'unknown',
    finding: 'AppClusterNotConnected',
    reason: 'KubeconfigMissing',
  });
  expect(trace?.stoppedAt).toBe('managedResource');
  expect(trace?.objects[0]).toMatchObject({ location: 'controlPlane' });
});
