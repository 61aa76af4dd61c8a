import {
  annotations,
  setCondition,
  specHash,
  type APIServiceExport,
} from '@klutch/bind-api';
import {
  configMapsClaim,
  databasesCrd,
  databasesExport,
  databasesTemplate,
  secretsClaim,
} from '../testing/samples';
import {
  exportConditions,
  planExport as planWith,
  type ExportFacts,
} from './planExport';

const planExport = (facts: Omit<ExportFacts, 'isPolicyEnforced'>) =>
  planWith({ ...facts, isPolicyEnforced: true });

const apiExport = databasesExport('cluster-x');
const crd = databasesCrd();
const template = databasesTemplate();
const now = new Date('2026-01-01T12:00:00Z');

describe('an export', () => {
  it('is not changed when nothing changed', () => {
    expect(planExport({ apiExport, crd, template })).toEqual({
      conditions: [{ type: 'ProviderInSync', status: 'True' }],
    });
  });

  it('follows a changed CRD and records its hash', () => {
    const changed = databasesCrd({ size: { type: 'integer' } });
    const { patch } = planExport({ apiExport, crd: changed, template });
    expect(patch?.spec).toMatchObject({ versions: changed.spec.versions });
    expect(patch?.spec).not.toHaveProperty('permissionClaims');
    const written = Object.assign({}, apiExport.spec, patch?.spec);
    expect(patch?.metadata).toEqual({
      annotations: { [annotations.sourceSpecHash]: specHash(written) },
    });
  });

  it('removes names that the CRD no longer has', () => {
    const changed = databasesCrd();
    delete changed.spec.names.shortNames;
    const { patch } = planExport({ apiExport, crd: changed, template });
    expect(patch?.spec).toMatchObject({ names: { shortNames: null } });
  });

  it('reverts edits of its schema', () => {
    const edited: APIServiceExport = {
      ...apiExport,
      spec: { ...apiExport.spec, versions: [] },
    };
    const { patch } = planExport({ apiExport: edited, crd, template });
    expect(patch?.spec).toMatchObject({ versions: apiExport.spec.versions });
  });

  it("follows the template's claims, also when they are removed", () => {
    const more = [secretsClaim, configMapsClaim];
    const spec = (claims: Parameters<typeof databasesTemplate>[0]) =>
      planExport({ apiExport, crd, template: databasesTemplate(claims) }).patch
        ?.spec;
    expect(spec(more)).toEqual({ permissionClaims: more });
    expect(spec([])).toEqual({ permissionClaims: null });
  });

  it('R08: keeps its claims while its konnector has cluster-wide rights of the reference, and reports the reason', () => {
    const wide: APIServiceExport = {
      ...apiExport,
      spec: { ...apiExport.spec, informerScope: 'Cluster' },
    };
    const planned = (claims: Parameters<typeof databasesTemplate>[0]) =>
      planExport({ apiExport: wide, crd, template: databasesTemplate(claims) });
    const changed = planned([secretsClaim, configMapsClaim]);
    expect(changed.patch).toBeUndefined();
    expect(changed.conditions).toMatchObject([
      {
        type: 'ProviderInSync',
        status: 'False',
        reason: 'ClusterWideGrant',
        message: expect.stringContaining(
          'kubectl -n cluster-x delete apiserviceexport databases.example.test',
        ),
      },
    ]);
    expect(planned([secretsClaim]).conditions).toMatchObject([
      { type: 'ProviderInSync', status: 'True' },
    ]);
  });

  it('R09: keeps its claims while no policy restricts the Secrets that new claims let app clusters create', () => {
    const unowned = [{ ...secretsClaim, selector: {} }];
    const facts = { apiExport, crd, template: databasesTemplate(unowned) };
    const refused = planWith({ ...facts, isPolicyEnforced: false });
    expect(refused.patch).toBeUndefined();
    expect(refused.conditions).toMatchObject([
      {
        type: 'ProviderInSync',
        status: 'False',
        reason: 'MissingAdmissionPolicy',
        message: expect.stringContaining('Apply this to the control plane'),
      },
    ]);
    expect(planExport(facts).patch?.spec).toEqual({
      permissionClaims: unowned,
    });
  });

  it('is not changed while its CRD is missing, and reports the reason', () => {
    const ending = databasesCrd();
    ending.metadata.deletionTimestamp = '2026-01-01T00:00:00Z';
    const expected = {
      conditions: [
        {
          type: 'ProviderInSync',
          status: 'False',
          severity: 'Warning',
          reason: 'CustomResourceDefinitionNotFound',
        },
      ],
    };
    expect(planExport({ apiExport, template })).toMatchObject(expected);
    expect(planExport({ apiExport, template }).patch).toBeUndefined();
    expect(planExport({ apiExport, template, crd: ending })).toMatchObject(
      expected,
    );
  });

  it('is not changed when the CRD cannot be converted', () => {
    const unserved = databasesCrd();
    unserved.spec.versions.forEach(version => {
      version.served = false;
    });
    const plan = planExport({ apiExport, template, crd: unserved });
    expect(plan.patch).toBeUndefined();
    expect(plan.conditions[0]).toMatchObject({
      reason: 'CustomResourceDefinitionUpdateFailed',
      severity: 'Error',
    });
  });

  it('keeps its claims and is marked after its API was withdrawn', () => {
    const plan = planExport({ apiExport, crd });
    expect(plan.patch).toBeUndefined();
    expect(plan.conditions).toMatchObject([
      { type: 'ProviderInSync', status: 'True' },
      { type: 'Withdrawn', status: 'True', reason: 'TemplateDeleted' },
    ]);
  });

  it("loses the mark when its API is offered again, and keeps the konnector's conditions", () => {
    const connected = setCondition(
      [],
      { type: 'Connected', status: 'True' },
      now,
    );
    const withdrawn = {
      ...apiExport,
      status: {
        conditions: exportConditions(
          { ...apiExport, status: { conditions: connected } },
          planExport({ apiExport, crd }).conditions,
          now,
        ),
      },
    };
    const types = (list: { type: string }[]) => list.map(({ type }) => type);
    expect(types(withdrawn.status.conditions)).toEqual([
      'Connected',
      'ProviderInSync',
      'Withdrawn',
    ]);
    const again = planExport({ apiExport, crd, template }).conditions;
    expect(types(exportConditions(withdrawn, again, now))).toEqual([
      'Connected',
      'ProviderInSync',
    ]);
  });
});
