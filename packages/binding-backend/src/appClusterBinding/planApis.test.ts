import {
  annotations,
  bindResources,
  finalizers,
  names,
  type APIServiceBinding,
  type APIServiceExportRequest,
  type Condition,
} from '@klutch/bind-api';
import {
  appClusterBinding,
  appClusterNamespace,
  databasesBinding,
} from '../testing/appClusterSamples';
import {
  configMapsClaim,
  databases,
  databasesExport,
  databasesTemplate,
  secretsClaim,
} from '../testing/samples';
import { planApis, type ApisFacts } from './planApis';

const name = 'databases.example.test';
const request = (
  status: APIServiceExportRequest['status'],
): APIServiceExportRequest => ({
  apiVersion: names.apiVersion,
  kind: bindResources.requests.kind,
  metadata: { namespace: appClusterNamespace, name: 'r' },
  spec: { resources: [databases] },
  status,
});
const plan = (facts: Partial<ApisFacts> = {}) =>
  planApis({
    binding: appClusterBinding(),
    namespace: appClusterNamespace,
    templates: [databasesTemplate()],
    audience: { byDefault: {}, needsIssuer: false },
    exports: [],
    requests: [],
    bindings: [],
    ...facts,
  });
const apiExport = databasesExport(appClusterNamespace);
const ready: Condition = {
  type: 'Ready',
  status: 'True',
  lastTransitionTime: '2026-01-01T00:00:00Z',
};
const served = (binding: APIServiceBinding): APIServiceBinding => ({
  ...binding,
  status: { conditions: [ready] },
});
const all = { annotations: { [annotations.acceptClaims]: 'all' } };
const nothing = {
  createRequests: [],
  createBindings: [],
  changeBindings: [],
  deleteBindings: [],
  deleteExports: [],
  deleteRequests: [],
  pending: [],
  refused: [],
};

describe('an API of an AppClusterBinding', () => {
  it('is requested once, when it is offered', () => {
    const [created, ...others] = plan().createRequests;
    expect(others).toEqual([]);
    expect(created?.spec.resources).toEqual([databases]);
    expect(created?.metadata.name).toMatch(
      /^appclusterbinding-databases-example-test-[0-9a-f]{8}$/,
    );
    expect(plan({ requests: [request({})] }).createRequests).toEqual([]);
  });

  it('reports an API that no template offers', () => {
    const unoffered = plan({ templates: [] });
    expect(unoffered.createRequests).toEqual([]);
    expect(unoffered.pending).toEqual([
      expect.stringContaining('is not offered'),
    ]);
  });

  it('is not exported where the template has a restricted audience', () => {
    const template = databasesTemplate();
    template.metadata.annotations = {
      'klutch.anynines.com/allowed-groups': 'operators',
    };
    const refused = plan({ templates: [template] });
    expect(refused.createRequests).toEqual([]);
    const [message = ''] = refused.pending;
    expect(message).toContain('is not offered to AppCluster');
    expect(refused.refused).toEqual([{ message, apis: [name] }]);
  });

  it('reports the message of a failed request', () => {
    const failed = request({ phase: 'Failed', terminalMessage: 'No CRD.' });
    expect(plan({ requests: [failed] }).pending[0]).toContain('No CRD.');
  });

  it('is requested again when its export was deleted although the request had succeeded', () => {
    const old = request({ phase: 'Succeeded' });
    expect(plan({ requests: [old] }).deleteRequests).toEqual([old]);
  });

  it('is bound once it is exported', () => {
    const [created] = plan({ exports: [apiExport] }).createBindings;
    expect(created).toEqual(databasesBinding({ annotations: {} }));
  });

  it('is not changed once a konnector serves it', () => {
    const unchanged = plan({
      exports: [databasesExport(appClusterNamespace, [])],
      bindings: [served(databasesBinding())],
    });
    expect(unchanged).toEqual({ ...nothing, notes: [] });
  });

  it('is pending while no konnector serves it, with the message of the binding', () => {
    const bound = { exports: [apiExport], bindings: [databasesBinding()] };
    expect(plan(bound).pending[0]).toContain(
      'no konnector has reconciled the binding',
    );
    const refused = {
      ...ready,
      status: 'False' as const,
      message: 'Not today.',
    };
    const reported = {
      ...databasesBinding(),
      status: { conditions: [refused] },
    };
    expect(plan({ ...bound, bindings: [reported] }).pending).toEqual([
      `${name}: Not today.`,
    ]);
  });

  it('does not adopt a binding to another Secret', () => {
    const foreign = databasesBinding();
    if (foreign.spec) foreign.spec.kubeconfigSecretRef.name = 'another';
    const left = plan({ exports: [apiExport], bindings: [foreign] });
    expect(left.changeBindings).toEqual([]);
    expect(left.pending[0]).toContain('names another Secret');
  });
});

