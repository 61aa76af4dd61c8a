/** Export templates on a real control plane: offer, preview, change, history, roll back, conflict and withdrawal. */
import { bindResources, names } from '@klutch/bind-api';
import { core } from '@klutch/kube';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- test utility of another package, for tests alone
import { describeLong } from '@klutch/local-clusters/src/testing/describeLong';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { eventually } from './testing/__testUtils__/eventually';
import {
  bindings,
  instances,
  PortalFixture,
} from './testing/__testUtils__/PortalFixture';

jest.setTimeout(120_000);

const path = { namespace: names.templateNamespace, name: bindings };
const placeSecrets: Schemas['PermissionClaim'] = {
  group: '',
  resource: 'secrets',
  version: 'v1',
  selector: { owner: 'Provider' },
};
/** A claim with all fields but those that exclude others. */
const everyField: Schemas['PermissionClaim'] = {
  group: '',
  resource: 'configmaps',
  version: 'v1',
  required: true,
  selector: {
    owner: 'Consumer',
    names: ['settings'],
    namespaces: ['shop'],
    labelSelectors: [{ tier: 'gold' }],
    fieldSelectors: ['metadata.name=settings'],
  },
  read: {
    labels: [{ pattern: 'a' }],
    labelsOnProviderOwnedObjects: [{ pattern: 'b' }],
    annotations: [{ pattern: 'c' }],
    overrideAnnotations: [{ pattern: 'd' }],
  },
  create: { replaceExisting: true },
  autoAdopt: true,
  onConflict: { recreateWhenConsumerSideDeleted: false },
  update: {
    fields: ['data'],
    preserving: ['binaryData'],
    alwaysRecreate: true,
    labels: [{ pattern: 'e' }],
    labelsOnConsumerOwnedObjects: [{ pattern: 'f' }],
    annotations: [{ pattern: 'g' }],
    annotationsOnConsumerOwnedObjects: [{ pattern: 'h' }],
  },
};

