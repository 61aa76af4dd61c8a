/** App clusters without a kubeconfig: added and bound with join commands, and later given a kubeconfig. */
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
  installApi,
  type TestClusters,
} from './testing/__testUtils__/clusters';
import {
  apisOf,
  backups,
  bindings,
  instances,
  join,
  JoinCommandFixture,
  konnectorOf,
  waitForCondition,
  type JoiningAppCluster,
} from './testing/__testUtils__/joinCommands';
import type { TestPortal } from './testing/__testUtils__/portal';

jest.setTimeout(120_000);

let fixture: JoinCommandFixture;
let clusters: TestClusters;
let portal: TestPortal;
let shop: JoiningAppCluster;
const oscar = () => portal.as('oscar');
const appCluster = (id: string) => fixture.appCluster(id);

beforeAll(async () => {
  fixture = await JoinCommandFixture.start();
  ({ clusters, portal } = fixture);
  shop = appCluster('shop-prod');
});
afterAll(() => fixture?.stop());

/** Every response in which developers see app clusters. */
const shownToDevelopers = async () => {
  const alice = portal.as('alice');
  const answers = await Promise.all([
    alice.GET('/app-clusters'),
    alice.GET('/claims'),
    alice.GET('/services'),
  ]);
  for (const { response } of answers) expect(response.status).toBe(200);
  return answers.map(({ data }) => JSON.stringify(data));
};

