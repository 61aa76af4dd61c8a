/** Conditions, CRD, heartbeat, rotation and unbinding of a binding; on two real clusters. */
import { bindResources } from '@klutch/bind-api';
import { core } from '@klutch/kube';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { describeLong } from '@klutch/local-clusters/src/testing/describeLong';
import type { Faults } from '../testing/faults/FaultyClient';
import { installCrds, eventually } from '../testing/__testUtils__/clusterSetup';
import {
  resourceOfCrd,
  testCrd,
  userObject,
} from '../testing/__testUtils__/thingCrd';
import {
  TwoClusterFixture,
  type RunningKonnector,
} from '../testing/__testUtils__/twoClusterFixture';
import { UserView } from '../testing/__testUtils__/userView';

const crd = testCrd('things', 'Thing');
const name = 'things.example.com';
const crds = core.customResourceDefinitions;
const exportResource = bindResources.exports;
/** An API for each test that unbinds or changes an API; the others share `things`. */
const plurals = [
  'changings',
  'twins',
  'unbounds',
  'rebounds',
  'emptieds',
  'pebbles',
] as const;
/** Resources of the control plane that were listed completely. */
const listed: string[] = [];
const counting: Faults = {
  before({ isFullList, resource }) {
    if (isFullList) listed.push(resource);
  },
};
let fixture: TwoClusterFixture;
let things: UserView;
let running: RunningKonnector;

const start = () => {
  running = fixture.startKonnector({
    heartbeat: { tickMs: 1_000, intervalMs: 2_000 },
    connect: fixture.withFaults({ provider: counting }),
  });
};

beforeAll(async () => {
  fixture = await TwoClusterFixture.start();
  things = new UserView(fixture, resourceOfCrd(crd));
  start();
  await Promise.all(
    [crd, ...plurals.map(plural => testCrd(plural))].map(each =>
      fixture.offerAndBind(each),
    ),
  );
}, 120_000);
afterAll(() => fixture?.stop(), 30_000);

const apiOf = (plural: (typeof plurals)[number]) => {
  const ofTest = testCrd(plural);
  return {
    crd: ofTest,
    name: `${plural}.example.com`,
    view: new UserView(fixture, resourceOfCrd(ofTest)),
  };
};

const condition = (type: string, wanted: string, of = name) =>
  eventually(
    `${of} has ${type}=${wanted}`,
    async () => (await fixture.conditions(of))[type] === wanted,
  );
const exportConditions = async (of: string) => {
  const found = await fixture.provider.get(exportResource, {
    namespace: fixture.clusterNamespace,
    name: of,
  });
  return Object.fromEntries(
    (found?.status?.conditions ?? []).map(({ type, status, reason }) => [
      type,
      reason ? `${status}/${reason}` : status,
    ]),
  );
};
const keyOf = (of: string) => ({
  namespace: fixture.bindingNamespace,
  name: of,
});
const binding = (of: string) =>
  fixture.consumer.get(fixture.bindingResource, keyOf(of));
const unbind = async (of: string) => {
  await fixture.consumer.delete(fixture.bindingResource, keyOf(of));
  await eventually(
    'the binding is deleted',
    async () => (await binding(of)) === undefined,
  );
};
const installed = (of = name) => fixture.consumer.get(crds, { name: of });

