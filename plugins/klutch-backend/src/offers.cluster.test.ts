/**
 * APIs that operators offer, bind and withdraw. Each test registers the same real cluster as an app cluster of its own;
 * registrations and bindings are deleted after each test.
 */
import { bindResources } from '@klutch/bind-api';
import {
  planTemplate,
  policyAnnotations,
  tenantAdmissionPolicy,
} from '@klutch/binding-backend';
import { core, defineResource } from '@klutch/kube';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import {
  describeLong,
  itLong,
} from '@klutch/local-clusters/src/testing/describeLong';
import { apply, deleteBindings } from './testing/__testUtils__/clusters';
import {
  backups,
  bindings,
  instances,
  PortalFixture,
  queues,
  restores,
} from './testing/__testUtils__/PortalFixture';
import { sampleCrds } from './testing/__testUtils__/samples';
import { eventually } from './testing/__testUtils__/eventually';

jest.setTimeout(120_000);

const all = [instances, bindings, backups, restores];
let fixture: PortalFixture;
const controlPlane = () => fixture.clusters.controlPlane.admin;
const appCluster = () => fixture.clusters.appCluster.admin;

beforeAll(async () => {
  fixture = await PortalFixture.start();
  await fixture.waitUntilWatched();
});
afterEach(async () => {
  await fixture.unregisterAll();
  for (const { resource } of await fixture.templates()) {
    if (!all.includes(resource)) await fixture.withdraw(resource);
  }
});
afterAll(() => fixture?.stop());

describe('an operator', () => {
  it('offers APIs with their permission claims', async () => {
    for (const { resource } of await fixture.templates())
      await fixture.withdraw(resource);
    for (const resource of all) {
      const api = (await fixture.apis()).find(
        item => item.resource === resource,
      );
      const { response, error } = await fixture.offer(
        resource,
        api?.suggestedClaims,
      );
      expect({ status: response.status, error }).toEqual({ status: 201 });
    }
    await eventually(
      'the templates are watched',
      async () => (await fixture.templates()).length === all.length,
    );
    expect(
      (await fixture.templates()).map(({ resource, claims }) => [
        resource,
        claims.map(({ text }) => text),
      ]),
    ).toEqual([
      [backups, []],
      [instances, []],
      [restores, []],
      [bindings, ["May place Secrets into the app cluster's namespaces"]],
    ]);
  });

  it('registers an app cluster and binds APIs to it', async () => {
    await fixture.offered(all);
    const { data, error } = await fixture.register('apps-dev');
    expect(error).toBeUndefined();
    expect(data).toMatchObject({
      id: 'apps-dev',
      reachability: { reachable: true },
      clusterNamespace: expect.stringMatching(/^cluster-/),
    });
    for (const resource of all) {
      const { response, error: refusal } = await fixture.bind(
        'apps-dev',
        resource,
      );
      expect({ status: response.status, refusal }).toEqual({ status: 201 });
    }
    await fixture.install(all);
    await fixture.waitUntilOrderable('apps-dev', all);
  });

  it('cannot bind an API for other users, as if the API did not exist', async () => {
    await fixture.registered('apps-others');
    const bind = () => fixture.bind('apps-others', queues);
    const error = expect.stringContaining(`${queues} is not offered to you`);
    const refused = {
      name: 'NotFoundError',
      message: error,
      reason: 'BindingNotOffered',
      params: { error },
    };
    expect((await bind()).error?.error).toEqual(refused);

    const { data: template } = await fixture.offer(queues);
    await controlPlane().mergePatch(
      bindResources.templates,
      { namespace: template?.namespace ?? '', name: template?.name ?? '' },
      {
        metadata: {
          annotations: {
            [policyAnnotations.groups]: 'group:default/others, operators',
          },
        },
      },
    );
    expect((await bind()).error?.error).toEqual(refused);
    const { items: exports } = await controlPlane().list(bindResources.exports);
    expect(exports.map(({ metadata }) => metadata.name)).not.toContain(queues);
    const role = { name: `klutch-portal-${queues}` };
    expect(await appCluster().get(core.clusterRoles, role)).toBeUndefined();
  });
});

describe('an API that is unbound', () => {
  it('loses its rows, and can no longer be ordered', async () => {
    const cluster = 'apps-unbound';
    await fixture.bound(cluster, [bindings]);
    const rows = async () => {
      const { data } = await fixture.alice().GET('/claims', {
        params: { query: { type: 'binding', instance: 'orders-unbound' } },
      });
      return data?.items.map(({ name }) => name);
    };
    await fixture.orderedBinding(cluster, 'app', 'orders-unbound');
    expect(await rows()).toEqual(['app']);
    await deleteBindings(appCluster());
    await eventually(
      'the rows are removed',
      async () => (await rows())?.length === 0,
    );
    const { response, error } = await fixture.order(cluster, 'late', {
      resource: bindings,
    });
    expect(response.status).toBe(404);
    expect(error?.error.message).toBe(
      'Service binding is not bound on Development apps. A platform operator can bind it under Data platform, App clusters.',
    );
  });
});