describeLong('an export template', () => {
  let fixture: PortalFixture;
  beforeAll(async () => {
    fixture = await PortalFixture.start();
    await fixture.waitUntilWatched();
  });
  afterAll(() => fixture?.stop());

  const admin = () => fixture.clusters.controlPlane.admin;
  const read = async () => {
    const { data, error } = await fixture
      .oscar()
      .GET('/platform/export-templates/{namespace}/{name}', {
        params: { path },
      });
    if (!data) throw new Error(JSON.stringify(error));
    return data;
  };
  const update = (
    resourceVersion: string,
    claims: Schemas['PermissionClaim'][],
    audience: Schemas['Audience'] = {},
  ) =>
    fixture.oscar().PUT('/platform/export-templates/{namespace}/{name}', {
      params: { path },
      body: { resourceVersion, claims, audience },
    });
  const previewAs = (
    user: 'oscar' | 'mallory' | 'alice',
    body: Schemas['ExportTemplatePreviewRequest'],
  ) =>
    fixture.portal
      .as(user)
      .POST('/platform/export-template-previews', { body });

  it('is previewed without a write, with the refusal of the control plane for people without rights there', async () => {
    const body = { resource: bindings, claims: [placeSecrets] };
    const { data } = await previewAs('oscar', body);
    expect(data).toMatchObject({
      claims: [{ selector: { owner: 'Provider', names: ['*'] } }],
      effects: [],
      manifest: expect.stringMatching(
        /kind: ClusterRole[^]*kind: APIServiceExportTemplate/,
      ),
    });
    expect(data?.refusal).toBeUndefined();
    const refused = await previewAs('mallory', body);
    expect(refused.data?.refusal?.message).toMatch(/^You may not offer /);
    expect(refused.data?.manifest).toContain('kind: APIServiceExportTemplate');
    expect((await previewAs('alice', body)).response.status).toBe(403);
    expect(await fixture.templates()).toEqual([]);
    const role = { name: `klutch-api-${bindings}` };
    expect(await admin().get(core.clusterRoles, role)).toBeUndefined();
  });

  it('keeps every field of a claim, and says what it cannot mean', async () => {
    const claims = [placeSecrets, everyField];
    const { error } = await fixture.oscar().POST('/platform/export-templates', {
      body: {
        resource: bindings,
        claims,
        audience: { issuers: ['klutch-portal'] },
      },
    });
    expect(error).toBeUndefined();
    expect((await read()).audience).toEqual({ issuers: ['klutch-portal'] });
    await eventually('the offer is listed, for its audience', async () =>
      (await fixture.templates()).some(({ mayBind }) => mayBind),
    );
    const stored = await admin().get(bindResources.templates, path);
    expect(stored?.spec.permissionClaims?.[1]).toEqual(everyField);

    const both = { ...placeSecrets, autoAdopt: true, autoDonate: true };
    const invalid = await previewAs('oscar', {
      resource: instances,
      claims: [both],
    });
    expect(JSON.stringify(invalid.data?.refusal)).toContain(
      'autoAdopt and autoDonate cannot both be true',
    );
    const powerful = await previewAs('oscar', {
      resource: instances,
      claims: [{ ...placeSecrets, resource: 'nodes' }],
      audience: { groups: ['operators'] },
    });
    expect(powerful.data?.refusal?.causes).toMatchObject([
      { field: 'claims[0].resource', reason: 'ClaimNeverSynced' },
      { field: 'audience.groups', reason: 'AudienceNeedsIssuer' },
    ]);
  });

  it('is changed after a preview of which app clusters have to accept what', async () => {
    await fixture.registered('apps-history');
    const before = await read();
    await update(before.resourceVersion, [placeSecrets]);
    await eventually(
      'the binding is possible',
      async () =>
        (await fixture.bind('apps-history', bindings)).response.status === 201,
    );
    const { resourceVersion } = await read();
    const claims = [
      { ...placeSecrets, required: true },
      { ...everyField, autoAdopt: false },
    ];
    const { data } = await previewAs('oscar', {
      resource: bindings,
      claims,
      template: { ...path, resourceVersion },
    });
    expect(data?.effects).toMatchObject([
      {
        cluster: 'apps-history',
        added: [{ resource: 'configmaps' }],
        changed: [{ resource: 'secrets' }],
        removed: [],
      },
    ]);
    expect(data?.before).not.toContain('configmaps');
    const { error } = await update(resourceVersion, claims);
    expect(error).toBeUndefined();
    await eventually('the export follows', async () => {
      const { items } = await admin().list(bindResources.exports);
      return items.some(({ spec }) => spec.permissionClaims?.length === 2);
    });
  });

  it('is not changed over the change of somebody else, whose change is a revision to go back from', async () => {
    const mine = await read();
    await admin().mergePatch(
      bindResources.templates,
      path,
      { spec: { permissionClaims: [{ ...placeSecrets, autoDonate: true }] } },
      { fieldManager: 'kubectl-edit' },
    );
    const refused = await update(mine.resourceVersion, [placeSecrets]);
    expect(refused.response.status).toBe(409);
    expect(refused.error?.error.reason).toBe('ObjectChanged');
    const role = { name: `klutch-api-${bindings}` };
    const roleBefore = await admin().get(core.clusterRoles, role);
    expect(JSON.stringify(roleBefore?.rules)).toContain('configmaps');

    const theirs = await read();
    const [present, ...earlier] = theirs.revisions;
    expect(present).toMatchObject({
      revision: 4,
      recorded: false,
      manager: 'kubectl-edit',
      claims: [{ resource: 'secrets', autoDonate: true }],
    });
    expect(
      earlier.map(({ by, claims, recorded, revision }) => [
        revision,
        recorded,
        by,
        claims.length,
      ]),
    ).toEqual([
      [3, true, 'klutch:oscar', 2],
      [2, true, 'klutch:oscar', 1],
      [1, true, 'klutch:oscar', 2],
    ]);

    const [, second] = earlier;
    const { error } = await update(
      theirs.resourceVersion,
      second?.claims ?? [],
      second?.audience,
    );
    expect(error).toBeUndefined();
    const [restored] = (await read()).revisions;
    expect(restored).toMatchObject({
      revision: 5,
      recorded: true,
      claims: [{ resource: 'secrets' }],
    });
    const roleAfter = await admin().get(core.clusterRoles, role);
    expect(JSON.stringify(roleAfter?.rules)).not.toContain('configmaps');
  });

  it('is withdrawn with its dependants known', async () => {
    const dependants = await fixture
      .oscar()
      .GET('/platform/export-templates/{namespace}/{name}/dependants', {
        params: { path },
      });
    expect(dependants.data).toMatchObject({
      exports: [{ cluster: 'apps-history' }],
      rolesAreKept: true,
      isOfferedElsewhere: false,
    });
    expect(dependants.data?.refusal).toBeUndefined();
    const forMallory = await fixture.portal
      .as('mallory')
      .GET('/platform/export-templates/{namespace}/{name}/dependants', {
        params: { path },
      });
    expect(forMallory.data?.refusal?.message).toMatch(/^You may not withdraw /);
    expect((await fixture.withdraw(bindings)).response.status).toBe(204);
    expect(
      (await fixture.apis()).find(({ resource }) => resource === bindings)
        ?.schema.state,
    ).not.toBe('NotExported');
  });
});