describe('permission claims', () => {
  const bound = (binding: APIServiceBinding, claims = [secretsClaim]) => ({
    exports: [databasesExport(appClusterNamespace, claims)],
    bindings: [served(binding)],
  });

  it('B29: wait for a decision, which is reported', () => {
    const waiting = plan(bound(databasesBinding()));
    expect(waiting.changeBindings).toEqual([]);
    expect(waiting.pending).toEqual([]);
    expect(waiting.notes[0]).toContain('asks for secrets, without a decision');
  });

  it('B29: are accepted, later ones too, where the AppClusterBinding says so', () => {
    const accepting = appClusterBinding({}, all);
    const [created] = plan({
      binding: accepting,
      exports: [databasesExport(appClusterNamespace, [secretsClaim])],
    }).createBindings;
    expect(created?.spec?.permissionClaims).toEqual([
      { ...secretsClaim, state: 'Accepted' },
    ]);
    const [change] = plan({
      binding: accepting,
      ...bound(
        databasesBinding(all, [{ ...secretsClaim, state: 'Accepted' }]),
        [secretsClaim, configMapsClaim],
      ),
    }).changeBindings;
    expect(change?.patch).toMatchObject({
      spec: {
        permissionClaims: [
          { ...secretsClaim, state: 'Accepted' },
          { ...configMapsClaim, state: 'Accepted' },
        ],
      },
    });
  });

  it('stay rejected when they were rejected on the binding', () => {
    const rejected = [{ ...secretsClaim, state: 'Rejected' as const }];
    const kept = plan({
      binding: appClusterBinding({}, all),
      ...bound(databasesBinding(all, rejected)),
    });
    expect(kept.changeBindings).toEqual([]);
  });

  it('wait again when the AppClusterBinding no longer accepts them, unless the binding itself does', () => {
    const copied = {
      annotations: {
        ...all.annotations,
        'klutch.anynines.com/accept-claims-from': 'AppClusterBinding',
      },
    };
    const [change] = plan(bound(databasesBinding(copied))).changeBindings;
    expect(change?.patch).toMatchObject({
      metadata: { annotations: { [annotations.acceptClaims]: null } },
    });
    expect(plan(bound(databasesBinding(all))).changeBindings).toEqual([]);
  });
});

describe('an API that is removed from an AppClusterBinding', () => {
  const binding = appClusterBinding({ apiExports: [] });
  const exports = [apiExport];

  it('is unbound first', () => {
    const first = plan({ binding, exports, bindings: [databasesBinding()] });
    expect(first.deleteBindings).toEqual([databasesBinding()]);
    expect(first.deleteExports).toEqual([]);
    expect(first.pending[0]).toContain('is being unbound');
  });

  it('keeps its export until the konnector has removed its finalizer from the binding', () => {
    const going = databasesBinding({
      deletionTimestamp: '2026-01-01T00:00:00Z',
      finalizers: [finalizers.unbind],
    });
    const waiting = plan({ binding, exports, bindings: [going] });
    expect(waiting).toMatchObject({ deleteBindings: [], deleteExports: [] });
  });

  it('is no longer exported or requested afterwards', () => {
    const requests = [request({ phase: 'Succeeded' })];
    const last = plan({ binding, exports, requests });
    expect(last.deleteExports).toEqual(exports);
    expect(last.deleteRequests).toEqual(requests);
    expect(last.pending).toEqual([]);
  });

  it('stays bound and exported when another user bound it', () => {
    const others = [databasesBinding({ labels: {} })];
    expect(plan({ binding, exports, bindings: others })).toEqual({
      ...nothing,
      notes: [],
    });
  });
});