describe('a binding', () => {
  it('reports a missing export in Connected and SchemaInSync', async () => {
    const missing = 'missings.example.com';
    await fixture.bind(testCrd('missings'));
    for (const [type, wanted] of Object.entries({
      Connected: 'False/APIServiceExportNotFound',
      SchemaInSync: 'False/APIServiceExportNotFound',
      SecretValid: 'True',
      Heartbeating: 'True',
      Ready: 'False/APIServiceExportNotFound',
    })) {
      await condition(type, wanted, missing);
    }
    expect(await installed(missing)).toBeUndefined();
  });

  it('B24: installs the CRD and becomes ready, with every condition set', async () => {
    expect(await fixture.conditions(name)).toEqual({
      Ready: 'True',
      Connected: 'True',
      Heartbeating: 'True',
      InformersSynced: 'True',
      SchemaInSync: 'True',
      SecretValid: 'True',
      Syncing: 'True',
    });
    const found = await binding(name);
    expect(found?.status?.providerPrettyName).toBe('Fake backend');
    const { metadata } = (await installed(name)) ?? {};
    expect(metadata?.annotations).toMatchObject({
      'klutch.anynines.com/installed-by': `klutch-bind/${name}`,
    });
    expect(metadata?.ownerReferences?.[0]).toMatchObject({
      kind: 'APIServiceBinding',
      uid: found?.metadata.uid,
    });
    await eventually('the export is ready', async () => {
      const conditions = await exportConditions(name);
      return conditions.Ready === 'True' && conditions;
    });
    expect(await exportConditions(name)).toMatchObject({
      Connected: 'True',
      ConsumerInSync: 'True',
      Established: 'True/InitialNamesAccepted',
    });
  });

  it('B26: updates the CRD from a changed export without restarting the sync', async () => {
    const api = apiOf('changings');
    await api.view.create('before-the-change');
    listed.length = 0;
    const version = api.crd.spec.versions[0]!;
    const columns = [{ name: 'Plan', type: 'string', jsonPath: '.spec.plan' }];
    await fixture.backend.export({
      ...api.crd,
      spec: {
        ...api.crd.spec,
        versions: [{ ...version, additionalPrinterColumns: columns }],
      },
    });
    await eventually('the CRD has the column', async () => {
      const found = await installed(api.name);
      return found?.spec.versions[0]?.additionalPrinterColumns?.length === 1;
    });
    await fixture.backend.export(api.crd);
    await eventually('the CRD has lost the column again', async () => {
      const found = await installed(api.name);
      return !found?.spec.versions[0]?.additionalPrinterColumns;
    });
    // The API server briefly rejects requests after a change of a CRD.
    await eventually('the API is served again', () =>
      api.view.create('while-changing'),
    );
    expect(listed).not.toContain('changings');
    expect((await fixture.conditions(api.name)).Ready).toBe('True');
  });

  it('reverts changes of the CRD by other clients', async () => {
    await fixture.consumer.mergePatch(
      crds,
      { name },
      {
        metadata: { annotations: { 'klutch.anynines.com/installed-by': 'x' } },
      },
    );
    await eventually('the marker is restored', async () => {
      const found = await installed();
      return (
        found?.metadata.annotations?.['klutch.anynines.com/installed-by'] ===
        `klutch-bind/${name}`
      );
    });
    expect((await fixture.conditions(name)).SchemaInSync).toBe('True');
  });

  it('B23: refuses a CRD that it did not install, and does not change it', async () => {
    const foreign = testCrd('foreigns', 'Foreign');
    await installCrds(fixture.consumer, [foreign]);
    const before = await fixture.consumer.get(crds, foreign.metadata as never);
    await fixture.offer(foreign);
    await fixture.bind(foreign);
    await condition(
      'Connected',
      'False/ForeignCustomResourceDefinition',
      'foreigns.example.com',
    );
    const after = await fixture.consumer.get(crds, foreign.metadata as never);
    expect(after?.metadata.resourceVersion).toBe(
      before?.metadata.resourceVersion,
    );
    await unbind('foreigns.example.com');
    expect(
      await fixture.consumer.get(crds, foreign.metadata as never),
    ).toBeDefined();
  });

  it('B18: of the same name in another namespace does not affect the first', async () => {
    const first = apiOf('twins');
    await first.view.create('before');
    listed.length = 0;
    await fixture.bind(first.crd, [], 'team-a');
    await eventually('the second binding is refused', async () => {
      const { Connected } = await fixture.conditions(first.name, 'team-a');
      return Connected === 'False/ForeignCustomResourceDefinition';
    });
    await fixture.consumer.delete(fixture.bindingResource, {
      namespace: 'team-a',
      name: first.name,
    });
    await first.view.waitForQueueDrained();
    // A syncer that was stopped and started again would have listed the copies anew.
    expect(listed).not.toContain('twins');
    expect((await fixture.conditions(first.name)).Ready).toBe('True');
    expect(await installed(first.name)).toBeDefined();
  });
});

