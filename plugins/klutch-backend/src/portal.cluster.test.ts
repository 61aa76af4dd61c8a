/** Orders of developers, and the binding handshake; each test orders claims of its own. */
import { mockCredentials } from '@backstage/backend-test-utils';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { deletionRefusal, readBindingProvider } from '@klutch/bind-api';
import { core, defineResource } from '@klutch/kube';
import { claimResource } from './claimApis/claimResource';
import {
  apply,
  binding,
  clusterRole,
  rule,
} from './testing/__testUtils__/clusters';
import {
  backups,
  bindings,
  instances,
  instanceSpec as spec,
  namespace,
  PortalFixture,
} from './testing/__testUtils__/PortalFixture';
import { sampleApi } from './testing/__testUtils__/samples';
import { eventually } from './testing/__testUtils__/eventually';
import type { TestPortal } from './testing/__testUtils__/portal';

jest.setTimeout(120_000);

const cluster = 'apps-dev';
let fixture: PortalFixture;
const appCluster = () => fixture.clusters.appCluster.admin;

/** Signals name no claims, app clusters or users. */
function expectSignalsWithoutNames() {
  // A topic includes changes of other topics in the same batch.
  for (const signal of fixture.portal.signals) {
    expect(signal).toEqual({
      topic: expect.stringMatching(/^(claims|rights|platform)$/),
      version: expect.stringMatching(/^[0-9a-f-]{36}-\d+$/),
    });
  }
}

beforeAll(async () => {
  fixture = await PortalFixture.start();
  await fixture.waitUntilWatched();
  await fixture.bound(cluster, [instances, bindings]);
});
afterEach(expectSignalsWithoutNames);
afterAll(() => fixture?.stop());

/** Writes conditions as the konnector does: all are true. */
const setConditions = (plural: string, name: string, types: string[]) =>
  appCluster().mergePatch(
    claimResource(sampleApi(plural)),
    { namespace, name },
    {
      status: {
        conditions: types.map(type => ({
          type,
          status: 'True',
          reason: 'Available',
          lastTransitionTime: '2026-11-21T04:00:05Z',
        })),
      },
    },
    { subresource: 'status' },
  );

