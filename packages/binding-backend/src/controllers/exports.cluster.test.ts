import { core, type KubeClient } from '@klutch/kube';
import {
  bindResources,
  annotations,
  getCondition,
  names,
  type ApiResource,
} from '@klutch/bind-api';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { itLong } from '@klutch/local-clusters/src/testing/describeLong';
import { backendConditions, grantsAnnotation } from '../backendNames';
import { isGranted } from '../policy/grants';
import { templateRoles } from '../roles/templateRole';
import {
  byOperator,
  eventually,
  fakeClock,
} from '../testing/__testUtils__/controlPlane';
import {
  startOneTenant,
  type OneTenant,
} from '../testing/__testUtils__/oneTenant';
import { enforceTenantPolicy } from '../testing/__testUtils__/admissionPolicy';
import {
  exportName,
  startTenant,
  waitForCondition,
  type TestTenant,
} from '../testing/__testUtils__/tenant';
import {
  configMapsClaim,
  databases,
  databasesCrd,
  databasesExport,
  databasesTemplate,
  secretsClaim,
} from '../testing/samples';

jest.setTimeout(90_000);

let on: OneTenant;
beforeAll(async () => {
  on = await startOneTenant('exports');
});
afterAll(() => on?.stop());

/** An API without a template. */
const notOffered = { ...databases, resource: 'nothing' };

/** Creates an export request; returns its name. */
const createRequest = async (
  client: KubeClient,
  namespace: string,
  resources: ApiResource[],
) => {
  const { metadata } = await client.create(bindResources.requests, {
    apiVersion: names.apiVersion,
    kind: bindResources.requests.kind,
    metadata: { generateName: 'test-', namespace },
    spec: { resources },
  });
  return metadata.name ?? '';
};

describe('an export request', () => {
  it('reports at once that no template offers the API, and fails with a message within its minute (B10)', async () => {
    const { namespace } = on.tenant;
    const name = await createRequest(on.admin, namespace, [notOffered]);
    const pending = await eventually('a condition', async () => {
      const request = await on.plane.getRequest(namespace, name);
      return getCondition(request?.status?.conditions, 'ExportsReady');
    });
    expect(pending).toMatchObject({
      status: 'False',
      reason: 'TemplateNotFound',
      message: expect.stringContaining('is not offered'),
    });

    const clock = fakeClock();
    clock.advance(58);
    const later = await on.plane.backend({ now: clock.now });
    const failed = await eventually('the failure', async () => {
      const request = await on.plane.getRequest(namespace, name);
      return request?.status?.phase === 'Failed' && request;
    });
    expect(failed.status?.terminalMessage).toContain('is not offered');
    await later.stop();
  });

  it('contains the YAML of missing rights, and continues automatically once they are granted', async () => {
    const one = await startTenant(on.plane, on.backend, 'unprepared');
    const { namespace } = one;
    const template = databasesTemplate([secretsClaim]);
    await on.admin.apply(bindResources.templates, template, byOperator);
    for (const { metadata } of templateRoles(template)) {
      await on.admin.delete(core.clusterRoles, { name: metadata.name ?? '' });
    }
    await eventually(
      'the backend may not grant the rights',
      async () => !(await on.plane.portal.canI({ ...databases, verb: 'list' })),
    );
    const name = await on.plane.request(namespace);
    const pending = await eventually('the missing rights', async () => {
      const request = await on.plane.getRequest(namespace, name);
      const found = getCondition(request?.status?.conditions, 'ExportsReady');
      return found?.reason === 'MissingRights' && found;
    });
    expect(pending.message).toContain('kind: ClusterRole');
    expect(pending.message).toContain(`klutch-api-${exportName}`);
    expect(pending.message).toContain(`klutch-template-${exportName}`);
    expect(await one.getExport()).toBeUndefined();

    await on.plane.offer([secretsClaim]);
    await eventually('success', async () => {
      const request = await on.plane.getRequest(namespace, name);
      return request?.status?.phase === 'Succeeded';
    });
    const created = await one.waitForExport('the export', found => found);
    const expected = databasesExport(namespace, [secretsClaim]);
    expect(created.spec).toMatchObject(expected.spec);
    expect(created.metadata.annotations).toMatchObject(
      expected.metadata.annotations ?? {},
    );
    await waitForCondition(
      'ProviderInSync',
      () => one.exportCondition('ProviderInSync'),
      found => found?.status === 'True',
    );
    await one.client.close();
  });

  it('is deleted ten minutes after its creation', async () => {
    const clock = fakeClock();
    clock.advance(598);
    const name = await on.plane.request(on.tenant.namespace);
    expect(await on.plane.getRequest(on.tenant.namespace, name)).toBeDefined();
    const later = await on.plane.backend({ now: clock.now });
    await eventually(
      'the removal',
      async () => !(await on.plane.getRequest(on.tenant.namespace, name)),
    );
    await later.stop();
    expect(
      await on.plane.getRequest(on.tenant.namespace, name),
    ).toBeUndefined();
  });

  it.each([
    ['has no identity', {}],
    [
      'has a copied identity under another name',
      { [annotations.identity]: 'https://id.test#alice#apps' },
    ],
  ])('is refused in a namespace that %s', async (_, marks) => {
    const { metadata } = await on.admin.create(core.namespaces, {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { generateName: 'mallorys-', annotations: marks },
    });
    const namespace = metadata.name ?? '';
    const name = await on.plane.request(namespace);
    const message = await eventually('the refusal', async () => {
      const request = await on.plane.getRequest(namespace, name);
      return request?.status?.terminalMessage;
    });
    expect(message).toContain('no cluster namespace');
  });
});