describe('the heartbeat', () => {
  const clusterBinding = () =>
    fixture.provider.get(bindResources.clusterBindings, {
      namespace: fixture.clusterNamespace,
      name: 'cluster',
    });

  it('is sent periodically, with version and interval', async () => {
    const first = await eventually('a heartbeat is sent', async () => {
      const { status } = (await clusterBinding()) ?? {};
      return status?.lastHeartbeatTime ? status : undefined;
    });
    expect(first).toMatchObject({
      heartbeatInterval: '2s',
      konnectorVersion: expect.stringMatching(/^v\d+\.\d+\.\d+/),
    });
    await eventually('the next heartbeat is sent', async () => {
      const { status } = (await clusterBinding()) ?? {};
      return status?.lastHeartbeatTime !== first.lastHeartbeatTime;
    });
    const types = (await clusterBinding())?.status?.conditions?.map(
      ({ type, status }) => `${type}=${status}`,
    );
    expect(types).toEqual(
      expect.arrayContaining(['SecretValid=True', 'ValidVersion=True']),
    );
  });

  it('writes a rotated kubeconfig to the app cluster and uses it, and writes nothing otherwise', async () => {
    const key = {
      namespace: 'klutch-bind',
      name: fixture.kubeconfigSecret.name,
    };
    const before = await fixture.consumer.get(core.secrets, key);
    await things.waitForQueueDrained();
    expect(
      fixture
        .writes('consumer')
        .filter(({ resource }) => resource === 'secrets'),
    ).toEqual([]);

    const rotated = await fixture.tenantKubeconfig();
    await fixture.backend.setKubeconfig(rotated);
    await eventually('the app cluster has the rotated kubeconfig', async () => {
      const now = await fixture.consumer.get(core.secrets, key);
      return now?.data?.kubeconfig !== before?.data?.kubeconfig;
    });
    await things.create('after-rotation');
    expect((await fixture.conditions(name)).Ready).toBe('True');
    expect(
      fixture
        .writes('consumer')
        .filter(({ resource }) => resource === 'secrets'),
    ).toHaveLength(1);
  });
});

describe('the kubeconfig secret', () => {
  it('stops the sync with a condition when it is deleted, and resumes it when restored', async () => {
    await things.waitForQueueDrained();
    const { name: secretName, namespace } = fixture.kubeconfigSecret;
    const key = { namespace, name: secretName };
    const good = await fixture.consumer.get(core.secrets, key);
    await fixture.consumer.delete(core.secrets, key);
    await condition('SecretValid', 'False/KubeconfigSecretNotFound');
    await fixture.consumer.create(core.secrets, {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: key,
      data: good?.data,
    });
    await fixture.waitForReady(name);
    expect(await things.create('after-repair')).toBeDefined();
  });
});

describeLong('a control plane that cannot be reached', () => {
  it('B20: is not reported as synced, and is reconnected when it is reachable again', async () => {
    const { name: secretName, namespace } = fixture.kubeconfigSecret;
    const key = { namespace, name: secretName };
    const good = await fixture.consumer.get(core.secrets, key);
    const away = (await fixture.tenantKubeconfig()).replace(
      /https:\/\/127\.0\.0\.1:\d+/,
      'https://127.0.0.1:1',
    );
    const { data } = fixture.secretWith(away);
    // A connected konnector would keep the working kubeconfig.
    await running.stop();
    await fixture.consumer.mergePatch(core.secrets, key, { data });
    start();
    await condition('InformersSynced', 'False/InformerSyncTimeout');
    const ready = await fixture.condition(name, 'Ready');
    expect(ready?.message).toContain('127.0.0.1:1');
    await fixture.consumer.mergePatch(core.secrets, key, { data: good?.data });
    await fixture.waitForReady(name);
  }, 40_000);
});

