/** Traces for support on real clusters: what is shown to people without rights, and as whom composites are read. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { bindResources, names } from '@klutch/bind-api';
import {
  defineResource,
  type CustomResourceDefinition,
  type KubeObject,
} from '@klutch/kube';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { describeLong } from '@klutch/local-clusters/src/testing/describeLong';
import { claimResource } from '../../claimApis/claimResource';
import { apply, startClusters } from '../../testing/__testUtils__/clusters';
import { eventually } from '../../testing/__testUtils__/eventually';
import {
  PortalFixture,
  queues,
} from '../../testing/__testUtils__/PortalFixture';
import { startPortal, type TestUser } from '../../testing/__testUtils__/portal';
import { sampleApi } from '../../testing/__testUtils__/samples';

jest.setTimeout(180_000);

const cluster = 'apps-dev';
const value = 'value-of-the-tenant';
const composite = 'orders-x7k2p';
const group = 'anynines.com';
/** Where developers have no rights. */
const namespace = 'team-b';
const claim = { cluster, namespace, resource: queues, name: 'orders' };
let fixture: PortalFixture;

const anything = {
  type: 'object',
  'x-kubernetes-preserve-unknown-fields': true,
};

/** A CRD of Crossplane, or of a composite; nothing reconciles its objects. */
const crd = (
  crdGroup: string,
  plural: string,
  kind: string,
): CustomResourceDefinition => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${plural}.${crdGroup}` },
  spec: {
    group: crdGroup,
    scope: 'Cluster',
    names: { kind, plural, singular: kind.toLocaleLowerCase('en-US') },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: anything },
      },
    ],
  },
});

const composites = defineResource({
  group,
  version: 'v1',
  plural: 'xmessagequeues',
  kind: 'XMessageQueue',
  namespaced: false,
});

async function serviceNamespace(): Promise<string> {
  const { admin } = fixture.clusters.controlPlane;
  const { data } = await fixture.oscar().GET('/platform/app-clusters');
  const clusterNamespace = data?.items[0]?.clusterNamespace ?? '';
  const key = { namespace: clusterNamespace, name: namespace };
  await admin.create(bindResources.serviceNamespaces, {
    apiVersion: names.apiVersion,
    kind: bindResources.serviceNamespaces.kind,
    metadata: key,
  });
  let found = '';
  await eventually('the service namespace is assigned', async () => {
    const assigned = await admin.get(bindResources.serviceNamespaces, key);
    found = assigned?.status?.namespace ?? '';
    return found !== '';
  });
  return found;
}

/** The provider copy, as a konnector creates it, and its composite, as Crossplane does. */
async function createCopy(): Promise<void> {
  const { admin } = fixture.clusters.controlPlane;
  await apply(admin, [
    crd('apiextensions.crossplane.io', 'compositeresourcedefinitions', 'X'),
    crd(group, composites.plural, composites.kind),
  ]);
  await admin.create(claimResource(sampleApi('messagequeues')), {
    apiVersion: `${group}/v1`,
    kind: 'MessageQueue',
    metadata: { namespace: await serviceNamespace(), name: 'orders' },
    spec: {
      size: value,
      resourceRef: {
        apiVersion: `${group}/v1`,
        kind: composites.kind,
        name: composite,
      },
    },
  });
  await eventually('the composite is created', () =>
    admin
      .create(composites, {
        apiVersion: `${group}/v1`,
        kind: composites.kind,
        metadata: { name: composite },
        status: {
          conditions: [
            { type: 'Synced', status: 'False', message: `${value} is wrong.` },
          ],
        },
      } as KubeObject)
      .then(
        () => true,
        () => false,
      ),
  );
}

const trace = (user: TestUser, text: string) =>
  fixture.portal.as(user).POST('/platform/trace', { body: { text } });

const stateOf = (
  result: Schemas['SupportTraceResult'] | undefined,
  id: string,
) => {
  const step = result?.trace?.steps.find(one => one.id === id);
  return [step?.state, step?.finding, step?.message];
};

describeLong('traces for support', () => {
  beforeAll(async () => {
    const clusters = await startClusters();
    fixture = PortalFixture.of(
      clusters,
      await startPortal(
        {
          controlPlane: { kubeconfig: clusters.controlPlaneKubeconfig },
          appClusters: { allowLoopback: true },
        },
        { permissionsEnabled: true },
      ),
    );
    await fixture.waitUntilWatched();
    await fixture.bound(cluster, [queues]);
    const { response } = await fixture.oscar().POST('/claims', {
      params: { query: {} },
      body: { ...claim, spec: { size: value } },
    });
    if (response.status !== 201) throw new Error('The order was refused.');
    await createCopy();
    await eventually('the portal finds the copy', async () => {
      const { data } = await trace('oscar', composite);
      return stateOf(data, 'composite')[0] === 'failed';
    });
  });
  afterAll(() => fixture?.stop());

  it('shows a person without rights on any cluster where the claim is', async () => {
    const own = await fixture.portal
      .as('mallory')
      .GET('/claims/{cluster}/{namespace}/{resource}/{name}', {
        params: { path: claim },
      });
    expect(own.response.status).toBe(403);
    const { data, response } = await trace(
      'mallory',
      `${cluster}/${namespace}/messagequeue/orders`,
    );
    expect(response.status).toBe(200);
    expect(stateOf(data, 'konnector')[0]).toBe('done');
    expect(stateOf(data, 'composite').slice(0, 2)).toEqual([
      'unknown',
      'NotReadable',
    ]);
    expect(JSON.stringify(data)).not.toContain(value);
  });

  it('reads composites as the person, and finds the claim by them', async () => {
    const { data } = await trace(
      'oscar',
      `xmessagequeues.${group}/${composite}`,
    );
    expect(data?.trace?.claim).toMatchObject({
      cluster,
      namespace,
      name: 'orders',
    });
    expect(stateOf(data, 'composite')).toEqual([
      'failed',
      'CompositeNotReady',
      '… is wrong.',
    ]);
    expect(data?.trace?.stoppedAt).toBe('composite');
  });

  it('needs its permission, and audits who was refused', async () => {
    const { error, response } = await trace('guest', 'orders');
    expect(response.status).toBe(403);
    expect(error?.error.message).toContain('klutch.trace.read');
    expect(
      fixture.portal.audit
        .filter(({ eventId }) => eventId === 'support-read')
        .at(-1),
    ).toMatchObject({ outcome: 'fail', meta: { name: 'orders' } });
  });
});
