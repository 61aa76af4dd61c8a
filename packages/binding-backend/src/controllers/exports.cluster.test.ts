import { core } from '@klutch/kube';
import {
  bindResources,
  annotations,
  getCondition,
  names,
} from '@klutch/bind-api';
import type { KubeClient } from '@klutch/kube';
import { backendConditions, grantsAnnotation } from '../backendNames';
import { isGranted } from '../policy/grants';
import { tenantRules } from '../roles/tenantRole';
import {
  byOperator,
  eventually,
  shiftedClock,
  startControlPlane,
  type RunningBackend,
  type TestControlPlane,
} from '../testing/__testUtils__/controlPlane';
import {
  exportName,
  startTenant,
  untilCondition,
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

let plane: TestControlPlane;
let admin: KubeClient;
let tenant: TestTenant;
let backend: RunningBackend;

beforeAll(async () => {
  plane = await startControlPlane('exports');
  admin = plane.admin;
  backend = await plane.backend();
  tenant = await startTenant(plane, backend);
});
afterAll(async () => {
  await tenant?.client.close();
  await plane?.stop();
});

describe('an export request', () => {
  it('says at once that nothing offers the API, and fails in words within its minute (B10)', async () => {
    const name = await plane.request(tenant.namespace);
    const pending = await eventually('a condition', async () => {
      const request = await plane.getRequest(tenant.namespace, name);
      return getCondition(request?.status?.conditions, 'ExportsReady');
    });
    expect(pending).toMatchObject({
      status: 'False',
      reason: 'TemplateNotFound',
      message: expect.stringContaining('is not offered'),
    });

    const clock = shiftedClock();
    clock.forward(58);
    const later = await plane.backend({ now: clock.now });
    const failed = await eventually('the failure', async () => {
      const request = await plane.getRequest(tenant.namespace, name);
      return request?.status?.phase === 'Failed' && request;
    });
    expect(failed.status?.terminalMessage).toContain('is not offered');
    await later.stop();
  });

  it('carries the YAML of the rights that the backend lacks, and goes on by itself once they are there', async () => {
    const template = databasesTemplate([secretsClaim]);
    await admin.apply(bindResources.templates, template, byOperator);
    const name = await plane.request(tenant.namespace);
    const pending = await eventually('the missing rights', async () => {
      const request = await plane.getRequest(tenant.namespace, name);
      const found = getCondition(request?.status?.conditions, 'ExportsReady');
      return found?.reason === 'MissingRights' && found;
    });
    expect(pending.message).toContain('kind: ClusterRole');
    expect(pending.message).toContain(`klutch-template-${exportName}`);
    expect(await tenant.getExport()).toBeUndefined();

    await plane.offer([secretsClaim]);
    await eventually('success', async () => {
      const request = await plane.getRequest(tenant.namespace, name);
      return request?.status?.phase === 'Succeeded';
    });
    const made = await tenant.untilExport('the export', found => found);
    const expected = databasesExport(tenant.namespace, [secretsClaim]);
    expect(made.spec).toMatchObject(expected.spec);
    expect(made.metadata.annotations).toMatchObject(
      expected.metadata.annotations ?? {},
    );
    await untilCondition(
      'ProviderInSync',
      () => tenant.exportCondition('ProviderInSync'),
      found => found?.status === 'True',
    );
    await tenant.untilRules(tenantRules([expected]));
  });

  it('is removed ten minutes after it was made', async () => {
    const clock = shiftedClock();
    clock.forward(598);
    const name = await plane.request(tenant.namespace);
    expect(await plane.getRequest(tenant.namespace, name)).toBeDefined();
    const later = await plane.backend({ now: clock.now });
    await eventually(
      'the removal',
      async () => !(await plane.getRequest(tenant.namespace, name)),
    );
    await later.stop();
    expect(await plane.getRequest(tenant.namespace, name)).toBeUndefined();
  });

  it('is refused outside of cluster namespaces', async () => {
    const name = await plane.request('default');
    const message = await eventually('the refusal', async () => {
      const request = await plane.getRequest('default', name);
      return request?.status?.terminalMessage;
    });
    expect(message).toContain('no cluster namespace');
  });
});

describe('an export request for what is for some people only', () => {
  let stranger: TestTenant;
  beforeAll(async () => {
    await tenant.exported();
    await plane.offerTo('team-a');
    stranger = await startTenant(plane, backend, 'bob');
  });
  afterAll(async () => {
    await stranger?.client.close();
    await plane.offerTo(null);
  });

  const answerTo = (name: string, { namespace }: TestTenant) =>
    eventually('an answer', async () => {
      const request = await plane.getRequest(namespace, name);
      return getCondition(request?.status?.conditions, 'ExportsReady');
    });
  const untilSucceeded = (name: string, { namespace }: TestTenant) =>
    eventually('success', async () => {
      const request = await plane.getRequest(namespace, name);
      return request?.status?.phase === 'Succeeded';
    });

  it("is refused with an app cluster's own token, until one of them consents (B4)", async () => {
    const { client, namespace } = stranger;
    const asked = await client.create(bindResources.requests, {
      apiVersion: names.apiVersion,
      kind: bindResources.requests.kind,
      metadata: { generateName: 'mine-', namespace },
      spec: { resources: [databases, { ...databases, resource: 'nothing' }] },
    });
    const refused = await answerTo(asked.metadata.name ?? '', stranger);
    const { metadata } = await client.create(bindResources.requests, {
      apiVersion: names.apiVersion,
      kind: bindResources.requests.kind,
      metadata: { generateName: 'none-', namespace },
      spec: { resources: [{ ...databases, resource: 'nothing' }] },
    });
    const missing = await answerTo(metadata.name ?? '', stranger);
    expect({ ...refused, lastTransitionTime: '' }).toEqual({
      ...missing,
      lastTransitionTime: '',
      message: missing.message?.replaceAll('nothing', 'databases'),
    });
    expect(refused.status).toBe('False');
    expect(await stranger.getExport()).toBeUndefined();

    const name = await plane.request(namespace);
    await answerTo(name, stranger);
    await backend.provision({ subject: 'bob', clusterId: 'apps' }, [databases]);
    await untilSucceeded(name, stranger);
    expect(await stranger.getExport()).toBeDefined();
  });

  it('cannot be let in by an app cluster that writes the consent itself', async () => {
    const key = { namespace: tenant.namespace, name: names.kubeconfigSecret };
    const metadata = { annotations: { [grantsAnnotation]: '{}' } };
    await expect(
      tenant.client.mergePatch(core.secrets, key, { metadata }),
    ).rejects.toMatchObject({ code: 403 });
  });

  it('finds what was exported before as it was', async () => {
    const before = await tenant.getExport();
    await untilSucceeded(await plane.request(tenant.namespace), tenant);
    expect((await tenant.getExport())?.metadata.uid).toBe(before?.metadata.uid);
  });

  it('stands for each API when several are consented to at once', async () => {
    const identity = { subject: 'carol', clusterId: 'apps' };
    const others = ['a', 'b', 'c'].map(resource => ({ group: '', resource }));
    const { namespace } = await backend.provision(identity);
    await Promise.all(others.map(api => backend.provision(identity, [api])));
    const key = { namespace, name: names.kubeconfigSecret };
    const secret = await admin.get(core.secrets, key);
    for (const api of others) {
      expect(isGranted(secret, api, new Date())).toBe(true);
    }
  });
});

describe('an export', () => {
  beforeAll(() => tenant.exported());

  it("follows the CRD, the template's claims, and its rights follow too", async () => {
    const before = await tenant.untilExport('the export', found => found);
    await plane.installCrd(
      databasesCrd({ size: { type: 'string' }, zone: { type: 'string' } }),
    );
    const changed = await tenant.untilExport('the new schema', found =>
      JSON.stringify(found.spec.versions).includes('zone'),
    );
    expect(changed.metadata.annotations?.[annotations.sourceSpecHash]).not.toBe(
      before.metadata.annotations?.[annotations.sourceSpecHash],
    );

    const claims = [secretsClaim, configMapsClaim];
    await plane.offer(claims);
    await tenant.untilExport('the new claim', found =>
      found.spec.permissionClaims?.some(
        ({ resource }) => resource === 'configmaps',
      ),
    );
    await tenant.untilRules(
      tenantRules([databasesExport(tenant.namespace, claims)]),
    );
    await plane.offer([secretsClaim]);
    await tenant.untilRules(
      tenantRules([databasesExport(tenant.namespace, [secretsClaim])]),
    );
  });

  it('outlives the absence of its CRD and says so meanwhile (B11)', async () => {
    const before = await tenant.untilExport('the export', found => found);
    await admin.delete(core.customResourceDefinitions, { name: exportName });
    await untilCondition(
      'the condition',
      () => tenant.exportCondition('ProviderInSync'),
      found => found?.reason === 'CustomResourceDefinitionNotFound',
    );
    await eventually(
      'the CRD is gone',
      async () =>
        !(await admin.get(core.customResourceDefinitions, {
          name: exportName,
        })),
    );
    await plane.installCrd(databasesCrd());
    await untilCondition(
      'ProviderInSync',
      () => tenant.exportCondition('ProviderInSync'),
      found => found?.status === 'True',
    );
    expect((await tenant.getExport())?.metadata.uid).toBe(before.metadata.uid);
  });

  it('stays when its template is deleted, marked, and is not bound anew', async () => {
    const before = await tenant.untilExport('the export', found => found);
    await admin.delete(bindResources.templates, {
      namespace: 'default',
      name: exportName,
    });
    await untilCondition(
      'the mark',
      () => tenant.exportCondition(backendConditions.withdrawn),
      found => found?.status === 'True',
    );
    const name = await plane.request(tenant.namespace);
    await eventually('the answer', async () => {
      const request = await plane.getRequest(tenant.namespace, name);
      const found = getCondition(request?.status?.conditions, 'ExportsReady');
      return found?.reason === 'TemplateNotFound';
    });
    expect((await tenant.getExport())?.metadata.uid).toBe(before.metadata.uid);

    await plane.offer([secretsClaim]);
    await untilCondition(
      'the mark is gone',
      () => tenant.exportCondition(backendConditions.withdrawn),
      found => !found,
    );
    await eventually('the waiting request succeeds', async () => {
      const request = await plane.getRequest(tenant.namespace, name);
      return request?.status?.phase === 'Succeeded';
    });
  });
});