describe('withdrawing an API', () => {
  it('leaves its export and the objects that konnectors need for it', async () => {
    const cluster = 'apps-withdrawn';
    await fixture.bound(cluster, [bindings]);
    await deleteBindings(appCluster());
    const roles = [`klutch-api-${bindings}`, `klutch-template-${bindings}`];
    expect((await fixture.withdraw(bindings)).response.status).toBe(204);
    for (const name of roles) {
      expect(
        await controlPlane().get(core.clusterRoles, { name }),
      ).toBeDefined();
    }
    await eventually(
      'the service is no longer listed',
      async () => !(await fixture.service(bindings)),
    );
    const { data } = await fixture.oscar().GET('/platform/exports');
    expect(
      data?.items.map(({ cluster: id, name }) => [id, name]),
    ).toContainEqual([cluster, bindings]);
  });

  itLong(
    'R27: can still be ordered where it is bound, and is listed there',
    async () => {
      const cluster = 'apps-kept';
      await fixture.bound(cluster, [backups]);
      expect(await fixture.service(backups)).toMatchObject({ offered: true });

      expect((await fixture.withdraw(backups)).response.status).toBe(204);
      expect(await fixture.service(backups)).toMatchObject({
        offered: false,
        clusters: [{ id: cluster, bound: true }],
      });
      const detail = await fixture.alice().GET('/services/{resource}', {
        params: { path: { resource: backups } },
      });
      expect(detail.data?.offered).toBe(false);
      const { error, response } = await fixture.order(
        cluster,
        'after-withdrawal',
        {
          resource: backups,
          spec: { instanceRef: 'orders-db', serviceInstanceType: 'postgresql' },
        },
      );
      expect({ error, status: response.status }).toEqual({ status: 201 });
    },
  );

  it('R09: claims by which app clusters create Secrets are not offered without the policy that restricts these Secrets', async () => {
    const [, policyBinding] = tenantAdmissionPolicy();
    const policyBindings = defineResource({
      group: 'admissionregistration.k8s.io',
      version: 'v1',
      plural: 'validatingadmissionpolicybindings',
      kind: policyBinding.kind,
      namespaced: false,
    });
    const offer = () =>
      fixture.oscar().POST('/platform/export-templates', {
        body: {
          resource: queues,
          claims: [
            { group: '', resource: 'secrets', version: 'v1', selector: {} },
          ],
        },
      });
    const role = { name: `klutch-api-${queues}` };
    await controlPlane().delete(policyBindings, {
      name: policyBinding.metadata.name ?? '',
    });
    try {
      const { error, response } = await offer();
      expect(response.status).toBe(409);
      expect(JSON.stringify(error)).toContain(
        'kind: ValidatingAdmissionPolicyBinding',
      );
      expect(await controlPlane().get(core.clusterRoles, role)).toBeUndefined();
    } finally {
      await apply(controlPlane(), [policyBinding]);
    }
    expect((await offer()).error).toBeUndefined();
    expect(await controlPlane().get(core.clusterRoles, role)).toBeDefined();
  });

  it('deletes the roles when the API is unused', async () => {
    const roles = [`klutch-api-${queues}`, `klutch-template-${queues}`];
    const found = () =>
      Promise.all(
        roles.map(name => controlPlane().get(core.clusterRoles, { name })),
      );
    await fixture.offer(queues);
    expect(await found()).not.toContain(undefined);
    await fixture.withdraw(queues);
    expect(await found()).toEqual([undefined, undefined]);
  });
});

describe('the health of the control plane', () => {
  const healthFor = (user: 'oscar' | 'mallory') =>
    fixture.portal.as(user).GET('/platform/control-plane-health');

  it('says that Crossplane is missing', async () => {
    expect((await healthFor('oscar')).data).toMatchObject({
      problems: [
        {
          severity: 'error',
          message: 'Crossplane is not installed on this cluster.',
        },
      ],
    });
  });

  it('is refused to users without rights on the control plane', async () => {
    const { response, error } = await healthFor('mallory');
    expect(response.status).toBe(403);
    expect(error?.error.message).toMatch(
      /^You may not check the control plane\..*klutch:mallory\.$/,
    );
  });
});

describeLong('a binding in progress', () => {
  const api = { group: 'anynines.com', resource: 'streams' };
  const resource = 'streams.anynines.com';

  /** An API that only this test binds: exports remain, and with them the roles that other tests expect to be deleted. */
  async function createApi() {
    const crds = sampleCrds
      .filter(({ metadata }) => metadata.name === queues)
      .map(crd => ({
        ...crd,
        metadata: { name: resource },
        spec: {
          ...crd.spec,
          names: { kind: 'Stream', plural: 'streams', singular: 'stream' },
        },
      }));
    await apply(controlPlane(), crds);
    await eventually('the API is known', async () =>
      (await fixture.apis()).some(item => item.resource === resource),
    );
  }

  it('reports what it waits for', async () => {
    const cluster = 'apps-pending';
    await Promise.all([createApi(), fixture.registered(cluster)]);
    const [template, ...roles] = planTemplate(api);
    const byOperator = { fieldManager: 'operator', force: true };
    await controlPlane().apply(bindResources.templates, template, byOperator);

    const binding = fixture.bind(cluster, resource);
    const request = async () => {
      const { data } = await fixture.oscar().GET('/platform/export-requests');
      return data?.items.find(({ resources }) => resources.includes(resource));
    };
    await eventually('the message names the missing role', async () =>
      Boolean((await request())?.message?.includes(`klutch-api-${resource}`)),
    );
    expect(await request()).toMatchObject({ cluster, phase: 'Pending' });

    for (const role of roles) {
      await controlPlane().apply(core.clusterRoles, role, byOperator);
    }
    expect((await binding).response.status).toBe(201);
    await eventually(
      'the request succeeds',
      async () => (await request())?.phase === 'Succeeded',
    );
  });
});