describe('an export request for an API with a restricted audience', () => {
  let stranger: TestTenant;
  beforeAll(async () => {
    await on.tenant.ensureExported();
    await on.plane.offerTo('team-a');
    stranger = await startTenant(on.plane, on.backend, 'bob');
  });
  afterAll(async () => {
    await stranger?.client.close();
    await on.plane.offerTo(null);
  });

  const answerTo = (name: string, { namespace }: TestTenant) =>
    eventually('an answer', async () => {
      const request = await on.plane.getRequest(namespace, name);
      return getCondition(request?.status?.conditions, 'ExportsReady');
    });
  const waitForSuccess = (name: string, { namespace }: TestTenant) =>
    eventually('success', async () => {
      const request = await on.plane.getRequest(namespace, name);
      return request?.status?.phase === 'Succeeded';
    });

  it("is refused with an app cluster's own token, until a permitted user consents (B4)", async () => {
    const { client, namespace } = stranger;
    const refused = await answerTo(
      await createRequest(client, namespace, [databases, notOffered]),
      stranger,
    );
    const missing = await answerTo(
      await createRequest(client, namespace, [notOffered]),
      stranger,
    );
    expect({ ...refused, lastTransitionTime: '' }).toEqual({
      ...missing,
      lastTransitionTime: '',
      message: missing.message?.replaceAll('nothing', 'databases'),
    });
    expect(refused.status).toBe('False');
    expect(await stranger.getExport()).toBeUndefined();

    const name = await on.plane.request(namespace);
    await answerTo(name, stranger);
    await on.backend.provision({ subject: 'bob', clusterId: 'apps' }, [
      databases,
    ]);
    await waitForSuccess(name, stranger);
    expect(await stranger.getExport()).toBeDefined();
  });

  it('cannot be permitted by an app cluster that writes the consent itself', async () => {
    const key = {
      namespace: on.tenant.namespace,
      name: names.kubeconfigSecret,
    };
    const metadata = { annotations: { [grantsAnnotation]: '{}' } };
    await expect(
      on.tenant.client.mergePatch(core.secrets, key, { metadata }),
    ).rejects.toMatchObject({ code: 403 });
  });

  it('keeps earlier exports unchanged', async () => {
    const before = await on.tenant.getExport();
    await waitForSuccess(
      await on.plane.request(on.tenant.namespace),
      on.tenant,
    );
    expect((await on.tenant.getExport())?.metadata.uid).toBe(
      before?.metadata.uid,
    );
  });

  it('records each API when users consent to several concurrently', async () => {
    const identity = { subject: 'carol', clusterId: 'apps' };
    const others = ['a', 'b', 'c'].map(resource => ({ group: '', resource }));
    const { namespace } = await on.backend.provision(identity);
    await Promise.all(others.map(api => on.backend.provision(identity, [api])));
    const key = { namespace, name: names.kubeconfigSecret };
    const secret = await on.admin.get(core.secrets, key);
    for (const api of others) {
      expect(isGranted(secret, api, new Date())).toBe(true);
    }
  });
});

itLong(
  'R09: a claim by which app clusters create Secrets waits for the policy, which refuses Secrets with non-expiring tokens',
  async () => {
    const unowned = { ...secretsClaim, selector: {} };
    await on.plane.offer([unowned]);
    const one = await startTenant(on.plane, on.backend, 'maker');
    const { client, namespace } = one;
    const name = await on.plane.request(namespace);
    const pending = await eventually('the refusal', async () => {
      const request = await on.plane.getRequest(namespace, name);
      const found = getCondition(request?.status?.conditions, 'ExportsReady');
      return found?.reason === 'MissingAdmissionPolicy' && found;
    });
    expect(pending.message).toContain('kind: ValidatingAdmissionPolicyBinding');
    expect(await one.getExport()).toBeUndefined();

    // The claim is restricted now, but not the role that was applied for the former claim.
    const limited = databasesTemplate([secretsClaim]);
    await on.admin.apply(bindResources.templates, limited, byOperator);
    const again = await on.plane.request(namespace);
    await eventually('the refusal, by the role', async () => {
      const request = await on.plane.getRequest(namespace, again);
      const found = getCondition(request?.status?.conditions, 'ExportsReady');
      return found?.reason === 'MissingAdmissionPolicy';
    });
    expect(await one.getExport()).toBeUndefined();
    await on.plane.offer([unowned]);

    await enforceTenantPolicy(on.admin);
    await one.waitForExport('the export', found => found);
    await one.claimNamespace('team-a');
    const where = await one.waitForServiceNamespace('team-a');
    await one.waitForGrant(where);
    await eventually('its konnector may create Secrets', () =>
      client.canI({
        verb: 'create',
        group: '',
        resource: 'secrets',
        namespace: where,
      }),
    );
    const annotated = { 'kubernetes.io/service-account.name': 'default' };
    const secret = (type: string) => ({
      apiVersion: 'v1',
      kind: 'Secret',
      type,
      metadata: {
        namespace: where,
        generateName: 'made-',
        annotations: annotated,
      },
    });
    const make = (by: typeof client, type: string) =>
      by.create(core.secrets, secret(type));
    await eventually('default service account', () =>
      on.admin.get(core.serviceAccounts, { namespace: where, name: 'default' }),
    );
    for (const type of [
      'kubernetes.io/service-account-token',
      'bootstrap.kubernetes.io/token',
    ]) {
      await expect(make(client, type)).rejects.toThrow(
        'App clusters may not write Secrets of type',
      );
    }
    await expect(make(client, 'Opaque')).resolves.toMatchObject({
      type: 'Opaque',
    });
    await expect(
      make(on.admin, 'kubernetes.io/service-account-token'),
    ).resolves.toHaveProperty('metadata.name');
    await on.plane.offer([secretsClaim]);
    await client.close();
  },
);

