import { mockCredentials } from '@backstage/backend-test-utils';
import { waitFor } from '@klutch/local-clusters';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import {
  planTemplate,
  policyAnnotations,
  tenantAdmissionPolicy,
} from '@klutch/binding-backend';
import { core, defineResource } from '@klutch/kube';
import { bindResources, names, readBindingProvider } from '@klutch/bind-api';
import { claimResource } from './inventory/api';
import {
  apply,
  installApi,
  startClusters,
  type TestClusters,
} from './testing/__testUtils__/clusters';
import { startPortal, type TestPortal } from './testing/__testUtils__/portal';
import { sampleApi } from './testing/__testUtils__/samples';

jest.setTimeout(120_000);

const instances = 'postgresqlinstances.anynines.com';
const bindings = 'servicebindings.anynines.com';
const backups = 'backups.anynines.com';
const bound = ['postgresqlinstances', 'servicebindings', 'backups', 'restores'];
const cluster = 'apps-dev';
const namespace = 'team-a';
const spec = { service: 'a9s-postgresql15', plan: 'postgresql-single-nano' };

let clusters: TestClusters;
let portal: TestPortal;

const instance = (name: string) => ({
  path: { cluster, namespace, resource: instances, name },
});

const order = (
  name: string,
  more: Partial<Schemas['ClaimRequest']> = {},
  dryRun = false,
) =>
  portal.as('alice').POST('/claims', {
    params: { query: { dryRun } },
    body: { cluster, namespace, resource: instances, name, spec, ...more },
  });

const rowsOf = async (name: 'alice' | 'oscar' | 'guest') => {
  const { data } = await portal.as(name).GET('/claims', {});
  return data?.items ?? [];
};

/** Waits for the live index, which its watches update with a delay. */
const waitForCondition = (what: string, condition: () => Promise<boolean>) =>
  waitFor(condition, { what, timeoutMs: 20_000 });

beforeAll(async () => {
  clusters = await startClusters();
  portal = await startPortal({
    controlPlane: { kubeconfig: clusters.controlPlaneKubeconfig },
    appClusters: { allowLoopback: true },
    binding: {
      handshake: {
        identityProviders: [
          { id: 'away', issuer: 'http://localhost:1', clientId: 'klutch' },
        ],
      },
    },
  });
});

afterAll(async () => {
  await portal?.stop();
  await clusters?.stop();
});