describe('a developer', () => {
  it('orders an instance, which the app cluster validates first', async () => {
    const checked = await fixture.order(cluster, 'orders-new', {}, true);
    expect(checked.response.status).toBe(201);
    const { data, error } = await fixture.order(cluster, 'orders-new');
    expect(error).toBeUndefined();
    expect(data).toMatchObject({
      state: 'Waiting',
      stateText: 'Waiting for konnector',
      owner: 'user:default/alice',
      type: 'instance',
    });
    await eventually('the row appears', async () =>
      (await fixture.rowsOf('alice')).some(({ name }) => name === 'orders-new'),
    );
  });

  it('gets the invalid field in the error', async () => {
    const { response, error } = await fixture.order(cluster, 'bad-plan', {
      spec: { ...spec, plan: 'postgresql-single-huge' },
    });
    expect(response.status).toBe(422);
    expect(error?.error.causes).toEqual([
      {
        field: 'spec.plan',
        message: 'choose the plan single-nano or single-big',
      },
    ]);
  });

  it('gets an unknown field in the error', async () => {
    const { response, error } = await fixture.order(cluster, 'misspelled', {
      spec: { ...spec, plam: 'postgresql-single-nano' },
    });
    expect(response.status).toBe(422);
    expect(error?.error.causes).toEqual([
      { field: 'spec.plam', message: 'There is no such field.' },
    ]);
  });

  it('gets an error for a name in use', async () => {
    await fixture.ordered(cluster, 'orders-taken');
    const { response, error } = await fixture.order(cluster, 'orders-taken');
    expect(response.status).toBe(409);
    expect(error?.error).toEqual({
      name: 'ConflictError',
      message:
        'PostgreSQL "orders-taken" exists already on Development apps. Choose another name.',
      reason: 'NameTaken',
      params: {
        object: 'PostgreSQL "orders-taken"',
        cluster: 'Development apps',
      },
      causes: [
        {
          field: 'metadata.name',
          message: 'This name is taken.',
          reason: 'NameIsTaken',
        },
      ],
    });
  });

  it('gets an error where the cluster forbids to order', async () => {
    const { response, error } = await fixture.order(cluster, 'elsewhere', {
      namespace: 'team-b',
    });
    expect(response.status).toBe(403);
    expect(error?.error.message).toBe(
      'You may not order PostgreSQL "elsewhere" in namespace team-b on Development apps. Ask an operator of Development apps for the right; your user name there is klutch:alice.',
    );
    const { data } = await fixture
      .alice()
      .GET('/app-clusters/{cluster}/namespaces', {
        params: { path: { cluster }, query: { resource: instances } },
      });
    expect(data?.items.map(({ name, writable }) => [name, writable])).toEqual([
      ['team-a', true],
      ['default', false],
      ['team-b', false],
    ]);
  });

  it('gets an error for an invalid namespace or name', async () => {
    const gone = await fixture.oscar().POST('/claims', {
      body: {
        cluster,
        namespace: 'nowhere',
        resource: instances,
        name: 'x',
        spec,
      },
    });
    expect(gone.response.status).toBe(422);
    expect(gone.error?.error.causes?.[0]?.field).toBe('metadata.namespace');
    const odd = await fixture.order(cluster, 'Orders_DB');
    expect(odd.response.status).toBe(422);
    expect(odd.error?.error.causes?.[0]?.field).toBe('metadata.name');
  });

  it('sees versions and plans, and why some are unavailable', async () => {
    const { data } = await fixture.alice().GET('/services/{resource}', {
      params: { path: { resource: instances } },
    });
    expect(data).toMatchObject({
      title: 'PostgreSQL',
      versions: [
        {
          value: 'a9s-postgresql13',
          title: 'PostgreSQL 13',
          available: false,
          reason: 'Only PostgreSQL 15 runs here.',
        },
        { value: 'a9s-postgresql15', available: true },
      ],
      plans: [
        {
          value: 'postgresql-single-nano',
          title: 'Single nano',
          storage: '100Mi',
        },
        { value: 'postgresql-single-big', title: 'Single big' },
      ],
    });
  });

  it('sees an instance with its progress, conditions, events and manifest', async () => {
    const key = { namespace, name: 'orders-seen' };
    await fixture.ordered(cluster, key.name);
    const resource = claimResource(sampleApi('postgresqlinstances'));
    const stored = await appCluster().get(resource, key);
    await appCluster().create(core.events, {
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name: 'orders-seen.1', namespace },
      involvedObject: {
        apiVersion: 'anynines.com/v1',
        kind: 'PostgresqlInstance',
        ...key,
        uid: stored?.metadata.uid,
      },
      type: 'Normal',
      reason: 'Synced',
      message: 'The konnector took it up.',
      lastTimestamp: '2026-11-21T04:00:00Z',
    });
    await setConditions('postgresqlinstances', key.name, ['Synced', 'Ready']);
    const read = async () =>
      (await fixture.claim(cluster, instances, key.name)).data;
    await eventually(
      'the claim is ready',
      async () => (await read())?.state === 'Ready',
    );
    const data = await read();
    expect(data).toMatchObject({
      state: 'Ready',
      conditions: [{ type: 'Synced' }, { type: 'Ready', status: 'True' }],
    });
    expect(data?.hops.map(({ id, state }) => [id, state])).toEqual([
      ['request', 'done'],
      ['appCluster', 'done'],
      ['konnector', 'done'],
      ['controlPlane', 'done'],
      ['service', 'done'],
    ]);
    expect(data?.manifest).toContain('plan: postgresql-single-nano');
    expect(data?.manifest).not.toContain('managedFields');
    const eventsOf = async (user: 'alice' | 'guest') => {
      const { data: events } = await fixture.portal
        .as(user)
        .GET('/claims/{cluster}/{namespace}/{resource}/{name}/events', {
          params: { path: { cluster, resource: instances, ...key } },
        });
      return events;
    };
    expect(await eventsOf('alice')).toMatchObject({
      items: [{ reason: 'Synced', at: '2026-11-21T04:00:00Z' }],
      hidden: false,
    });
    expect(await eventsOf('guest')).toEqual({ items: [], hidden: true });
    await eventually('the row is ready', async () =>
      (await fixture.rowsOf('alice')).some(
        ({ name, state }) => name === key.name && state === 'Ready',
      ),
    );
  });

  it('may not open the platform pages', async () => {
    const { data: alice } = await fixture.alice().GET('/me');
    expect(alice).toMatchObject({ operator: false, mayManage: false });
    const { data: oscar } = await fixture.oscar().GET('/me');
    expect(oscar).toMatchObject({ operator: true, mayManage: true });
    const list = await fixture.alice().GET('/platform/app-clusters');
    expect(list.response.status).toBe(403);
    const withdraw = await fixture
      .alice()
      .DELETE('/platform/export-templates/{namespace}/{name}', {
        params: { path: { namespace: 'crossplane-system', name: instances } },
      });
    expect(withdraw.response.status).toBe(403);
  });
});