describe('an export', () => {
  beforeAll(() => on.tenant.ensureExported());

  it("follows the CRD and the template's claims, and its rights follow too", async () => {
    const one = await startTenant(on.plane, on.backend, 'follower');
    await one.ensureExported();
    await one.claimNamespace('team-a');
    const where = await one.waitForServiceNamespace('team-a');
    const before = await on.tenant.waitForExport('the export', found => found);
    await on.plane.installCrd(
      databasesCrd({ size: { type: 'string' }, zone: { type: 'string' } }),
    );
    const changed = await on.tenant.waitForExport('the new schema', found =>
      JSON.stringify(found.spec.versions).includes('zone'),
    );
    expect(changed.metadata.annotations?.[annotations.sourceSpecHash]).not.toBe(
      before.metadata.annotations?.[annotations.sourceSpecHash],
    );

    const claims = [secretsClaim, configMapsClaim];
    await on.plane.offer(claims);
    await on.tenant.waitForExport('the new claim', found =>
      found.spec.permissionClaims?.some(
        ({ resource }) => resource === 'configmaps',
      ),
    );
    const mayWriteConfigMaps = () =>
      one.client.canI({
        verb: 'create',
        group: '',
        resource: 'configmaps',
        namespace: where,
      });
    await eventually('the rights follow', mayWriteConfigMaps);
    await on.plane.offer([secretsClaim]);
    await eventually(
      'the rights are removed',
      async () => !(await mayWriteConfigMaps()),
    );
    await on.plane.installCrd(databasesCrd());
    await one.client.close();
  });

  it('is kept while its CRD is missing, and reports the missing CRD (B11)', async () => {
    const before = await on.tenant.waitForExport('the export', found => found);
    await on.admin.delete(core.customResourceDefinitions, { name: exportName });
    await waitForCondition(
      'the condition',
      () => on.tenant.exportCondition('ProviderInSync'),
      found => found?.reason === 'CustomResourceDefinitionNotFound',
    );
    await eventually(
      'the CRD is deleted',
      async () =>
        !(await on.admin.get(core.customResourceDefinitions, {
          name: exportName,
        })),
    );
    await on.plane.installCrd(databasesCrd());
    await waitForCondition(
      'ProviderInSync',
      () => on.tenant.exportCondition('ProviderInSync'),
      found => found?.status === 'True',
    );
    expect((await on.tenant.getExport())?.metadata.uid).toBe(
      before.metadata.uid,
    );
  });

  it('is kept and marked when its template is deleted, and is not bound again', async () => {
    const before = await on.tenant.waitForExport('the export', found => found);
    await on.admin.delete(bindResources.templates, {
      namespace: 'default',
      name: exportName,
    });
    await waitForCondition(
      'the mark',
      () => on.tenant.exportCondition(backendConditions.withdrawn),
      found => found?.status === 'True',
    );
    const name = await on.plane.request(on.tenant.namespace);
    await eventually('the request is refused', async () => {
      const request = await on.plane.getRequest(on.tenant.namespace, name);
      const found = getCondition(request?.status?.conditions, 'ExportsReady');
      return found?.reason === 'TemplateNotFound';
    });
    expect((await on.tenant.getExport())?.metadata.uid).toBe(
      before.metadata.uid,
    );

    await on.plane.offer([secretsClaim]);
    await waitForCondition(
      'the condition Withdrawn is removed',
      () => on.tenant.exportCondition(backendConditions.withdrawn),
      found => !found,
    );
    await eventually('the waiting request succeeds', async () => {
      const request = await on.plane.getRequest(on.tenant.namespace, name);
      return request?.status?.phase === 'Succeeded';
    });
  });
});