describe('an operator', () => {
  it('offers APIs with their permission claims', async () => {
    await waitForCondition('the control plane is watched', async () => {
      const { data } = await portal.as('oscar').GET('/platform/apis');
      return data?.items.length === 5;
    });
    for (const plural of bound) {
      const { data: apis } = await portal.as('oscar').GET('/platform/apis');
      const resource = `${plural}.anynines.com`;
      const api = apis?.items.find(item => item.resource === resource);
      const { response, error } = await portal
        .as('oscar')
        .POST('/platform/export-templates', {
          body: { resource, claims: api?.suggestedClaims ?? [] },
        });
      expect({ status: response.status, error }).toEqual({ status: 201 });
    }
    const templates = async () => {
      const { data } = await portal
        .as('oscar')
        .GET('/platform/export-templates');
      return data?.items ?? [];
    };
    await waitForCondition(
      'the templates are watched',
      async () => (await templates()).length === bound.length,
    );
    expect(
      (await templates()).map(({ resource, claimsText }) => [
        resource,
        claimsText,
      ]),
    ).toEqual([
      ['backups.anynines.com', 'Nothing but its own objects'],
      [instances, 'Nothing but its own objects'],
      ['restores.anynines.com', 'Nothing but its own objects'],
      [bindings, "May place Secrets into the app cluster's namespaces"],
    ]);
  });

  it('registers an app cluster and binds APIs to it', async () => {
    const { data, error } = await portal
      .as('oscar')
      .POST('/platform/app-clusters', {
        body: {
          id: cluster,
          title: 'Development apps',
          kubeconfig: clusters.appClusterKubeconfig,
        },
      });
    expect(error).toBeUndefined();
    expect(data).toMatchObject({
      id: cluster,
      reachability: { reachable: true },
      clusterNamespace: expect.stringMatching(/^cluster-/),
    });
    for (const plural of bound) {
      const { response, error: refusal } = await portal
        .as('oscar')
        .POST('/platform/app-clusters/{cluster}/bindings', {
          params: { path: { cluster } },
          body: { resource: `${plural}.anynines.com` },
        });
      expect({ status: response.status, refusal }).toEqual({ status: 201 });
      await installApi(clusters.appCluster.admin, plural);
    }
    await waitForCondition('the service is bound', async () => {
      const { data: services } = await portal.as('alice').GET('/services');
      return Boolean(
        services?.items.find(({ resource }) => resource === instances)
          ?.clusters[0]?.bound,
      );
    });
  });

  it('cannot bind an API for other users, as if the API did not exist', async () => {
    const resource = 'messagequeues.anynines.com';
    const { admin } = clusters.controlPlane;
    const bind = () =>
      portal.as('oscar').POST('/platform/app-clusters/{cluster}/bindings', {
        params: { path: { cluster } },
        body: { resource },
      });
    const refused = {
      name: 'NotFoundError',
      message: expect.stringContaining(`${resource} is not offered to you`),
    };
    expect((await bind()).error?.error).toEqual(refused);

    const { data: template } = await portal
      .as('oscar')
      .POST('/platform/export-templates', { body: { resource, claims: [] } });
    const key = {
      namespace: template?.namespace ?? '',
      name: template?.name ?? '',
    };
    const allow = (groups: string) =>
      admin.mergePatch(bindResources.templates, key, {
        metadata: { annotations: { [policyAnnotations.groups]: groups } },
      });
    await allow('group:default/others, operators');
    expect((await bind()).error?.error).toEqual(refused);
    const { items: exports } = await admin.list(bindResources.exports);
    expect(exports.map(({ metadata }) => metadata.name)).not.toContain(
      resource,
    );
    const role = { name: `klutch-portal-${resource}` };
    expect(
      await clusters.appCluster.admin.get(core.clusterRoles, role),
    ).toBeUndefined();

    await portal
      .as('oscar')
      .DELETE('/platform/export-templates/{namespace}/{name}', {
        params: { path: key },
        parseAs: 'text',
      });
  });
});