describe('where people may create instances', () => {
  const accessOf = async (client: TestPortal['service']) => {
    const { data, response } = await client.GET('/service-access');
    return data?.items ?? response.status;
  };

  it('is derived from their rights on app clusters that bind the service', async () => {
    const on = (creatable: boolean) => [
      { resource: instances, clusters: [{ id: cluster, creatable }] },
    ];
    await eventually('the portal watches RoleBindings', async () => {
      const [service] = [await accessOf(fixture.portal.as('guest'))].flat();
      return (
        typeof service === 'object' && service.clusters[0]?.creatable === false
      );
    });
    expect(await accessOf(fixture.portal.as('guest'))).toEqual(on(false));
    expect(await accessOf(fixture.alice())).toEqual(on(true));
    expect(await accessOf(fixture.oscar())).toEqual(on(true));
    expect(await accessOf(fixture.portal.service)).toBe(403);
  });
});

describe('rows of the list', () => {
  it('are those of namespaces where the user may list', async () => {
    await fixture.ordered(cluster, 'orders-listed');
    await appCluster().create(claimResource(sampleApi('postgresqlinstances')), {
      apiVersion: 'anynines.com/v1',
      kind: 'PostgresqlInstance',
      metadata: { name: 'by-kubectl', namespace: 'team-b' },
      spec,
    });
    await eventually('an operator sees both namespaces', async () => {
      const seen = (await fixture.rowsOf('oscar')).map(({ name }) => name);
      return seen.includes('by-kubectl') && seen.includes('orders-listed');
    });
    for (const user of ['alice', 'guest'] as const) {
      const seen = await fixture.rowsOf(user);
      expect(seen.map(({ name }) => name)).toContain('orders-listed');
      expect(new Set(seen.map(row => row.namespace))).toEqual(
        new Set([namespace]),
      );
    }
    const { data } = await fixture.portal.service.GET('/claims', {
      params: { query: { type: 'instance' } },
    });
    expect(
      data?.items
        .map(({ name }) => name)
        .filter(name => ['orders-listed', 'by-kubectl'].includes(name)),
    ).toEqual(['orders-listed', 'by-kubectl']);
    expect(data?.items.every(({ type }) => type === 'instance')).toBe(true);
  });
});

