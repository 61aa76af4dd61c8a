import {
  crdToExportSpec,
  specHash,
  type APIServiceExportRequest,
} from '@klutch/bind-api';
import {
  configMapsClaim,
  databases,
  databasesCrd,
  databasesExport,
  databasesTemplate,
} from '../testing/samples';
import {
  blocked,
  planRequestedApi,
  planRequestOutcome,
  timeToRemoval,
} from './planExportRequest';

const facts = {
  namespace: 'cluster-x',
  api: databases,
  allowed: true,
  clusterWide: [],
};
const crd = databasesCrd();
const template = databasesTemplate([configMapsClaim]);
const start = Date.parse('2026-01-01T12:00:00Z');
const after = (seconds: number) => new Date(start + seconds * 1_000);
const request: APIServiceExportRequest = {
  apiVersion: 'klutch.anynines.com/v1alpha1',
  kind: 'APIServiceExportRequest',
  metadata: { creationTimestamp: '2026-01-01T12:00:00Z' },
  spec: { resources: [databases] },
};

describe('a requested API', () => {
  it("becomes an export with the CRD's schema, its hash and the template's claims", () => {
    const plan = planRequestedApi({ ...facts, crd, template });
    const converted = crdToExportSpec(crd);
    const spec = converted.ok ? converted.value : undefined;
    expect(plan).toMatchObject({
      state: 'create',
      apiExport: {
        metadata: {
          name: 'databases.example.test',
          namespace: 'cluster-x',
          annotations: {
            'klutch.anynines.com/source-spec-hash': spec && specHash(spec),
          },
        },
        spec: {
          ...spec,
          informerScope: 'Namespaced',
          permissionClaims: [configMapsClaim],
        },
      },
    });
  });

  it('is complete once exported', () => {
    const existing = databasesExport('cluster-x');
    expect(planRequestedApi({ ...facts, existing, template })).toEqual({
      state: 'ready',
    });
  });

  it('gives the same message for a denied and for a missing API (B4)', () => {
    const missing = planRequestedApi({ ...facts, crd });
    expect(missing).toMatchObject({ state: 'blocked', final: false });
    const kept = { ...facts, template, allowed: false };
    expect(planRequestedApi({ ...kept, crd })).toEqual(missing);
    expect(planRequestedApi(kept)).toEqual(missing);
  });

  it('stays exported when the policy would deny it now', () => {
    const existing = databasesExport('cluster-x');
    const allowed = false;
    expect(planRequestedApi({ ...facts, existing, template, allowed })).toEqual(
      { state: 'ready' },
    );
  });

  it('R08: is refused with a message while the app cluster has cluster-wide rights of the reference', () => {
    const known = { ...facts, crd, template };
    const clusterWide = ['caches.example.test', 'queues.example.test'];
    const plan = planRequestedApi({ ...known, clusterWide });
    expect(plan).toMatchObject({
      state: 'blocked',
      final: true,
      reason: 'ClusterWideGrant',
    });
    expect(plan).toHaveProperty(
      'message',
      expect.stringContaining(
        'kubectl -n cluster-x delete apiserviceexports caches.example.test queues.example.test',
      ),
    );
    const existing = databasesExport('cluster-x');
    expect(planRequestedApi({ ...known, clusterWide, existing })).toMatchObject(
      { state: 'ready' },
    );
  });

  it('is not bound again after it was withdrawn', () => {
    const existing = databasesExport('cluster-x');
    const plan = planRequestedApi({ ...facts, existing, crd });
    expect(plan).toMatchObject({ reason: 'TemplateNotFound' });
  });

  it('waits for a template, a CRD and a terminating export', () => {
    const ending = databasesExport('cluster-x');
    ending.metadata.deletionTimestamp = '2026-01-01T00:00:00Z';
    expect([
      planRequestedApi({ ...facts, crd }),
      planRequestedApi({ ...facts, template }),
      planRequestedApi({ ...facts, template, crd, existing: ending }),
    ]).toMatchObject([
      { reason: 'TemplateNotFound', final: false },
      { reason: 'CRDNotFound', final: false },
      { reason: 'ExportBeingDeleted', final: false },
    ]);
  });

  it('is refused at once when it is cluster-scoped or cannot be converted', () => {
    const clusterScoped = databasesCrd();
    clusterScoped.spec.scope = 'Cluster';
    const unserved = databasesCrd();
    unserved.spec.versions.forEach(version => {
      version.served = false;
    });
    expect([
      planRequestedApi({ ...facts, template, crd: clusterScoped }),
      planRequestedApi({ ...facts, template, crd: unserved }),
    ]).toMatchObject([
      { reason: 'CRDInvalid', final: true },
      { reason: 'CRDInvalid', final: true },
    ]);
  });
});

describe('an export request', () => {
  const obstacle = blocked('CRDNotFound', 'no such type');

  it('succeeds when nothing blocks it', () => {
    expect(planRequestOutcome(request, undefined, after(1))).toMatchObject({
      status: {
        phase: 'Succeeded',
        conditions: [
          { type: 'Ready', status: 'True' },
          { type: 'ExportsReady', status: 'True' },
        ],
      },
    });
  });

  it('reports at once what blocks it, and is requeued when its minute is over', () => {
    const outcome = planRequestOutcome(request, obstacle, after(20));
    expect(outcome.requeueAfter).toBe(40_000);
    expect(outcome.status).toMatchObject({
      phase: 'Pending',
      conditions: [
        { type: 'Ready', status: 'False' },
        {
          type: 'ExportsReady',
          reason: 'CRDNotFound',
          message: 'no such type',
        },
      ],
    });
  });

  it('is requeued sooner where no event would trigger a retry', () => {
    const soon = { ...obstacle, retryAfter: 3_000 };
    expect(planRequestOutcome(request, soon, after(20)).requeueAfter).toBe(
      3_000,
    );
  });

  it('fails with a message after a minute, or at once when waiting cannot help', () => {
    const failed = {
      status: { phase: 'Failed', terminalMessage: 'no such type' },
    };
    expect(planRequestOutcome(request, obstacle, after(60))).toMatchObject(
      failed,
    );
    const hopeless = { ...obstacle, final: true };
    expect(planRequestOutcome(request, hopeless, after(1))).toMatchObject(
      failed,
    );
  });

  it('is deleted ten minutes after its creation', () => {
    expect(timeToRemoval(request, after(540))).toBe(60_000);
    expect(timeToRemoval(request, after(600))).toBe(0);
  });
});
