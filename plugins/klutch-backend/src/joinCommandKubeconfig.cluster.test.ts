/**
 * App clusters that were added with a join command and are given a kubeconfig afterwards. Each test has an app cluster of
 * its own; all kubeconfigs connect to the same real cluster, whose bindings are deleted after each test.
 */
import {
  annotations,
  bindResources,
  crds,
  names,
  type APIServiceBinding,
} from '@klutch/bind-api';
import { core } from '@klutch/kube';
import {
  apply,
  deleteBindings,
  installApi,
} from './testing/__testUtils__/clusters';
import {
  aboutTokens,
  auditOf,
  backups,
  instances,
  JoinCommandFixture,
  refused,
  type JoiningAppCluster,
} from './testing/__testUtils__/joinCommands';
import { eventually } from './testing/__testUtils__/eventually';

jest.setTimeout(120_000);

let fixture: JoinCommandFixture;
const controlPlane = () => fixture.clusters.controlPlane.admin;
const cluster = () => fixture.clusters.appCluster.admin;
const namespace = names.appClusterNamespace;
const aboutKubeconfigs = /app-cluster-kubeconfig/;

/** Neither kubeconfigs nor tokens may appear in log, audit and signals. */
function expectNothingDisclosed() {
  const { appClusterKubeconfig } = fixture.clusters;
  const key = /client-key-data: (\S+)/.exec(appClusterKubeconfig)?.[1] ?? '?';
  expect(fixture.output()).not.toContain(key);
  expect(fixture.disclosed()).toEqual([]);
}

beforeAll(async () => {
  fixture = await JoinCommandFixture.start();
  await apply(cluster(), [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
    crds.apiServiceBindings,
  ]);
  await installApi(cluster(), 'postgresqlinstances');
  await eventually('bindings are served', () =>
    cluster()
      .list(bindResources.bindings, { namespace })
      .then(
        () => true,
        () => false,
      ),
  );
});
afterEach(expectNothingDisclosed);
afterEach(() => deleteBindings(cluster()));
afterAll(() => fixture?.stop());

/** Creates a binding on the cluster as the konnector of an app cluster does. */
async function bindOnCluster(shop: JoiningAppCluster): Promise<void> {
  const name = await shop.clusterNamespace();
  const found = await controlPlane().get(core.namespaces, { name });
  const binding: APIServiceBinding = {
    apiVersion: names.apiVersion,
    kind: bindResources.bindings.kind,
    metadata: {
      name: instances,
      namespace,
      annotations: {
        [annotations.providerNamespaceUid]: found?.metadata.uid ?? '',
      },
    },
    spec: {
      kubeconfigSecretRef: {
        name: 'kubeconfig-abcde',
        key: names.kubeconfigKey,
        namespace,
      },
    },
  };
  await cluster().create(bindResources.bindings, binding);
}

/** An app cluster whose konnector reports, with a kubeconfig. */
async function withKubeconfig(id: string): Promise<JoiningAppCluster> {
  const shop = await fixture.reporting(id);
  await bindOnCluster(shop);
  const { error } = await shop.setKubeconfig();
  expect(error).toBeUndefined();
  return shop;
}

/** An app cluster with an API that the portal bound, where no binding records the UID of the cluster namespace. */
async function boundByPortal(id: string): Promise<JoiningAppCluster> {
  const shop = await withKubeconfig(id);
  expect((await shop.bind(backups)).error).toBeUndefined();
  await cluster().mergePatch(
    bindResources.bindings,
    { namespace, name: instances },
    {
      metadata: { annotations: { [annotations.providerNamespaceUid]: null } },
    },
  );
  return shop;
}