describe('changing', () => {
  const change = async (
    name: string,
    body: Schemas['ClaimChange'],
    { user = fixture.alice(), resource = instances, dryRun = false } = {},
  ) =>
    user.PATCH('/claims/{cluster}/{namespace}/{resource}/{name}', {
      params: {
        path: { cluster, namespace, resource, name },
        query: { dryRun },
      },
      body,
    });
  const generationOf = async (name: string) =>
    (await fixture.claim(cluster, instances, name)).data?.generation ?? 0;
  const toBig = { plan: 'postgresql-single-big' };
  const planOf = async (name: string) =>
    (
      await appCluster().get(claimResource(sampleApi('postgresqlinstances')), {
        namespace,
        name,
      })
    )?.spec?.plan;

  it('offers the plans that the rules allow, and changes to one of them', async () => {
    const name = 'orders-grown';
    await fixture.ordered(cluster, name);
    const { data: before } = await fixture.claim(cluster, instances, name);
    expect(before?.planChanges.map(({ value }) => value)).toEqual([
      'postgresql-single-big',
    ]);
    const generation = before?.generation ?? 0;
    const dry = await change(
      name,
      { generation, spec: toBig },
      { dryRun: true },
    );
    expect(dry.data?.plan).toBe('postgresql-single-big');
    expect(await planOf(name)).toBe('postgresql-single-nano');

    // A status changes the version of the object, but not what the person has seen of the spec.
    await setConditions('postgresqlinstances', name, ['Synced']);
    const { data } = await change(name, { generation, spec: toBig });
    expect(data).toMatchObject({ plan: 'postgresql-single-big' });
    expect(await planOf(name)).toBe('postgresql-single-big');
    expect(fixture.portal.audit.at(-1)).toMatchObject({
      eventId: 'claim-update',
      outcome: 'success',
      meta: { name, fields: ['plan'] },
    });
  });

  it('refuses to overwrite a change by somebody else', async () => {
    const name = 'orders-contested';
    await fixture.ordered(cluster, name);
    const generation = await generationOf(name);
    await change(name, { generation, spec: toBig });
    const { response, error } = await change(name, {
      generation,
      spec: { plan: 'postgresql-single-nano' },
    });
    expect(response.status).toBe(409);
    expect(error?.error.message).toMatch(/changed by somebody else/);
    expect(await planOf(name)).toBe('postgresql-single-big');
  });

  it('refuses to overwrite an owner, component or schedule set by somebody else', async () => {
    const name = 'orders-owned-twice';
    await fixture.ordered(cluster, name);
    const read = (await fixture.claim(cluster, instances, name)).data;
    const before = {
      owner: read?.owner ?? null,
      component: null,
      backupSchedule: null,
      protected: false,
    };
    const component = 'component:default/shop';
    expect((await change(name, { component, before })).response.status).toBe(
      200,
    );
    const late = await change(name, {
      component: 'component:default/other',
      before,
    });
    expect(late.response.status).toBe(409);
    expect(late.error?.error.reason).toBe('ClaimChanged');
    const again = { component: null, before: { ...before, component } };
    expect((await change(name, again)).response.status).toBe(200);
  });

  it('says which field the cluster refuses', async () => {
    const name = 'orders-refused-change';
    await fixture.ordered(cluster, name);
    const generation = await generationOf(name);
    const unguarded = await change(name, { spec: toBig });
    expect(unguarded.error?.error.causes?.[0]?.field).toBe('generation');
    const { response, error } = await change(name, {
      generation,
      spec: { plan: 'gigantic' },
    });
    expect(response.status).toBe(422);
    expect(error?.error.causes?.[0]?.message).toMatch(/choose the plan/);
    const unknown = await change(name, { generation, spec: { size: 3 } });
    expect(unknown.response.status).toBe(422);
  });

  it('protects a claim from deletion until the protection is removed', async () => {
    const name = 'orders-protected';
    await fixture.ordered(cluster, name);
    const path = { cluster, namespace, resource: instances, name };
    const remove = () =>
      fixture
        .alice()
        .DELETE('/claims/{cluster}/{namespace}/{resource}/{name}', {
          params: { path, query: { confirm: name } },
          parseAs: 'text',
        });
    const { data } = await change(name, { protected: true });
    expect(data?.protected).toBe(true);
    await eventually('the page shows the protection', async () =>
      Boolean((await fixture.claim(cluster, instances, name)).data?.protected),
    );
    const refused = await remove();
    expect(refused.response.status).toBe(403);
    expect(JSON.stringify(refused.error)).toContain(deletionRefusal);
    expect(fixture.portal.audit.at(-1)).toMatchObject({
      eventId: 'claim-delete',
      outcome: 'fail',
    });

    await change(name, { protected: false });
    expect((await remove()).response.status).toBe(204);
  });

  it('changes owner and component to what the person may choose', async () => {
    const name = 'orders-handed-over';
    await fixture.ordered(cluster, name);
    const { data } = await change(name, {
      owner: 'group:default/developers',
      component: 'component:default/shop',
    });
    expect(data).toMatchObject({
      owner: 'group:default/developers',
      component: 'component:default/shop',
    });
    expect((await change(name, { component: null })).data).not.toHaveProperty(
      'component',
    );
    const { response, error } = await change(name, {
      owner: 'group:default/operators',
    });
    expect(response.status).toBe(422);
    expect(error?.error.causes?.[0]?.field).toBe('owner');
  });

  it('requires the permission, the right and an instance', async () => {
    const name = 'orders-unchanged';
    await fixture.ordered(cluster, name);
    await fixture.orderedBinding(cluster, 'unchanged', name);
    const body = { generation: await generationOf(name), spec: toBig };
    const guest = await change(name, body, {
      user: fixture.portal.as('guest'),
    });
    expect(guest.response.status).toBe(403);
    const ofBinding = await change('unchanged', body, { resource: bindings });
    expect(ofBinding.response.status).toBe(422);
    const gone = await change('orders-nowhere', body);
    expect(gone.response.status).toBe(404);
    expect(await planOf(name)).toBe('postgresql-single-nano');
  });

  it('is not offered to a person who may only read on the app cluster', async () => {
    const key = { namespace: 'team-d', name: 'orders-read-only' };
    await apply(appCluster(), [
      {
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: { name: key.namespace },
      },
      binding('guest', 'developers', key.namespace),
    ]);
    await appCluster().create(claimResource(sampleApi('postgresqlinstances')), {
      apiVersion: 'anynines.com/v1',
      kind: 'PostgresqlInstance',
      metadata: key,
      spec,
    });
    const params = { path: { cluster, resource: instances, ...key } };
    const route = '/claims/{cluster}/{namespace}/{resource}/{name}';
    const read = async () =>
      (await fixture.alice().GET(route, { params })).data;
    await eventually('alice may read there', async () => Boolean(await read()));
    const nothing = {
      change: [],
      create: [],
      delete: [],
      reveal: false,
      hidden: [],
    };
    expect((await read())?.may).toEqual(nothing);
    const { response, error } = await fixture
      .alice()
      .PATCH(route, { params, body: { protected: true } });
    expect(response.status).toBe(403);
    expect(error?.error.reason).toBe('Forbidden');

    await fixture.ordered(cluster, 'orders-read-write');
    const own = await fixture.claim(cluster, instances, 'orders-read-write');
    const types = ['instance', 'binding', 'backup', 'restore'];
    const everything = {
      change: types,
      create: types,
      delete: types,
      reveal: true,
      hidden: [],
    };
    expect(own.data?.may).toEqual(everything);

    const rowsFor = async (
      client: TestPortal['service'],
      query: { may?: boolean },
    ) => {
      const { data } = await client.GET('/claims', {
        params: { query: { type: 'instance', ...query } },
      });
      const names = [key.name, 'orders-read-write'];
      return names.map(name => data?.items.find(row => row.name === name)?.may);
    };
    expect(await rowsFor(fixture.alice(), { may: true })).toEqual([
      nothing,
      everything,
    ]);
    const unknown = [undefined, undefined];
    expect(await rowsFor(fixture.alice(), {})).toEqual(unknown);
    expect(await rowsFor(fixture.portal.service, { may: true })).toEqual(
      unknown,
    );
  });
});

