import {
  ApiError,
  core,
  type KubeClient,
  type Resource,
  type Unstructured,
} from '@klutch/kube';
import { inspectControlPlane, inspectInstalled } from './checkControlPlane';

const minute = 60_000;
const now = Date.parse('2026-01-01T01:00:00Z');

const object = (
  kind: string,
  name: string,
  more: Partial<Unstructured> = {},
): Unstructured => ({
  apiVersion: 'x.io/v1',
  kind,
  metadata: { name },
  ...more,
});

const xrd = object('CompositeResourceDefinition', 'xwidgets.x.io', {
  spec: {
    group: 'x.io',
    names: { kind: 'XWidget', plural: 'xwidgets' },
    claimNames: { kind: 'Widget', plural: 'widgets' },
    versions: [{ name: 'v1', referenceable: true }],
  },
  status: {
    conditions: [
      { type: 'Established', status: 'True' },
      { type: 'Offered', status: 'True' },
    ],
  },
});

/** A claim that waits for its composite since some minutes ago. */
const waiting = (name: string, minutes: number) =>
  object('Widget', name, {
    metadata: {
      name,
      namespace: 'a',
      creationTimestamp: new Date(now - minutes * minute).toISOString(),
    },
  });

const refused = new ApiError({ code: 403, reason: 'Forbidden', message: '' });

const clientWith = (lists: Record<string, Unstructured[] | Error>) =>
  ({
    get: async ({ plural }: Resource) =>
      plural === core.customResourceDefinitions.plural
        ? { spec: { versions: [{ name: 'v1', served: true }] } }
        : undefined,
    list: async ({ plural }: Resource) => {
      const items = lists[plural] ?? [];
      if (items instanceof Error) throw items;
      return { items, resourceVersion: '1' };
    },
  }) as unknown as KubeClient;

const claims = [
  waiting('b', 10),
  waiting('new', 1),
  waiting('a', 30),
  waiting('c', 7),
];

it('counts all stuck claims, and traces the oldest', async () => {
  const { problems, stuckClaims } = await inspectControlPlane(
    clientWith({ compositeresourcedefinitions: [xrd], widgets: claims }),
    { now, maximumTraced: 2 },
  );
  expect(stuckClaims).toBe(3);
  expect(
    problems
      .filter(({ since }) => since)
      .map(({ object: { name }, reason, since }) => [name, reason, since]),
  ).toEqual([
    ['a', 'ClaimNotReady', '2026-01-01T00:30:00.000Z'],
    ['b', 'ClaimNotReady', '2026-01-01T00:50:00.000Z'],
  ]);
  expect(problems).toContainEqual(
    expect.objectContaining({
      reason: 'CompositionMissing',
      params: { kind: 'XWidget' },
    }),
  );
});

it('returns what is installed, without what may not be listed', async () => {
  const client = clientWith({
    compositeresourcedefinitions: [xrd],
    providers: refused,
    functions: [object('Function', 'f')],
  });
  expect(await inspectInstalled(client)).toEqual({
    providers: [],
    functions: [object('Function', 'f')],
    configurations: [],
    xrds: [xrd],
    compositions: [],
  });
  const { problems } = await inspectControlPlane(client, { now });
  expect(problems).toContainEqual(
    expect.objectContaining({
      severity: 'warning',
      reason: 'ListForbidden',
      params: { resource: 'providers.pkg.crossplane.io' },
    }),
  );
});

it('names ProviderConfigs whose health check failed, where their API is served', async () => {
  const config = (name: string, lastStatus?: boolean) =>
    object('ProviderConfig', name, {
      status: { health: { lastStatus, lastMessage: '401 Unauthorized' } },
    });
  const read = async (providerconfigs: Unstructured[] | Error) =>
    (await inspectControlPlane(clientWith({ providerconfigs }))).problems;
  expect(
    await read([config('good', true), config('bad', false), config('new')]),
  ).toMatchObject([
    {
      severity: 'error',
      object: { kind: 'ProviderConfig', name: 'bad' },
      reason: 'ProviderConfigNotHealthy',
      message: 'Its last health check failed. 401 Unauthorized',
    },
  ]);
  const notServed = new ApiError({
    code: 404,
    reason: 'NotFound',
    message: '',
  });
  expect(await read(notServed)).toEqual([]);
  expect(await read(refused)).toMatchObject([{ reason: 'ListForbidden' }]);
});