describe('another control plane under the same address', () => {
  it('is detected, and nothing is synced to it', async () => {
    await running.stop();
    const annotate = (uid: string | null) =>
      fixture.consumer.mergePatch(fixture.bindingResource, keyOf(name), {
        metadata: {
          annotations: { 'klutch.anynines.com/provider-namespace-uid': uid },
        },
      });
    await annotate('of-another-control-plane');
    start();
    await condition('Connected', 'False/ControlPlaneChanged');
    await condition('SchemaInSync', 'False/ControlPlaneChanged');
    await fixture.consumer.create(
      things.resource,
      userObject(things.resource, 'elsewhere'),
    );
    await annotate(null);
    await fixture.waitForReady(name);
    expect(await things.waitForCopy('elsewhere', () => true)).toBeDefined();
  });
});

describe('B23: unbinding', () => {
  it('keeps objects and copies, and leaves no finalizer', async () => {
    const { name: unbound, view } = apiOf('unbounds');
    await view.create('kept');
    await unbind(unbound);
    const kept = [await view.object('kept'), await view.copy('kept')];
    for (const found of kept) {
      expect(found?.metadata.name).toBe('kept');
      expect(found?.metadata.deletionTimestamp).toBeUndefined();
    }
    expect(kept[0]?.metadata.finalizers).toBeUndefined();
    const present = await installed(unbound);
    expect(present).toBeDefined();
    expect(present?.metadata.ownerReferences).toBeUndefined();
    await eventually('the export reports that no binding uses it', async () => {
      const { Connected } = await exportConditions(unbound);
      return Connected === 'False/APIServiceBindingNotFound';
    });
    await view.delete('kept');
    await view.waitForObjectDeleted('kept');
    expect(await view.copy('kept')).toBeDefined();
  });

  it('followed by binding again resumes the sync with the same copies', async () => {
    const api = apiOf('rebounds');
    const before = await api.view.create('kept');
    await unbind(api.name);
    await fixture.bind(api.crd);
    await fixture.waitForReady(api.name);
    await api.view.patch('kept', { spec: { plan: 'big' } });
    const copy = await api.view.waitForCopy(
      'kept',
      ({ spec }) => spec?.plan === 'big',
    );
    expect(copy.metadata.uid).toBe(before.metadata.uid);
  });

  it('removes the CRD when no object is left', async () => {
    const { name: emptied, view } = apiOf('emptieds');
    await view.create('deleted');
    await running.stop();
    await view.patch('deleted', { metadata: { finalizers: null } });
    await view.delete('deleted');
    start();
    await unbind(emptied);
    await eventually(
      'the CRD is deleted',
      async () => (await installed(emptied)) === undefined,
      30_000,
    );
    expect(await view.copy('deleted')).toBeDefined();
  }, 40_000);
});

it('R01: an invalid export is reported by its binding, and does not affect other bindings', async () => {
  const odd = testCrd('oddities', 'Oddity');
  const oddName = 'oddities.example.com';
  const { view: pebbles } = apiOf('pebbles');
  await installCrds(fixture.provider, [odd]);
  const exportCrd = { name: 'apiserviceexports.klutch.anynines.com' };
  const { spec } = (await fixture.provider.get(crds, exportCrd)) ?? {};
  // The exports of other tests are complete, so these tests do not depend on the schema.
  await fixture.provider.mergePatch(crds, exportCrd, {
    spec: {
      versions: spec?.versions.map(version => ({
        ...version,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            'x-kubernetes-preserve-unknown-fields': true,
          },
        },
      })),
    },
  });
  const { apiVersion, kind, ...where } = {
    apiVersion: 'klutch.anynines.com/v1alpha1',
    kind: 'APIServiceExport',
    namespace: fixture.clusterNamespace,
    name: oddName,
  };
  await eventually('an export without a spec is accepted', () =>
    fixture.provider
      .create(exportResource, { apiVersion, kind, metadata: where } as never)
      .catch(() => undefined),
  );
  await fixture.bind(odd);
  await condition('Connected', 'False/APIServiceExportInvalid', oddName);
  expect((await fixture.condition(oddName, 'Connected'))?.message).toContain(
    'spec is missing',
  );

  await pebbles.create('flows');
  await fixture.offerAndBind(testCrd('shells'));
  for (const fine of ['pebbles.example.com', 'shells.example.com']) {
    expect(await fixture.conditions(fine)).toMatchObject({
      Ready: 'True',
      SecretValid: 'True',
    });
  }
}, 60_000);