describe('rotating credentials', () => {
  it('records which service binding another one replaces', async () => {
    await fixture.ordered(cluster, 'orders-rotated');
    await fixture.orderedBinding(cluster, 'web', 'orders-rotated');
    const { response } = await fixture.alice().POST('/claims', {
      params: { query: {} },
      body: {
        cluster,
        namespace,
        resource: bindings,
        name: 'web-2',
        replaces: 'web',
        spec: {
          instanceRef: 'orders-rotated',
          serviceInstanceType: 'postgresql',
        },
      },
    });
    expect(response.status).toBe(201);
    await eventually('the list shows it', async () => {
      const rows = await fixture.rowsOf('alice');
      return rows.some(
        ({ name, replaces, secretName }) =>
          name === 'web-2' &&
          replaces === 'web' &&
          secretName === 'web-2-creds',
      );
    });
  });

  it('shows the workloads that use the Secret, as far as the user may list them', async () => {
    await fixture.ordered(cluster, 'orders-used');
    await fixture.orderedBinding(cluster, 'used', 'orders-used');
    const deployments = defineResource({
      group: 'apps',
      version: 'v1',
      plural: 'deployments',
      kind: 'Deployment',
      namespaced: true,
    });
    for (const [name, secret] of [
      ['shop', 'used-creds'],
      ['other', 'other-creds'],
    ] as const) {
      await appCluster().create(deployments, {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { namespace, name },
        spec: {
          selector: { matchLabels: { name } },
          template: {
            metadata: { labels: { name } },
            spec: {
              containers: [
                {
                  name: 'app',
                  image: 'app',
                  envFrom: [{ secretRef: { name: secret } }],
                },
              ],
            },
          },
        },
      });
    }
    const { data } = await fixture
      .alice()
      .GET('/claims/{cluster}/{namespace}/{resource}/{name}/workloads', {
        params: {
          path: { cluster, namespace, resource: bindings, name: 'used' },
        },
      });
    expect(data).toEqual({
      items: [{ kind: 'Deployment', name: 'shop' }],
      complete: false,
    });
  });
});