describe('a developer', () => {
  it('orders an instance, which the app cluster validates first', async () => {
    const checked = await order('orders-db', {}, true);
    expect(checked.response.status).toBe(201);
    const { data, error } = await order('orders-db');
    expect(error).toBeUndefined();
    expect(data).toMatchObject({
      state: 'Waiting',
      stateText: 'Waiting for konnector',
      owner: 'user:default/alice',
      type: 'instance',
    });
    await waitForCondition('the row appears', async () =>
      (await rowsOf('alice')).some(({ name }) => name === 'orders-db'),
    );
  });

  it('gets the invalid field in the error', async () => {
    const { response, error } = await order('bad-plan', {
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
    const { response, error } = await order('misspelled', {
      spec: { ...spec, plam: 'postgresql-single-nano' },
    });
    expect(response.status).toBe(422);
    expect(error?.error.causes).toEqual([
      { field: 'spec.plam', message: 'There is no such field.' },
    ]);
  });

  it('gets an error for a name in use', async () => {
    const { response, error } = await order('orders-db');
    expect(response.status).toBe(409);
    expect(error?.error).toEqual({
      name: 'ConflictError',
      message:
        'PostgreSQL "orders-db" exists already on Development apps. Choose another name.',
      causes: [{ field: 'metadata.name', message: 'This name is taken.' }],
    });
  });

  it('gets an error where the cluster forbids to order', async () => {
    const { response, error } = await order('elsewhere', {
      namespace: 'team-b',
    });
    expect(response.status).toBe(403);
    expect(error?.error.message).toBe(
      'You may not order PostgreSQL "elsewhere" in namespace team-b on Development apps. Ask an operator of Development apps for the right; your user name there is klutch:alice.',
    );
    const { data } = await portal
      .as('alice')
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
    const gone = await portal.as('oscar').POST('/claims', {
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
    const odd = await order('Orders_DB');
    expect(odd.response.status).toBe(422);
    expect(odd.error?.error.causes?.[0]?.field).toBe('metadata.name');
  });

  it('sees versions and plans, and why some are unavailable', async () => {
    const { data } = await portal.as('alice').GET('/services/{resource}', {
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
    const { admin } = clusters.appCluster;
    const resource = claimResource(sampleApi('postgresqlinstances'));
    const key = { namespace, name: 'orders-db' };
    const stored = await admin.get(resource, key);
    await admin.create(core.events, {
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name: 'orders-db.1', namespace },
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
    const time = '2026-11-21T04:00:05Z';
    await admin.mergePatch(
      resource,
      key,
      {
        status: {
          conditions: ['Synced', 'Ready'].map(type => ({
            type,
            status: 'True',
            reason: 'Available',
            lastTransitionTime: time,
          })),
        },
      },
      { subresource: 'status' },
    );
    const { data } = await portal
      .as('alice')
      .GET('/claims/{cluster}/{namespace}/{resource}/{name}', {
        params: instance('orders-db'),
      });
    expect(data).toMatchObject({
      state: 'Ready',
      events: [{ reason: 'Synced', at: '2026-11-21T04:00:00Z' }],
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
    await waitForCondition('the row is ready', async () =>
      (await rowsOf('alice')).some(({ state }) => state === 'Ready'),
    );
  });

  it('may not open the platform pages', async () => {
    const list = await portal.as('alice').GET('/platform/app-clusters');
    expect(list.response.status).toBe(403);
    const withdraw = await portal
      .as('alice')
      .DELETE('/platform/export-templates/{namespace}/{name}', {
        params: { path: { namespace: 'crossplane-system', name: instances } },
      });
    expect(withdraw.response.status).toBe(403);
  });
});

describe('rows of the list', () => {
  it('are those of namespaces where the user may list', async () => {
    const { admin } = clusters.appCluster;
    await admin.create(claimResource(sampleApi('postgresqlinstances')), {
      apiVersion: 'anynines.com/v1',
      kind: 'PostgresqlInstance',
      metadata: { name: 'by-kubectl', namespace: 'team-b' },
      spec,
    });
    await waitForCondition('an operator sees both namespaces', async () => {
      const seen = (await rowsOf('oscar')).map(({ name }) => name);
      return seen.includes('by-kubectl') && seen.includes('orders-db');
    });
    expect((await rowsOf('alice')).map(({ name }) => name)).toEqual([
      'orders-db',
    ]);
    expect((await rowsOf('guest')).map(({ name }) => name)).toEqual([
      'orders-db',
    ]);
    const { data } = await portal.service.GET('/claims', {
      params: { query: { type: 'instance' } },
    });
    expect(data?.items.map(({ name }) => name)).toEqual([
      'orders-db',
      'by-kubectl',
    ]);
  });
});

describe('credentials', () => {
  const canary = 'canary-8f1d2c';
  const binding = {
    path: { cluster, namespace, resource: bindings, name: 'app' },
  };
  const reveal = (name: 'alice' | 'guest') =>
    portal
      .as(name)
      .POST('/claims/{cluster}/{namespace}/{resource}/{name}/reveal', {
        params: binding,
      });

  it('have not arrived at first', async () => {
    const { error } = await order('app', {
      resource: bindings,
      spec: { instanceRef: 'orders-db', serviceInstanceType: 'postgresql' },
    });
    expect(error).toBeUndefined();
    const early = await reveal('alice');
    expect(early.response.status).toBe(404);
    expect(early.error?.error.message).toMatch(/have not arrived/);
  });

  it('R19: are of the service that names their API', async () => {
    const bindingsOf = async (instanceResource: string) => {
      const { data } = await portal.as('alice').GET('/claims', {
        params: {
          query: { type: 'binding', instance: 'orders-db', instanceResource },
        },
      });
      return data?.items.map(item => [item.name, item.instanceResource]);
    };
    await waitForCondition('the row is listed', async () =>
      Boolean((await bindingsOf(instances))?.length),
    );
    expect(await bindingsOf(instances)).toEqual([['app', instances]]);
    expect(await bindingsOf('messagequeues.anynines.com')).toEqual([]);
    const { data } = await portal.as('alice').GET('/services', {});
    const related = (kind: string) =>
      data?.items.find(item => item.kind === kind)?.relatedApis;
    expect(related('PostgresqlInstance')).toEqual({
      binding: bindings,
      backup: 'backups.anynines.com',
      restore: 'restores.anynines.com',
    });
    expect(related('MessageQueue') ?? {}).toEqual({});
  });

  it('are revealed on click, audited and not stored', async () => {
    await clusters.appCluster.admin.create(core.secrets, {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'app-creds', namespace },
      stringData: { host: '127.0.0.1', username: 'u1', password: canary },
    });
    const { data, response } = await reveal('alice');
    expect(data).toEqual({
      secretName: 'app-creds',
      fields: [
        { key: 'host', value: '127.0.0.1', secret: false },
        { key: 'username', value: 'u1', secret: false },
        { key: 'password', value: canary, secret: true },
      ],
    });
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(portal.audit.at(-1)).toEqual({
      eventId: 'credentials-reveal',
      meta: binding.path,
      outcome: 'success',
    });
  });

  it('are refused to a guest, with an audit event', async () => {
    const { response, error } = await reveal('guest');
    expect(response.status).toBe(403);
    expect(error?.error.message).toContain('klutch.credentials.reveal');
    expect(portal.audit.at(-1)).toMatchObject({
      eventId: 'credentials-reveal',
      outcome: 'fail',
    });
  });

  it('require the reveal permission for a restore, which brings back the protected data', async () => {
    const restore = (name: 'alice' | 'bob') =>
      portal.as(name).POST('/claims', {
        params: { query: { dryRun: true } },
        body: {
          cluster,
          namespace,
          resource: 'restores.anynines.com',
          name: 'r',
          spec: { backupRef: 'b', serviceInstanceType: 'postgresql' },
        },
      });
    const refused = await restore('bob');
    expect(refused.response.status).toBe(403);
    expect(refused.error?.error.message).toMatch(
      /^You may not restore backups, which requires the right to read/,
    );
    expect((await restore('alice')).response.status).toBe(201);
  });

  it('are in no list, detail, log, signal or audit event', async () => {
    const { data: rows } = await portal.as('alice').GET('/claims', {});
    const { data: detail } = await portal
      .as('alice')
      .GET('/claims/{cluster}/{namespace}/{resource}/{name}', {
        params: binding,
      });
    expect(detail?.name).toBe('app');
    const everything = JSON.stringify([
      rows,
      detail,
      portal.log,
      portal.signals,
      portal.audit,
    ]);
    expect(everything).toContain('orders-db');
    expect(everything).not.toContain(canary);
    expect(everything).not.toContain(
      Buffer.from(canary).toString('base64').slice(0, -2),
    );
    // The uploaded kubeconfig contains a private key.
    const key = /client-key-data: (\S+)/.exec(clusters.appClusterKubeconfig);
    expect(everything).not.toContain(key?.[1]);
  });
});

describe('deleting', () => {
  const remove = (confirm: string) =>
    portal
      .as('alice')
      .DELETE('/claims/{cluster}/{namespace}/{resource}/{name}', {
        params: { ...instance('orders-db'), query: { confirm } },
      });

  it('requires the name typed', async () => {
    const { response, error } = await remove('orders');
    expect(response.status).toBe(422);
    expect(error?.error.causes?.[0]?.field).toBe('confirm');
  });

  it('deletes the instance, and its row', async () => {
    expect((await remove('orders-db')).response.status).toBe(204);
    await waitForCondition('the row is removed', async () =>
      (await rowsOf('alice')).every(({ name }) => name !== 'orders-db'),
    );
    const { response, error } = await portal
      .as('alice')
      .GET('/claims/{cluster}/{namespace}/{resource}/{name}', {
        params: instance('orders-db'),
      });
    expect(response.status).toBe(404);
    expect(error?.error.message).toMatch(/may have been deleted/);
    expect((await remove('orders-db')).response.status).toBe(404);
  });

  it('R26: leaves a service binding that reports its instance as deleted', async () => {
    const { admin } = clusters.appCluster;
    const stateOf = async () => {
      const { data } = await portal.as('alice').GET('/claims', {
        params: { query: { type: 'binding', instance: 'orders-db' } },
      });
      return data?.items.map(({ stateText }) => stateText);
    };
    expect(await stateOf()).not.toContain('Instance deleted');
    const condition = {
      status: 'True',
      reason: 'Available',
      lastTransitionTime: '2026-11-21T04:00:05Z',
    };
    await admin.mergePatch(
      defineResource({
        group: 'anynines.com',
        version: 'v1',
        plural: 'servicebindings',
        kind: 'ServiceBinding',
        namespaced: true,
      }),
      { namespace, name: 'app' },
      { status: { conditions: [{ type: 'Ready', ...condition }] } },
      { subresource: 'status' },
    );
    await waitForCondition(
      'the binding reports the deleted instance',
      async () => Boolean((await stateOf())?.includes('Instance deleted')),
    );
  });

  it('R20: is signalled without any name', () => {
    expect(portal.signals).not.toEqual([]);
    // A `platform` signal includes `claims` changes of the same batch.
    for (const signal of portal.signals) {
      expect([{ topic: 'claims' }, { topic: 'platform' }]).toContainEqual(
        signal,
      );
    }
  });
});

describe('an API that is unbound', () => {
  it('loses its rows, and can no longer be ordered', async () => {
    const { admin } = clusters.appCluster;
    const ofType = async (type: 'binding') => {
      const { data } = await portal
        .as('alice')
        .GET('/claims', { params: { query: { type, instance: 'orders-db' } } });
      return data?.items.map(({ name }) => name);
    };
    expect(await ofType('binding')).toEqual(['app']);
    await admin.delete(bindResources.bindings, {
      namespace: names.appClusterNamespace,
      name: bindings,
    });
    await waitForCondition('the rows are removed', async () =>
      Boolean((await ofType('binding'))?.length === 0),
    );
    const { response, error } = await order('late', { resource: bindings });
    expect(response.status).toBe(404);
    expect(error?.error.message).toBe(
      'Service binding is not bound on Development apps. An operator can bind it under Platform, App clusters.',
    );
  });
});

describe('another plugin', () => {
  it('cannot order, because the clusters authorize users', async () => {
    const { response, error } = await portal.service.POST('/claims', {
      body: { cluster, namespace, resource: instances, name: 'x', spec },
    });
    expect(response.status).toBe(403);
    expect(error?.error.message).toMatch(/^Only a signed-in user/);
  });
});

describe('withdrawing an API', () => {
  it('leaves its export and the objects that konnectors need for it', async () => {
    const { admin } = clusters.controlPlane;
    const roles = [`klutch-api-${bindings}`, `klutch-template-${bindings}`];
    const { response } = await portal
      .as('oscar')
      .DELETE('/platform/export-templates/{namespace}/{name}', {
        params: { path: { namespace: 'crossplane-system', name: bindings } },
      });
    expect(response.status).toBe(204);
    for (const name of roles) {
      expect(await admin.get(core.clusterRoles, { name })).toBeDefined();
    }
    await waitForCondition('the API is no longer offered', async () => {
      const { data } = await portal.as('alice').GET('/services');
      return (
        data?.items.every(({ resource }) => resource !== bindings) ?? false
      );
    });
    const { data } = await portal.as('oscar').GET('/platform/exports');
    expect(
      data?.items.map(({ cluster: id, name }) => [id, name]),
    ).toContainEqual([cluster, bindings]);
  });

  it('R27: can still be ordered where it is bound, and is listed there', async () => {
    const oscar = portal.as('oscar');
    // Objects from earlier tests are refused as duplicates or remain unchanged.
    await oscar.POST('/platform/app-clusters', {
      body: {
        id: cluster,
        title: 'Development apps',
        kubeconfig: clusters.appClusterKubeconfig,
      },
    });
    const found = async () => {
      const { data } = await portal.as('alice').GET('/services');
      return data?.items.find(({ resource }) => resource === backups);
    };
    await waitForCondition('the API is offered', async () => {
      await oscar.POST('/platform/export-templates', {
        body: { resource: backups, claims: [] },
      });
      return Boolean(await found());
    });
    await oscar.POST('/platform/app-clusters/{cluster}/bindings', {
      params: { path: { cluster } },
      body: { resource: backups },
    });
    await installApi(clusters.appCluster.admin, 'backups');
    await waitForCondition('the service can be ordered', async () => {
      const { response } = await portal
        .as('alice')
        .GET('/app-clusters/{cluster}/namespaces', {
          params: { path: { cluster }, query: { resource: backups } },
        });
      return response.ok && (await found())?.clusters[0]?.bound === true;
    });
    expect(await found()).toMatchObject({ offered: true });

    const withdrawn = await oscar.DELETE(
      '/platform/export-templates/{namespace}/{name}',
      { params: { path: { namespace: 'crossplane-system', name: backups } } },
    );
    expect(withdrawn.response.status).toBe(204);
    await waitForCondition('the API is no longer offered', async () => {
      const { data } = await oscar.GET('/platform/apis');
      const api = data?.items.find(({ resource }) => resource === backups);
      return api?.offered === false;
    });
    expect(await found()).toMatchObject({
      offered: false,
      clusters: [{ id: cluster, bound: true }],
    });
    const detail = await portal
      .as('alice')
      .GET('/services/{resource}', { params: { path: { resource: backups } } });
    expect(detail.data?.offered).toBe(false);
    const { error, response } = await order('after-withdrawal', {
      resource: backups,
      spec: { instanceRef: 'orders-db', serviceInstanceType: 'postgresql' },
    });
    expect({ error, status: response.status }).toEqual({ status: 201 });
  });

  it('R09: claims by which app clusters create Secrets are not offered without the policy that restricts these Secrets', async () => {
    const resource = 'messagequeues.anynines.com';
    const { admin } = clusters.controlPlane;
    const [, policyBinding] = tenantAdmissionPolicy();
    const policyBindings = defineResource({
      group: 'admissionregistration.k8s.io',
      version: 'v1',
      plural: 'validatingadmissionpolicybindings',
      kind: policyBinding.kind,
      namespaced: false,
    });
    const offer = (selector: object) =>
      portal.as('oscar').POST('/platform/export-templates', {
        body: {
          resource,
          claims: [{ group: '', resource: 'secrets', version: 'v1', selector }],
        },
      });
    const name = `klutch-api-${resource}`;
    await admin.delete(policyBindings, {
      name: policyBinding.metadata.name ?? '',
    });
    try {
      const { error, response } = await offer({});
      expect(response.status).toBe(409);
      expect(JSON.stringify(error)).toContain(
        'kind: ValidatingAdmissionPolicyBinding',
      );
      expect(await admin.get(core.clusterRoles, { name })).toBeUndefined();
    } finally {
      await apply(admin, [policyBinding]);
    }
    expect((await offer({})).error).toBeUndefined();
    expect(await admin.get(core.clusterRoles, { name })).toBeDefined();
    await portal
      .as('oscar')
      .DELETE('/platform/export-templates/{namespace}/{name}', {
        params: { path: { namespace: 'crossplane-system', name: resource } },
      });
    await waitForCondition('the API is withdrawn', async () => {
      const { data } = await portal.as('oscar').GET('/platform/apis');
      const api = data?.items.find(item => item.resource === resource);
      return api?.offered === false;
    });
  });

  it('deletes the roles when the API is unused', async () => {
    const resource = 'messagequeues.anynines.com';
    const { admin } = clusters.controlPlane;
    const roles = [`klutch-api-${resource}`, `klutch-template-${resource}`];
    const found = () =>
      Promise.all(roles.map(name => admin.get(core.clusterRoles, { name })));
    await portal.as('oscar').POST('/platform/export-templates', {
      body: { resource, claims: [] },
    });
    expect(await found()).not.toContain(undefined);
    await portal
      .as('oscar')
      .DELETE('/platform/export-templates/{namespace}/{name}', {
        params: { path: { namespace: 'crossplane-system', name: resource } },
      });
    expect(await found()).toEqual([undefined, undefined]);
  });
});

describe('a binding in progress', () => {
  it('reports what it waits for', async () => {
    const api = { group: 'anynines.com', resource: 'messagequeues' };
    const resource = 'messagequeues.anynines.com';
    const { admin } = clusters.controlPlane;
    const [template, ...roles] = planTemplate(api);
    const byOperator = { fieldManager: 'operator', force: true };
    await admin.apply(bindResources.templates, template, byOperator);

    const binding = portal
      .as('oscar')
      .POST('/platform/app-clusters/{cluster}/bindings', {
        params: { path: { cluster } },
        body: { resource },
      });
    const request = async () => {
      const { data } = await portal
        .as('oscar')
        .GET('/platform/export-requests');
      return data?.items.find(({ resources }) => resources.includes(resource));
    };
    await waitForCondition('the message names the missing role', async () =>
      Boolean((await request())?.message?.includes(`klutch-api-${resource}`)),
    );
    expect(await request()).toMatchObject({ cluster, phase: 'Pending' });

    for (const role of roles) {
      await admin.apply(core.clusterRoles, role, byOperator);
    }
    expect((await binding).response.status).toBe(201);
    await waitForCondition(
      'the request succeeds',
      async () => (await request())?.phase === 'Succeeded',
    );
  });
});

describe('the binding handshake', () => {
  it("is served without sign-in at the portal, beside the portal's own routes", async () => {
    const answer = await fetch(`${portal.url}/binding/export`);
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
      `${portal.url}/binding/authorize?p=4000&s=abc123&c=apps1`,
    );
    expect(page.status).toBe(503);
    expect(await page.text()).toContain('is not available');
    const withoutSignIn = { authorization: mockCredentials.none.header() };
    const own = await fetch(`${portal.url}/claims`, { headers: withoutSignIn });
    expect(own.status).toBe(401);
  });

  it('audits refusals', async () => {
    const answer = await fetch(`${portal.url}/binding/bind-noninteractive`, {
      method: 'POST',
      headers: {
        authorization: 'Bearer canary.canary.canary',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ clusterID: 'apps1', apis: [] }),
    });
    expect(answer.status).toBe(401);
    await waitForCondition('the audit event', async () =>
      portal.audit.some(
        ({ eventId, outcome }) =>
          eventId.startsWith('binding-') && outcome === 'fail',
      ),
    );
    expect(JSON.stringify([portal.audit, portal.log])).not.toContain('canary');
  });
});
