/** App clusters without a kubeconfig: added and bound with join commands. Each test has an app cluster of its own. */
import { bindResources, names } from '@klutch/bind-api';
import { core } from '@klutch/kube';
import { itLong } from '@klutch/local-clusters/src/testing/describeLong';
import {
  aboutTokens,
  apisOf,
  auditOf,
  backups,
  bindings,
  instances,
  join,
  JoinCommandFixture,
  konnectorOf,
  refused,
} from './testing/__testUtils__/joinCommands';
import { eventually } from './testing/__testUtils__/eventually';

jest.setTimeout(120_000);

let fixture: JoinCommandFixture;
const admin = () => fixture.clusters.controlPlane.admin;

/** Neither join tokens nor tokens may appear in log, audit and signals. */
function expectNothingDisclosed() {
  expect(fixture.disclosed()).toEqual([]);
}

beforeAll(async () => {
  fixture = await JoinCommandFixture.start();
});
afterEach(expectNothingDisclosed);
afterAll(() => fixture?.stop());

/** Every response in which developers see app clusters. */
const shownToDevelopers = async () => {
  const alice = fixture.portal.as('alice');
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
    const shop = fixture.appCluster('shop-refused');
    const unknown = await shop.createJoinToken('messagequeues.anynines.com');
    expect(unknown.response.status).toBe(404);
    const acceptedClaims = [
      { group: '', resource: 'configmaps', version: 'v1', whole: '' },
    ];
    const body = { id: shop.id, title: 'x' };
    const odd = await fixture
      .oscar()
      .POST('/platform/app-cluster-invitations', {
        body: { ...body, apis: [{ resource: instances, acceptedClaims }] },
      });
    expect(odd.response.status).toBe(422);
    const { response } = await fixture.portal
      .as('alice')
      .POST('/platform/app-cluster-invitations', {
        body: { ...body, apis: apisOf([instances]) },
      });
    expect(response.status).toBe(403);
    expect((await shop.replaceJoinToken(instances)).response.status).toBe(404);
    expect((await shop.get()).response.status).toBe(404);
    expect(await shop.clusterNamespace()).toBe('');
    expect(shop.audit(aboutTokens)).toEqual(
      Array(4).fill('app-cluster-create-join-token fail'),
    );
  });

  it('gets no join command for the id of another app cluster', async () => {
    const registered = fixture.appCluster('apps-dev');
    const conflict = await registered.createJoinToken(instances);
    expect(conflict.response.status).toBe(409);
    expect(registered.audit(aboutTokens)).toEqual([
      'app-cluster-create-join-token fail',
    ]);
  });

  it('is shown as not connected, and nothing is provisioned yet', async () => {
    const shop = fixture.appCluster('shop-waiting');
    const { data, error } = await shop.createJoinToken(instances, bindings);
    expect(error).toBeUndefined();
    expect(data).toMatchObject({
      cluster: shop.id,
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
    const name = await shop.clusterNamespace();
    expect(await admin().get(core.namespaces, { name })).toBeUndefined();
    const bound = await shop.bind(instances);
    expect(bound.response.status).toBe(409);
    expect(bound.error?.error.message).toContain('no kubeconfig of');
    expect(shop.audit(aboutTokens)).toEqual(auditOf.created);
  });

  it('can get another join command, and the previous one is refused', async () => {
    const shop = fixture.appCluster('shop-replaced');
    const first = await shop.createJoinToken(instances, bindings);
    const { data } = await shop.replaceJoinToken(instances);
    expect(data).toMatchObject({
      state: 'Waiting',
      further: false,
      resources: [instances],
    });
    expect(await fixture.redeem(first.data?.command)).toEqual(refused);
    expect((await shop.get()).data?.state).toBe('Waiting');
    expect(shop.audit(aboutTokens)).toEqual([
      ...auditOf.created,
      ...auditOf.replaced,
    ]);
  });

  it('can be cancelled: the join token is refused and the id is free again', async () => {
    const shop = fixture.appCluster('shop-cancelled');
    await shop.createJoinToken(instances, bindings);
    const { data } = await shop.replaceJoinToken(instances);
    expect((await shop.cancel()).response.status).toBe(204);
    expect(await fixture.redeem(data?.command)).toEqual(refused);
    await eventually(
      'the app cluster is no longer listed',
      async () => (await shop.clusterNamespace()) === '',
    );
    expect((await shop.cancel()).response.status).toBe(404);
    const again = await shop.createJoinToken(instances, bindings);
    expect((await join(again.data?.command)).status).toBe(200);
    await shop.waitForState('PickedUp');
    expect(shop.audit(aboutTokens)).toEqual([
      ...auditOf.created,
      ...auditOf.replaced,
      ...auditOf.cancelled,
      'app-cluster-revoke-join-token fail',
      ...auditOf.joined,
    ]);
  });

  it('is connected by its join command, once', async () => {
    const shop = fixture.appCluster('shop-prod');
    const { data } = await shop.createJoinToken(instances, bindings);
    const answer = await join(data?.command);
    const yaml = await answer.text();
    expect({ status: answer.status, yaml }).toMatchObject({ status: 200 });
    expect(yaml).toContain('image: registry.test/konnector:1');
    expect(await fixture.redeem(data?.command)).toEqual(refused);
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
    await eventually('the claims of all others are known', async () => {
      const { data: claims } = await fixture.oscar().GET('/claims', {});
      return claims?.complete === true;
    });
    const { data: templates } = await fixture
      .oscar()
      .GET('/platform/export-templates');
    expect(
      templates?.items.find(({ resource }) => resource === bindings)?.boundOn,
    ).toContain(shop.id);
    expect(shop.audit(aboutTokens)).toEqual([
      ...auditOf.joined,
      'app-cluster-revoke-join-token fail',
    ]);
  });

  it('is bound to further APIs by another join command, which does not change its konnector', async () => {
    const shop = await fixture.connected('shop-further', [instances, bindings]);
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
    expect(shop.audit(aboutTokens)).toEqual([
      ...auditOf.joined,
      ...auditOf.joined,
      'app-cluster-revoke-join-token fail',
    ]);
  });

  itLong('stays unchanged when such a join command is cancelled', async () => {
    const stock = fixture.appCluster('shop-stock');
    const first = await stock.createJoinToken(instances);
    const konnector = konnectorOf(
      await (await join(first.data?.command)).text(),
    );
    await stock.beat();
    await stock.waitForState('Arrived');
    const { data } = await stock.replaceJoinToken(backups);
    expect(data).toMatchObject({ state: 'Waiting', further: true });
    expect((await stock.cancel()).response.status).toBe(204);
    expect(await fixture.redeem(data?.command)).toEqual(refused);
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
    expect(stock.audit(aboutTokens)).toEqual([
      ...auditOf.joined,
      ...auditOf.created,
      ...auditOf.cancelled,
      ...auditOf.created,
    ]);
  });

  itLong(
    'keeps its tokens when its konnector uses a replaced join command',
    async () => {
      const late = fixture.appCluster('shop-late');
      const { data } = await late.createJoinToken(instances);
      const konnector = konnectorOf(await (await join(data?.command)).text());
      await late.waitForState('PickedUp');
      expect((await late.replaceJoinToken(instances)).data?.further).toBe(
        false,
      );
      await late.beat();
      await eventually('its konnector is reported', async () => {
        const { lastHeartbeatAt } = (await late.listed()) ?? {};
        return lastHeartbeatAt !== undefined;
      });
      expect((await late.cancel()).response.status).toBe(204);
      expect(await late.listed()).toMatchObject({ invited: false });
      const namespace = await late.clusterNamespace();
      await konnector.list(bindResources.exports, { namespace });
      await konnector.close();
      expect(late.audit(aboutTokens)).toEqual([
        ...auditOf.joined,
        ...auditOf.created,
        ...auditOf.cancelled,
      ]);
    },
  );

  itLong(
    'gets its konnector again by a join command when no heartbeat arrives',
    async () => {
      const shop = await fixture.connected('shop-silent');
      const further = await shop.replaceJoinToken(backups);
      expect((await join(further.data?.command)).status).toBe(200);
      await shop.connect(backups);
      await shop.waitForState('Ready');
      await shop.beat(new Date('2026-01-01T00:00:00Z'));
      await eventually('the konnector is reported as lost', async () => {
        const { healthText } = (await shop.listed()) ?? {};
        return healthText?.startsWith('Konnector lost') ?? false;
      });
      expect((await shop.get()).data?.state).toBe('Ready');
      const { data } = await shop.replaceJoinToken(instances);
      expect(data).toMatchObject({ further: true });
      const yaml = await (await join(data?.command)).text();
      expect(yaml).toContain('kind: Deployment');
      expect(shop.audit(aboutTokens)).toEqual([
        ...auditOf.joined,
        ...auditOf.joined,
        ...auditOf.joined,
      ]);
    },
  );

  it('is audited without join tokens and tokens', async () => {
    const shop = await fixture.joined('shop-audited');
    await shop.replaceJoinToken(instances);
    expect(fixture.output()).toContain(`"cluster":"${shop.id}"`);
    expectNothingDisclosed();
  });

  it('R28: is unknown to developers before its command was run', async () => {
    const unused = fixture.appCluster('shop-unused');
    const { data } = await unused.createJoinToken(instances);
    expect(await unused.listed()).toBeDefined();
    for (const shown of await shownToDevelopers()) {
      expect(shown).not.toMatch(/"shop-unused"/);
    }
    expect((await join(data?.command)).status).toBe(200);
    await unused.waitForState('PickedUp');
    await eventually('developers see the app cluster', async () =>
      (await shownToDevelopers()).every(shown => /"shop-unused"/.test(shown)),
    );
    expect(unused.audit(aboutTokens)).toEqual(auditOf.joined);
  });

  itLong(
    'R11: keeps its tokens and its join command when the user may revoke neither on the cluster',
    async () => {
      const { portal } = fixture;
      const { data } = await portal.as('mallory').GET('/me');
      expect(data).toMatchObject({ operator: true, permissionsEnabled: false });
      expect(portal.log.join()).toContain('permission.enabled is not true');
      const kept = fixture.appCluster('shop-kept');
      const isRefused = async () => {
        const cancelled = await kept.cancel('mallory');
        expect(cancelled.response.status).toBe(403);
        expect(JSON.stringify(cancelled.error)).toContain('klutch:mallory');
        const ended = await kept.revokeTokens('mallory');
        expect(ended.response.status).toBe(403);
        expect(JSON.stringify(ended.error)).toContain(
          'patch secrets/kubeconfig',
        );
      };
      const bothRefused = [
        'app-cluster-revoke-join-token fail',
        'app-cluster-revoke-tokens fail',
      ];
      const first = await kept.createJoinToken(instances);
      await isRefused();
      const answer = await join(first.data?.command);
      expect(answer.status).toBe(200);
      await isRefused();
      const secret = await admin().get(core.secrets, {
        namespace: await kept.clusterNamespace(),
        name: names.kubeconfigSecret,
      });
      expect(secret?.data).toHaveProperty('kubeconfig');
      expect((await kept.get()).data?.state).toBe('PickedUp');
      expect((await kept.revokeTokens()).response.status).toBe(204);
      expect(kept.audit(aboutTokens)).toEqual([
        ...auditOf.created,
        ...bothRefused,
        'binding-pick-up success',
        ...bothRefused,
        'app-cluster-revoke-tokens success',
      ]);
    },
  );
});