describe('deleting', () => {
  const remove = (name: string, confirm: string) =>
    fixture.alice().DELETE('/claims/{cluster}/{namespace}/{resource}/{name}', {
      params: {
        path: { cluster, namespace, resource: instances, name },
        query: { confirm },
      },
    });

  const removed = async (name: string) => {
    expect((await remove(name, name)).response.status).toBe(204);
    await eventually('the row is removed', async () =>
      (await fixture.rowsOf('alice')).every(row => row.name !== name),
    );
  };

  it('requires the name typed', async () => {
    await fixture.ordered(cluster, 'orders-kept');
    const { response, error } = await remove('orders-kept', 'orders');
    expect(response.status).toBe(422);
    expect(error?.error.causes?.[0]?.field).toBe('confirm');
  });

  it('deletes the instance, and its row', async () => {
    const name = 'orders-deleted';
    await fixture.ordered(cluster, name);
    await removed(name);
    const { response, error } = await fixture.claim(cluster, instances, name);
    expect(response.status).toBe(404);
    expect(error?.error.message).toMatch(/may have been deleted/);
    expect((await remove(name, name)).response.status).toBe(404);
  });

  it('R26: leaves a service binding that reports its instance as deleted', async () => {
    await fixture.ordered(cluster, 'orders-bound');
    await fixture.orderedBinding(cluster, 'app', 'orders-bound');
    await removed('orders-bound');
    const stateOf = async () => {
      const { data } = await fixture.alice().GET('/claims', {
        params: { query: { type: 'binding', instance: 'orders-bound' } },
      });
      return data?.items.map(({ stateText }) => stateText);
    };
    expect(await stateOf()).toHaveLength(1);
    expect(await stateOf()).not.toContain('Instance deleted');
    await setConditions('servicebindings', 'app', ['Ready']);
    await eventually('the binding reports the deleted instance', async () =>
      Boolean((await stateOf())?.includes('Instance deleted')),
    );
  });

  it('R20: is signalled without any name', async () => {
    await fixture.ordered(cluster, 'orders-signalled');
    const before = fixture.portal.signals.length;
    await removed('orders-signalled');
    await eventually(
      'a signal is published',
      async () => fixture.portal.signals.length > before,
    );
    expect(fixture.portal.signals).not.toEqual([]);
    expectSignalsWithoutNames();
  });
});