describe('an app cluster without a kubeconfig', () => {
  it('gets no join command for an API that is not offered, nor without permission', async () => {
    const unknown = await shop.createJoinToken('messagequeues.anynines.com');
    expect(unknown.response.status).toBe(404);
    const conflict = await appCluster('apps-dev').createJoinToken(instances);
    expect(conflict.response.status).toBe(409);
    const acceptedClaims = [
      { group: '', resource: 'configmaps', version: 'v1', whole: '' },
    ];
    const body = { id: 'shop-prod', title: 'x' };
    const odd = await oscar().POST('/platform/app-cluster-invitations', {
      body: { ...body, apis: [{ resource: instances, acceptedClaims }] },
    });
    expect(odd.response.status).toBe(422);
    const { response } = await portal
      .as('alice')
      .POST('/platform/app-cluster-invitations', {
        body: { ...body, apis: apisOf([instances]) },
      });
    expect(response.status).toBe(403);
    expect((await shop.replaceJoinToken(instances)).response.status).toBe(404);
    expect((await shop.get()).response.status).toBe(404);
    expect(await shop.clusterNamespace()).toBe('');
  });

  it('is shown as not connected, and nothing is provisioned yet', async () => {
    const { data, error } = await shop.createJoinToken(instances, bindings);
    expect(error).toBeUndefined();
    expect(data).toMatchObject({
      cluster: 'shop-prod',
      state: 'Waiting',
      further: false,
      runsKonnector: true,
      resources: [instances, bindings],
    });
    expect(await shop.listed()).toMatchObject({
      connection: 'konnector',
      invited: true,
      healthText: 'Not bound to anything yet',
      bindings: [],
      reachability: {
        reachable: false,
        message: expect.stringContaining('The portal has no kubeconfig of'),
      },
    });
    const { admin } = clusters.controlPlane;
    const name = await shop.clusterNamespace();
    expect(await admin.get(core.namespaces, { name })).toBeUndefined();
    const bound = await shop.bind(instances);
    expect(bound.response.status).toBe(409);
    expect(bound.error?.error.message).toContain('no kubeconfig of');
  });

  it('can get another join command, and the previous one is refused', async () => {
    const { data } = await shop.replaceJoinToken(instances);
    expect(data).toMatchObject({
      state: 'Waiting',
      further: false,
      resources: [instances],
    });
    expect((await join(fixture.commands.at(-2))).status).toBe(404);
    expect((await shop.get()).data?.state).toBe('Waiting');
  });

  it('can be cancelled: the join token is refused and the id is free again', async () => {
    expect((await shop.cancel()).response.status).toBe(204);
    expect((await join(fixture.commands.at(-1))).status).toBe(404);
    await waitForCondition(
      'the app cluster is no longer listed',
      async () => (await shop.clusterNamespace()) === '',
    );
    expect((await shop.cancel()).response.status).toBe(404);
  });

  it('is connected by its join command, once', async () => {
    const { data } = await shop.createJoinToken(instances, bindings);
    const answer = await join(data?.command);
    const yaml = await answer.text();
    expect({ status: answer.status, yaml }).toMatchObject({ status: 200 });
    expect(yaml).toContain('image: registry.test/konnector:1');
    expect((await join(data?.command)).status).toBe(404);
    await shop.waitForState('PickedUp');

    await shop.beat();
    await shop.waitForState('Arrived');
    expect((await shop.cancel()).response.status).toBe(409);
    await shop.connect(instances);
    await shop.connect(bindings);
    await shop.waitForState('Ready');
    expect(await shop.listed()).toMatchObject({
      bindings: [
        { name: instances, ready: true },
        { name: bindings, ready: true },
      ],
    });
    await waitForCondition('the claims of all others are known', async () => {
      const { data: claims } = await oscar().GET('/claims', {});
      return claims?.complete === true;
    });
    const { data: templates } = await oscar().GET('/platform/export-templates');
    expect(
      templates?.items.find(({ resource }) => resource === bindings)?.boundOn,
    ).toContain('shop-prod');
  });

  it('is bound to further APIs by another join command, which does not change its konnector', async () => {
    await shop.beat();
    const { data, error } = await shop.replaceJoinToken(backups);
    expect(error).toBeUndefined();
    expect(data).toMatchObject({
      state: 'Waiting',
      further: true,
      runsKonnector: true,
      resources: [backups],
    });
    const answer = await join(data?.command);
    const yaml = await answer.text();
    expect({ status: answer.status, yaml }).toMatchObject({ status: 200 });
    expect(yaml).toContain(`name: ${backups}`);
    expect(yaml).not.toContain('kind: Deployment');
    // A copied command yields no token of an app cluster with data.
    expect(yaml).not.toContain('kind: Secret');
    await shop.waitForState('Arrived');
    expect((await shop.cancel()).response.status).toBe(409);
    await shop.connect(backups);
    await shop.waitForState('Ready');
    expect((await shop.listed())?.bindings).toHaveLength(3);
  });

  it('stays unchanged when such a join command is cancelled', async () => {
    const stock = appCluster('stock');
    const first = await stock.createJoinToken(instances);
    const konnector = konnectorOf(
      await (await join(first.data?.command)).text(),
    );
    await stock.beat();
    await stock.waitForState('Arrived');
    const { data } = await stock.replaceJoinToken(backups);
    expect(data).toMatchObject({ state: 'Waiting', further: true });
    expect((await stock.cancel()).response.status).toBe(204);
    expect((await join(data?.command)).status).toBe(404);
    expect((await stock.get()).response.status).toBe(404);
    expect(await stock.listed()).toMatchObject({
      connection: 'konnector',
      invited: false,
    });
    const namespace = await stock.clusterNamespace();
    const { items } = await konnector.list(bindResources.exports, {
      namespace,
    });
    expect(items.map(({ metadata }) => metadata.name)).toEqual([instances]);
    await konnector.close();
    const again = await stock.replaceJoinToken(backups);
    expect(again.data).toMatchObject({ state: 'Waiting', further: true });
  });

  it('keeps its tokens when its konnector uses a replaced join command', async () => {
    const late = appCluster('late');
    const { data } = await late.createJoinToken(instances);
    const konnector = konnectorOf(await (await join(data?.command)).text());
    await late.waitForState('PickedUp');
    expect((await late.replaceJoinToken(instances)).data?.further).toBe(false);
    await late.beat();
    await waitForCondition('its konnector is reported', async () => {
      const { lastHeartbeatAt } = (await late.listed()) ?? {};
      return lastHeartbeatAt !== undefined;
    });
    expect((await late.cancel()).response.status).toBe(204);
    expect(await late.listed()).toMatchObject({ invited: false });
    const namespace = await late.clusterNamespace();
    await konnector.list(bindResources.exports, { namespace });
    await konnector.close();
  });

  it('gets its konnector again by a join command when no heartbeat arrives', async () => {
    await shop.beat(new Date('2026-01-01T00:00:00Z'));
    await waitForCondition('the konnector is reported as lost', async () => {
      const { healthText } = (await shop.listed()) ?? {};
      return healthText?.startsWith('Konnector lost') ?? false;
    });
    expect((await shop.get()).data?.state).toBe('Ready');
    const { data } = await shop.replaceJoinToken(instances);
    expect(data).toMatchObject({ further: true });
    const yaml = await (await join(data?.command)).text();
    expect(yaml).toContain('kind: Deployment');
  });

  it('is audited without join tokens and tokens', async () => {
    expect(
      portal.audit
        .filter(({ eventId }) => /join-token|pick-up|tokens/.test(eventId))
        .map(({ eventId, outcome }) => `${eventId} ${outcome}`),
    ).toEqual([
      // Refused without permission or sign-in.
      ...Array(5).fill('app-cluster-create-join-token fail'),
      'app-cluster-create-join-token success',
      'binding-create-join-token success',
      // Replaced, and the replacement cancelled.
      'app-cluster-create-join-token success',
      'binding-revoke-join-token success',
      'binding-create-join-token success',
      'binding-pick-up fail',
      'app-cluster-revoke-join-token success',
      'binding-revoke-join-token success',
      'binding-pick-up fail',
      'app-cluster-revoke-join-token fail',
      // Redeemed once.
      'app-cluster-create-join-token success',
      'binding-create-join-token success',
      'binding-pick-up success',
      'binding-pick-up fail',
      'app-cluster-revoke-join-token fail',
      // Further APIs.
      'app-cluster-create-join-token success',
      'binding-create-join-token success',
      'binding-pick-up success',
      'app-cluster-revoke-join-token fail',
      // Cancelled.
      'app-cluster-create-join-token success',
      'binding-create-join-token success',
      'binding-pick-up success',
      'app-cluster-create-join-token success',
      'binding-create-join-token success',
      'app-cluster-revoke-join-token success',
      'binding-revoke-join-token success',
      'binding-pick-up fail',
      'app-cluster-create-join-token success',
      'binding-create-join-token success',
      // Redeemed late.
      'app-cluster-create-join-token success',
      'binding-create-join-token success',
      'binding-pick-up success',
      'app-cluster-create-join-token success',
      'binding-create-join-token success',
      'app-cluster-revoke-join-token success',
      'binding-revoke-join-token success',
      // Konnector installed again.
      'app-cluster-create-join-token success',
      'binding-create-join-token success',
      'binding-pick-up success',
    ]);
    const output = JSON.stringify([portal.log, portal.audit, portal.signals]);
    for (const command of fixture.commands) {
      const [, code = '?'] = /code=(\S+)/.exec(command) ?? [];
      expect(output).not.toContain(code);
    }
    expect(output).not.toContain('eyJ');
  });

  it('R28: is unknown to developers before its command was run', async () => {
    const unused = appCluster('unused');
    const { data } = await unused.createJoinToken(instances);
    expect(await unused.listed()).toBeDefined();
    for (const shown of await shownToDevelopers()) {
      expect(shown).not.toMatch(/"unused"/);
    }
    expect((await join(data?.command)).status).toBe(200);
    await unused.waitForState('PickedUp');
    await waitForCondition('developers see the app cluster', async () =>
      (await shownToDevelopers()).every(shown => /"unused"/.test(shown)),
    );
  });

  it('R11: keeps its tokens and its join command when the user may revoke neither on the cluster', async () => {
    const { data } = await portal.as('mallory').GET('/me');
    expect(data).toMatchObject({ operator: true, permissionsEnabled: false });
    expect(portal.log.join()).toContain('permission.enabled is not true');
    const kept = appCluster('kept');
    const isRefused = async () => {
      const cancelled = await kept.cancel('mallory');
      expect(cancelled.response.status).toBe(403);
      expect(JSON.stringify(cancelled.error)).toContain('klutch:mallory');
      const ended = await kept.revokeTokens('mallory');
      expect(ended.response.status).toBe(403);
      expect(JSON.stringify(ended.error)).toContain('patch secrets/kubeconfig');
    };
    const first = await kept.createJoinToken(instances);
    await isRefused();
    const answer = await join(first.data?.command);
    expect(answer.status).toBe(200);
    await isRefused();
    const secret = await clusters.controlPlane.admin.get(core.secrets, {
      namespace: await kept.clusterNamespace(),
      name: names.kubeconfigSecret,
    });
    expect(secret?.data).toHaveProperty('kubeconfig');
    expect((await kept.get()).data?.state).toBe('PickedUp');
    expect((await kept.revokeTokens()).response.status).toBe(204);
  });
});