describe('a kubeconfig that is added afterwards', () => {
  it("is refused for another cluster than the konnector's", async () => {
    const shop = await fixture.reporting('shop-other');
    await eventually(
      'the konnector reports',
      async () => (await shop.listed())?.healthText === 'Healthy',
    );
    const { response, error } = await shop.setKubeconfig();
    expect(response.status).toBe(422);
    expect(error?.error).toMatchObject({
      message: expect.stringContaining('connects to another cluster'),
      causes: [{ field: 'kubeconfig' }],
    });
    expect(await shop.listed()).toMatchObject({ connection: 'konnector' });
    expect(shop.audit(aboutKubeconfigs)).toEqual([
      'app-cluster-kubeconfig fail',
    ]);
  });

  it('is validated as at registration', async () => {
    const shop = await fixture.reporting('shop-invalid');
    const { response, error } = await shop.setKubeconfig('clusters: []');
    expect(response.status).toBe(422);
    expect(error?.error.causes).toMatchObject([{ field: 'kubeconfig' }]);
    const denied = await shop.setKubeconfig(undefined, 'alice');
    expect(denied.response.status).toBe(403);
    expect(shop.audit(aboutKubeconfigs)).toEqual([
      'app-cluster-kubeconfig fail',
      'app-cluster-kubeconfig fail',
    ]);
    const nobody = fixture.appCluster('nobody');
    expect((await nobody.setKubeconfig()).response.status).toBe(404);
    expect(nobody.audit(aboutKubeconfigs)).toEqual([
      'app-cluster-kubeconfig fail',
    ]);
  });

  it('makes the app cluster equivalent to a registered one, and invalidates the join command', async () => {
    const shop = await fixture.reporting('shop-prod');
    const { data: open } = await shop.replaceJoinToken(backups);
    const name = await shop.clusterNamespace();
    await bindOnCluster(shop);

    const { data, error } = await shop.setKubeconfig();
    expect(error).toBeUndefined();
    expect(data).toMatchObject({
      id: shop.id,
      connection: 'kubeconfig',
      invited: false,
      clusterNamespace: name,
      reachability: { reachable: true },
    });
    expect((await shop.get()).response.status).toBe(404);
    expect(await fixture.redeem(open?.command)).toEqual(refused);
    expect((await shop.replaceJoinToken(backups)).response.status).toBe(409);
    await eventually('the claims of the app cluster are shown', async () => {
      const { data: claims } = await fixture.oscar().GET('/claims', {
        params: { query: { cluster: shop.id } },
      });
      return claims?.complete === true;
    });
    expect(shop.audit(aboutKubeconfigs)).toEqual([
      'app-cluster-kubeconfig success',
    ]);
    expect(shop.audit(aboutTokens)).toEqual([
      ...auditOf.joined,
      ...auditOf.created,
      'binding-revoke-join-token success',
      'app-cluster-create-join-token fail',
    ]);
  });

  it('lets the portal bind APIs itself', async () => {
    const shop = await withKubeconfig('shop-bound');
    const { data, error } = await shop.bind(backups);
    expect(error).toBeUndefined();
    expect(data?.name).toBe(backups);
    await eventually('both bindings are listed', async () => {
      const bound = (await shop.listed())?.bindings ?? [];
      return bound.map(({ name }) => name).join() === `${backups},${instances}`;
    });
  });

  it('can be replaced where another konnector runs that annotates no binding', async () => {
    const shop = await boundByPortal('shop-reference');
    const { error } = await shop.setKubeconfig();
    expect(error).toBeUndefined();
    expect(shop.audit(aboutKubeconfigs)).toEqual([
      'app-cluster-kubeconfig success',
      'app-cluster-kubeconfig success',
    ]);
  });

  it('can be replaced, and is never disclosed', async () => {
    const shop = await withKubeconfig('shop-again');
    const { data } = await shop.setKubeconfig();
    expect(data).toMatchObject({ reachability: { reachable: true } });
    expect(shop.audit(aboutKubeconfigs)).toEqual([
      'app-cluster-kubeconfig success',
      'app-cluster-kubeconfig success',
    ]);
    expectNothingDisclosed();
  });

  it('creates no token, so a revocation remains', async () => {
    const ended = await fixture.joined('shop-ended');
    const key = {
      namespace: await ended.clusterNamespace(),
      name: names.kubeconfigSecret,
    };
    const revokedAt = 'klutch.anynines.com/tokens-revoked-at';
    await controlPlane().mergePatch(core.secrets, key, {
      metadata: { annotations: { [revokedAt]: new Date().toISOString() } },
    });
    expect((await ended.setKubeconfig()).error).toBeUndefined();
    const secret = await controlPlane().get(core.secrets, key);
    expect(secret?.metadata.annotations).toHaveProperty([revokedAt]);
  });

  it('R10: gives an id with a remaining cluster namespace only to the app cluster that is bound to it', async () => {
    const deleteRegistration = async (found: JoiningAppCluster) => {
      await controlPlane().delete(core.secrets, {
        namespace: 'klutch-portal',
        name: `app-cluster-${found.id}`,
      });
      await eventually(
        'the app cluster is no longer listed',
        async () => !(await found.listed()),
      );
    };
    const register = ({ id }: JoiningAppCluster) =>
      fixture.oscar().POST('/platform/app-clusters', {
        body: {
          id,
          title: 'Another one',
          kubeconfig: fixture.clusters.appClusterKubeconfig,
        },
      });
    const [left, known] = await Promise.all([
      fixture.joined('shop-left'),
      boundByPortal('shop-known'),
    ]);
    const [leftNamespace, knownNamespace] = await Promise.all([
      left.clusterNamespace(),
      known.clusterNamespace(),
    ]);
    await Promise.all([deleteRegistration(left), deleteRegistration(known)]);
    for (const { response, error } of [
      await left.createJoinToken(backups),
      await register(left),
    ]) {
      expect(response.status).toBe(409);
      expect(JSON.stringify(error)).toContain(
        `klutch-binding-backend offboard ${leftNamespace}`,
      );
    }
    const { data, error } = await register(known);
    expect(error).toBeUndefined();
    expect(data).toMatchObject({ clusterNamespace: knownNamespace });
  });
});