describe('the activity of an instance', () => {
  const activityOf = async (
    name: string,
    user = fixture.alice(),
    where = namespace,
  ) => {
    const { data } = await user.GET(
      '/claims/{cluster}/{namespace}/{resource}/{name}/activity',
      {
        params: {
          path: { cluster, namespace: where, resource: instances, name },
        },
      },
    );
    return data?.items.map(
      ({ action, name: of, user: userRef, client, fields }) =>
        [action, of, userRef ?? client, fields?.join()]
          .filter(Boolean)
          .join(' '),
    );
  };

  it('lists what people did in the portal, and other clients outside of it', async () => {
    const name = 'orders-lively';
    const path = { cluster, namespace, resource: instances, name };
    await fixture.ordered(cluster, name);
    await fixture.orderedBinding(cluster, 'lively-app', name);
    const { data } = await fixture.claim(cluster, instances, name);
    await fixture
      .alice()
      .PATCH('/claims/{cluster}/{namespace}/{resource}/{name}', {
        params: { path },
        body: {
          generation: data?.generation ?? 0,
          spec: { plan: 'postgresql-single-big' },
          protected: true,
        },
      });
    await fixture.portal
      .as('mallory')
      .DELETE('/claims/{cluster}/{namespace}/{resource}/{name}', {
        params: {
          path: { ...path, resource: bindings, name: 'lively-app' },
          query: { confirm: 'lively-app' },
        },
        parseAs: 'text',
      });
    await appCluster().mergePatch(
      claimResource(sampleApi('postgresqlinstances')),
      { namespace, name },
      { spec: { plan: 'postgresql-single-nano' } },
      { fieldManager: 'kubectl-edit' },
    );
    await appCluster().create(claimResource(sampleApi('servicebindings')), {
      apiVersion: 'anynines.com/v1',
      kind: 'ServiceBinding',
      metadata: { namespace, name: 'lively-outside' },
      spec: { instanceRef: name, serviceInstanceType: 'postgresql' },
    });
    await eventually('the binding is listed', async () =>
      Boolean(
        (await activityOf(name))?.some(item => item.includes('lively-outside')),
      ),
    );

    expect((await activityOf(name))?.sort()).toEqual([
      'changed orders-lively kubectl-edit',
      'changed orders-lively user:default/alice plan',
      'created lively-app user:default/alice',
      'created lively-outside',
      'created orders-lively user:default/alice',
      'deleted lively-app user:default/mallory',
      'protected orders-lively user:default/alice',
    ]);
  });

  it('leaves out claims of APIs that the user may not list', async () => {
    const name = 'orders-half-seen';
    const inTeamC = { namespace: 'team-c' };
    await apply(appCluster(), [
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'team-c' } },
      binding('developer', 'developers', 'team-c'),
      clusterRole('instance-reader', [
        rule('anynines.com', ['postgresqlinstances'], ['get', 'list']),
      ]),
      binding('instance-reader', 'guests', 'team-c'),
    ]);
    await eventually(
      'alice may order there',
      async () =>
        (await fixture.order(cluster, name, inTeamC)).response.status === 201,
    );
    await fixture.order(cluster, 'half-seen-app', {
      ...inTeamC,
      resource: bindings,
      spec: { instanceRef: name, serviceInstanceType: 'postgresql' },
    });
    const both = [
      'created half-seen-app user:default/alice',
      'created orders-half-seen user:default/alice',
    ];
    const seen = async (user: 'alice' | 'guest') =>
      activityOf(name, fixture.portal.as(user), 'team-c');
    expect(await seen('alice')).toEqual(both);
    expect(await seen('guest')).toEqual(both.slice(1));
  });
});