describe('a kubeconfig that is added afterwards', () => {
  /** A binding as written by the konnector. */
  const boundTo = (uid?: string): APIServiceBinding => ({
    apiVersion: names.apiVersion,
    kind: bindResources.bindings.kind,
    metadata: {
      name: instances,
      namespace: names.appClusterNamespace,
      annotations: { [annotations.providerNamespaceUid]: uid ?? '' },
    },
    spec: {
      kubeconfigSecretRef: {
        name: 'kubeconfig-abcde',
        key: names.kubeconfigKey,
        namespace: names.appClusterNamespace,
      },
    },
  });

  it("is refused for another cluster than the konnector's", async () => {
    await shop.beat();
    await waitForCondition(
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
  });

  it('is validated as at registration', async () => {
    const { response, error } = await shop.setKubeconfig('clusters: []');
    expect(response.status).toBe(422);
    expect(error?.error.causes).toMatchObject([{ field: 'kubeconfig' }]);
    const unknown = await appCluster('nobody').setKubeconfig();
    expect(unknown.response.status).toBe(404);
    const refused = await shop.setKubeconfig(undefined, 'alice');
    expect(refused.response.status).toBe(403);
  });

  it('makes the app cluster equivalent to a registered one, and invalidates the join command', async () => {
    const { data: open } = await shop.replaceJoinToken(backups);
    const { admin } = clusters.appCluster;
    const name = await shop.clusterNamespace();
    const { metadata } =
      (await clusters.controlPlane.admin.get(core.namespaces, { name })) ?? {};
    await apply(admin, [
      {
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: { name: names.appClusterNamespace },
      },
      crds.apiServiceBindings,
    ]);
    await waitForCondition('bindings are known', () =>
      admin.create(bindResources.bindings, boundTo(metadata?.uid)).then(
        () => true,
        () => false,
      ),
    );
    await installApi(admin, 'postgresqlinstances');

    const { data, error } = await shop.setKubeconfig();
    expect(error).toBeUndefined();
    expect(data).toMatchObject({
      id: 'shop-prod',
      connection: 'kubeconfig',
      invited: false,
      clusterNamespace: name,
      reachability: { reachable: true },
    });
    expect((await shop.get()).response.status).toBe(404);
    expect((await join(open?.command)).status).toBe(404);
    expect((await shop.replaceJoinToken(backups)).response.status).toBe(409);
    await waitForCondition(
      'the claims of the app cluster are shown',
      async () => {
        const { data: claims } = await oscar().GET('/claims', {
          params: { query: { cluster: 'shop-prod' } },
        });
        return claims?.complete === true;
      },
    );
  });

  it('lets the portal bind APIs itself', async () => {
    const { data, error } = await shop.bind(backups);
    expect(error).toBeUndefined();
    expect(data?.name).toBe(backups);
    await waitForCondition('both bindings are listed', async () => {
      const bound = (await shop.listed())?.bindings ?? [];
      return bound.map(({ name }) => name).join() === `${backups},${instances}`;
    });
  });

  it('can be replaced where another konnector runs that annotates no binding', async () => {
    await clusters.appCluster.admin.mergePatch(
      bindResources.bindings,
      { namespace: names.appClusterNamespace, name: instances },
      {
        metadata: { annotations: { [annotations.providerNamespaceUid]: null } },
      },
    );
    const { error } = await shop.setKubeconfig();
    expect(error).toBeUndefined();
  });

  it('can be replaced, and is never disclosed', async () => {
    const { data } = await shop.setKubeconfig();
    expect(data).toMatchObject({ reachability: { reachable: true } });
    const output = JSON.stringify([portal.log, portal.audit, portal.signals]);
    const secret = /client-key-data: (\S+)/.exec(clusters.appClusterKubeconfig);
    expect(output).not.toContain(secret?.[1] ?? '?');
    const of = portal.audit.filter(
      ({ eventId }) => eventId === 'app-cluster-kubeconfig',
    );
    expect(of.map(({ outcome }) => outcome)).toEqual([
      'fail',
      'fail',
      'fail',
      'fail',
      'success',
      'success',
      'success',
    ]);
  });

  it('creates no token, so a revocation remains', async () => {
    const { admin } = clusters.controlPlane;
    const ended = await fixture.joined('shop-ended');
    const namespace = await ended.clusterNamespace();
    const key = { namespace, name: names.kubeconfigSecret };
    const revokedAt = 'klutch.anynines.com/tokens-revoked-at';
    await admin.mergePatch(core.secrets, key, {
      metadata: { annotations: { [revokedAt]: new Date().toISOString() } },
    });
    expect((await ended.setKubeconfig()).error).toBeUndefined();
    const secret = await admin.get(core.secrets, key);
    expect(secret?.metadata.annotations).toHaveProperty([revokedAt]);
  });

  it('R10: gives an id with a remaining cluster namespace only to the app cluster that is bound to it', async () => {
    const { admin } = clusters.controlPlane;
    const deleteRegistration = async (found: JoiningAppCluster, id: string) => {
      const name = `app-cluster-${id}`;
      await admin.delete(core.secrets, { namespace: 'klutch-portal', name });
      await waitForCondition(
        'the app cluster is no longer listed',
        async () => !(await found.listed()),
      );
    };
    const register = (id: string) =>
      oscar().POST('/platform/app-clusters', {
        body: {
          id,
          title: 'Another one',
          kubeconfig: clusters.appClusterKubeconfig,
        },
      });
    const left = await fixture.joined('left');
    const namespace = await left.clusterNamespace();
    await deleteRegistration(left, 'left');
    for (const { response, error } of [
      await left.createJoinToken(backups),
      await register('left'),
    ]) {
      expect(response.status).toBe(409);
      expect(JSON.stringify(error)).toContain(
        `klutch-binding-backend offboard ${namespace}`,
      );
    }

    const known = await shop.clusterNamespace();
    await deleteRegistration(shop, 'shop-prod');
    const { data, error } = await register('shop-prod');
    expect(error).toBeUndefined();
    expect(data).toMatchObject({ clusterNamespace: known });
  });
});
