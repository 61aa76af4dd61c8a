/**
 * What happens to app clusters after they were added with a join command: they are given a kubeconfig, or end, which means
 * cancelled, offboarded or with revoked tokens. Each test has an app cluster of its own. The tests of ends wait, beside
 * those of kubeconfigs, until the API server refuses ended tokens.
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
  describeLong,
  itLong,
} from '@klutch/local-clusters/src/testing/describeLong';
import { claimResource } from './claimApis/claimResource';
import {
  apply,
  deleteBindings,
  installApi,
} from './testing/__testUtils__/clusters';
import {
  aboutTokens,
  auditOf,
  backups,
  bindings,
  instances,
  join,
  JoinCommandFixture,
  konnectorOf,
  type JoiningAppCluster,
} from './testing/__testUtils__/joinCommands';
import { sampleApi } from './testing/__testUtils__/samples';
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
});
afterAll(expectNothingDisclosed);
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

describeLong('a kubeconfig that is added afterwards', () => {
  beforeAll(async () => {
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
  // All kubeconfigs connect to the same real cluster.
  afterEach(() => deleteBindings(cluster()));

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
    expect((await join(open?.command)).status).toBe(404);
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

  itLong(
    'can be replaced where another konnector runs that annotates no binding',
    async () => {
      const shop = await boundByPortal('shop-reference');
      const { error } = await shop.setKubeconfig();
      expect(error).toBeUndefined();
      expect(shop.audit(aboutKubeconfigs)).toEqual([
        'app-cluster-kubeconfig success',
        'app-cluster-kubeconfig success',
      ]);
    },
  );

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

  itLong('creates no token, so a revocation remains', async () => {
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

describeLong('an app cluster without a kubeconfig, at its end', () => {
  itLong(
    'R10: leaves nothing to the next app cluster with its id when cancelled after the command was run',
    async () => {
      const { admin } = fixture.clusters.controlPlane;
      const lost = fixture.appCluster('shop-lost');
      const first = await lost.createJoinToken(instances, bindings);
      const stolen = konnectorOf(
        await (await join(first.data?.command)).text(),
      );
      const name = await lost.clusterNamespace();
      const where = { namespace: name };
      await stolen.list(bindResources.exports, where);
      const before = await admin.get(core.namespaces, { name });
      expect((await lost.cancel()).response.status).toBe(204);
      await eventually(
        'the app cluster is no longer listed',
        async () => !(await lost.listed()),
      );
      await eventually(
        'its cluster namespace is deleted',
        async () => !(await admin.get(core.namespaces, { name })),
      );
      await expect(stolen.list(bindResources.exports, where)).rejects.toThrow();
      await stolen.close();

      const next = await lost.createJoinToken(backups);
      const konnector = konnectorOf(
        await (await join(next.data?.command)).text(),
      );
      const after = await admin.get(core.namespaces, { name });
      expect(after?.metadata.uid).not.toBe(before?.metadata.uid);
      const { items } = await konnector.list(bindResources.exports, where);
      expect(items.map(({ metadata }) => metadata.name)).toEqual([backups]);
      await konnector.close();
      expect(lost.audit(aboutTokens)).toEqual([
        ...auditOf.joined,
        'app-cluster-revoke-join-token success',
        ...auditOf.joined,
      ]);
    },
  );

  it.concurrent('R10: is offboarded, not cancelled, when there is data though no konnector reports', async () => {
    const { admin } = fixture.clusters.controlPlane;
    const used = await fixture.joined('shop-used');
    const clusterNamespace = await used.clusterNamespace();
    const key = { namespace: clusterNamespace, name: 'team-a' };
    await admin.create(bindResources.serviceNamespaces, {
      apiVersion: names.apiVersion,
      kind: bindResources.serviceNamespaces.kind,
      metadata: key,
    });
    let serviceNamespace = '';
    await eventually('its service namespace is published', async () => {
      const found = await admin.get(bindResources.serviceNamespaces, key);
      serviceNamespace = found?.status?.namespace ?? '';
      return serviceNamespace !== '';
    });
    await admin.create(claimResource(sampleApi('postgresqlinstances')), {
      apiVersion: 'anynines.com/v1',
      kind: 'PostgresqlInstance',
      metadata: { namespace: serviceNamespace, name: 'orders' },
      spec: { service: 'a9s-postgresql15', plan: 'postgresql-single-nano' },
    });
    const { response, error } = await used.cancel();
    expect(response.status).toBe(409);
    expect(JSON.stringify(error)).toContain('Offboard it instead');
    expect(await used.listed()).toMatchObject({ invited: true });
    const found = await admin.get(core.namespaces, {
      name: clusterNamespace,
    });
    expect(found?.metadata.deletionTimestamp).toBeUndefined();
    expect(used.audit(aboutTokens)).toEqual([
      ...auditOf.joined,
      'app-cluster-revoke-join-token fail',
    ]);
  });

  itLong(
    'loses its tokens, and its unused join command, even when an attacker with a token reports as a konnector',
    async () => {
      const stolen = fixture.appCluster('shop-stolen');
      const { data } = await stolen.createJoinToken(instances);
      const attacker = konnectorOf(await (await join(data?.command)).text());
      const within = { namespace: await stolen.clusterNamespace() };
      const report = async (lastHeartbeatTime: string) => {
        const status = { lastHeartbeatTime, heartbeatInterval: '87600h0m0s' };
        await attacker.mergePatch(
          bindResources.clusterBindings,
          { ...within, name: names.clusterBinding },
          { status },
          { subresource: 'status' },
        );
        await eventually('the heartbeat is listed', async () => {
          const { lastHeartbeatAt } = (await stolen.listed()) ?? {};
          return lastHeartbeatAt === lastHeartbeatTime;
        });
      };
      await report('2099-01-01T00:00:00Z');
      await stolen.waitForState('PickedUp');
      await report(new Date().toISOString());
      await stolen.waitForState('Arrived');
      const refused = await stolen.cancel();
      expect(refused.response.status).toBe(409);
      expect(JSON.stringify(refused.error)).toContain('revoke its tokens');
      const open = await stolen.replaceJoinToken(backups);
      expect((await stolen.revokeTokens('alice')).response.status).toBe(403);
      expect((await stolen.revokeTokens()).response.status).toBe(204);
      expect((await stolen.get()).data?.state).toBe('Expired');
      expect((await join(open.data?.command)).status).toBe(404);
      // Without the app cluster, which a refused join token does not name.
      expect(fixture.portal.audit).toContainEqual(
        expect.objectContaining({
          eventId: 'binding-pick-up',
          outcome: 'fail',
        }),
      );
      await eventually('the token is refused', () =>
        attacker.list(bindResources.exports, within).then(
          () => false,
          () => true,
        ),
      );
      await attacker.close();
      expect(await stolen.listed()).toMatchObject({ connection: 'konnector' });
      // Earlier reports may come from the attacker, so all objects are created again.
      const again = await stolen.replaceJoinToken(instances);
      const yaml = await (await join(again.data?.command)).text();
      expect(yaml).toContain('kind: CustomResourceDefinition');
      expect(yaml).toContain('kind: Secret');
      expect(yaml).toContain('kind: Deployment');
      const konnector = konnectorOf(yaml);
      await konnector.list(bindResources.exports, within);
      await konnector.close();
      const unknown = await fixture.appCluster('nobody').revokeTokens();
      expect(unknown.response.status).toBe(404);
      expect(stolen.audit(aboutTokens)).toEqual([
        ...auditOf.joined,
        'app-cluster-revoke-join-token fail',
        ...auditOf.created,
        'app-cluster-revoke-tokens fail',
        'app-cluster-revoke-tokens success',
        ...auditOf.joined,
      ]);
    },
  );

  it.concurrent('is offboarded by operators with the name of the cluster namespace, after a preview, and no longer listed', async () => {
    const { admin } = fixture.clusters.controlPlane;
    const closed = await fixture.joined('shop-closed');
    const name = await closed.clusterNamespace();
    const { data, error } = await closed.previewOffboarding();
    expect(error).toBeUndefined();
    expect(data).toMatchObject({
      clusterNamespace: name,
      liveObjects: 0,
      text: expect.stringContaining(`cluster namespace ${name}`),
    });
    expect((await closed.previewOffboarding('alice')).response.status).toBe(
      403,
    );
    expect((await closed.offboard(name, 'alice')).response.status).toBe(403);
    expect((await closed.offboard('shop-closed')).response.status).toBe(409);
    expect(
      (await admin.get(core.namespaces, { name }))?.metadata.deletionTimestamp,
    ).toBeUndefined();

    expect((await closed.offboard(name)).response.status).toBe(204);
    await eventually(
      'the app cluster is no longer listed',
      async () => !(await closed.listed()),
    );
    await eventually(
      'the cluster namespace is deleted',
      async () => !(await admin.get(core.namespaces, { name })),
    );
    expect((await closed.previewOffboarding()).response.status).toBe(404);
    expect(closed.audit(/offboard/)).toEqual([
      'app-cluster-offboard fail',
      'app-cluster-offboard fail',
      'app-cluster-offboard success',
    ]);
  });

  it('never appears in logs, audit and signals with its join tokens and tokens', async () => {
    const shop = await fixture.joined('shop-logged');
    await shop.replaceJoinToken(instances);
    expect((await shop.revokeTokens()).response.status).toBe(204);
    expect(fixture.output()).toContain(shop.id);
    expectNothingDisclosed();
  });
});