describe('asking for a service', () => {
  const ask = (
    resource: string,
    body: { cluster: string; note?: string } = { cluster },
  ) =>
    fixture.alice().POST('/services/{resource}/requests', {
      params: { path: { resource } },
      body,
      parseAs: 'text',
    });
  const listed = async () => {
    const { data } = await fixture.oscar().GET('/platform/service-requests');
    return data?.items ?? [];
  };

  const own = async (user: 'alice' | 'guest' = 'alice') => {
    const { data } = await fixture.portal.as(user).GET('/service-requests');
    return data?.items ?? [];
  };
  const withdraw = (user: 'alice' | 'guest', id = '') =>
    fixture.portal.as(user).DELETE('/service-requests/{id}', {
      params: { path: { id } },
      parseAs: 'text',
    });

  beforeAll(() => fixture.offered([backups]));

  it('shows the operators the latest request per user, service and app cluster, until one dismisses it', async () => {
    await ask(backups);
    expect(
      (await ask(backups, { cluster, note: ' nightly dumps ' })).response
        .status,
    ).toBe(204);

    const [request, ...others] = await listed();
    expect(others).toEqual([]);
    expect(request).toEqual({
      id: expect.any(String),
      resource: backups,
      title: 'Backup',
      cluster,
      user: 'user:default/alice',
      note: 'nightly dumps',
      requestedAt: expect.stringMatching(/^20.*Z$/),
      state: 'Open',
      mayAnswer: true,
    });
    await fixture.oscar().DELETE('/platform/service-requests/{id}', {
      params: { path: { id: request?.id ?? '' } },
      body: { message: 'Nightly dumps are no longer allowed.' },
      parseAs: 'text',
    });
    expect(await listed()).toEqual([]);
    // Of no interest to who asked.
    const { mayAnswer: _mayAnswer, ...asked } = request ?? {};
    expect(await own()).toEqual([
      {
        ...asked,
        state: 'Dismissed',
        answeredAt: expect.stringMatching(/^20.*Z$/),
        message: 'Nightly dumps are no longer allowed.',
      },
    ]);
  });

  it('shows people their own requests only, which nobody else can withdraw', async () => {
    await ask(backups);
    const [request] = await own();
    expect(request).toMatchObject({ resource: backups, state: 'Open' });
    expect(await own('guest')).toEqual([]);
    await withdraw('guest', request?.id);
    expect(await listed()).toHaveLength(1);
    expect((await withdraw('alice', request?.id)).response.status).toBe(204);
    expect(await own()).toEqual([]);
    expect(await listed()).toEqual([]);
  });

  it('says why it cannot be', async () => {
    const refusals = [
      await ask(instances),
      await ask('unknowns.anynines.com'),
      await ask(backups, { cluster: 'apps-unknown' }),
    ];
    expect(
      refusals.map(({ response, error }) => [
        response.status,
        (error as { error: { message: string } } | undefined)?.error.message,
      ]),
    ).toEqual([
      [422, expect.stringMatching(/^PostgreSQL is bound on .* already/)],
      [404, expect.stringMatching(/"unknowns.anynines.com" is not offered/)],
      [404, expect.stringMatching(/apps-unknown/)],
    ]);
    expect(await listed()).toEqual([]);
  });

  it('is for operators only to see', async () => {
    const { response } = await fixture
      .alice()
      .GET('/platform/service-requests');
    expect(response.status).toBe(403);
  });

  it('ends when the service is bound', async () => {
    await ask(backups);
    expect(await listed()).toHaveLength(1);
    await fixture.bind(cluster, backups);
    await eventually(
      'the request to end',
      async () => (await listed()).length === 0,
    );
    expect(await own()).toMatchObject([{ state: 'Fulfilled' }]);
  });
});

describe('another plugin', () => {
  it('cannot order, because the clusters authorize users', async () => {
    const { response, error } = await fixture.portal.service.POST('/claims', {
      body: { cluster, namespace, resource: instances, name: 'x', spec },
    });
    expect(response.status).toBe(403);
    expect(error?.error.message).toMatch(/^Only a signed-in user/);
  });
});

describe('the binding handshake', () => {
  it("is served without sign-in at the portal, beside the portal's own routes", async () => {
    const answer = await fetch(`${fixture.portal.url}/binding/export`);
    const provider = readBindingProvider(await answer.json());
    expect(provider).toMatchObject({
      ok: true,
      value: {
        authenticationMethods: [
          {
            oauth2CodeGrant: {
              authenticatedURL: expect.stringMatching(
                /^http:.*\/api\/klutch\/binding\/authorize$/,
              ),
            },
          },
        ],
      },
    });
    const page = await fetch(
      `${fixture.portal.url}/binding/authorize?p=4000&s=abc123&c=apps1`,
    );
    expect(page.status).toBe(503);
    expect(await page.text()).toContain('is not available');
    const withoutSignIn = { authorization: mockCredentials.none.header() };
    const own = await fetch(`${fixture.portal.url}/claims`, {
      headers: withoutSignIn,
    });
    expect(own.status).toBe(401);
  });

  it('audits refusals', async () => {
    const { audit, log } = fixture.portal;
    const before = audit.length;
    const answer = await fetch(
      `${fixture.portal.url}/binding/bind-noninteractive`,
      {
        method: 'POST',
        headers: {
          authorization: 'Bearer canary.canary.canary',
          'content-type': 'application/json',
        },
        body: JSON.stringify({ clusterID: 'apps1', apis: [] }),
      },
    );
    expect(answer.status).toBe(401);
    await eventually('the audit event', async () =>
      audit
        .slice(before)
        .some(
          ({ eventId, outcome }) =>
            eventId.startsWith('binding-') && outcome === 'fail',
        ),
    );
    expect(JSON.stringify([audit, log])).not.toContain('canary');
  });
});
