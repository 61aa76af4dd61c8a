/**
 * App clusters with join commands end: cancelled, offboarded, or with revoked tokens. The tests wait at the same time
 * until ended tokens are refused; each has an app cluster of its own.
 */
import { bindResources, names } from '@klutch/bind-api';
import { core } from '@klutch/kube';
import { claimResource } from './claimApis/claimResource';
import {
  aboutTokens,
  auditOf,
  backups,
  bindings,
  instances,
  join,
  JoinCommandFixture,
  konnectorOf,
} from './testing/__testUtils__/joinCommands';
import { sampleApi } from './testing/__testUtils__/samples';
import { eventually } from './testing/__testUtils__/eventually';

jest.setTimeout(120_000);

let fixture: JoinCommandFixture;

/** Neither join tokens nor tokens may appear in log, audit and signals. */
function expectNothingDisclosed() {
  expect(fixture.disclosed()).toEqual([]);
}

beforeAll(async () => {
  fixture = await JoinCommandFixture.start();
});
afterAll(expectNothingDisclosed);
afterAll(() => fixture?.stop());

describe('an app cluster without a kubeconfig', () => {
  it.concurrent(
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

  it.concurrent(
    'R10: is offboarded, not cancelled, when there is data though no konnector reports',
    async () => {
      const { admin } = fixture.clusters.controlPlane;
      const used = await fixture.joined('shop-used');
      const namespace = await used.clusterNamespace();
      const key = { namespace, name: 'team-a' };
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
      const found = await admin.get(core.namespaces, { name: namespace });
      expect(found?.metadata.deletionTimestamp).toBeUndefined();
      expect(used.audit(aboutTokens)).toEqual([
        ...auditOf.joined,
        'app-cluster-revoke-join-token fail',
      ]);
    },
  );

  it.concurrent(
    'loses its tokens, and its unused join command, even when an attacker with a token reports as a konnector',
    async () => {
      const stolen = fixture.appCluster('shop-stolen');
      const { data } = await stolen.createJoinToken(instances);
      const attacker = konnectorOf(await (await join(data?.command)).text());
      const namespace = await stolen.clusterNamespace();
      const report = async (lastHeartbeatTime: string) => {
        const status = { lastHeartbeatTime, heartbeatInterval: '87600h0m0s' };
        await attacker.mergePatch(
          bindResources.clusterBindings,
          { namespace, name: names.clusterBinding },
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
        attacker.list(bindResources.exports, { namespace }).then(
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
      await konnector.list(bindResources.exports, { namespace });
      await konnector.close();
      const unknown = await fixture.appCluster('nobody').revokeTokens();
      expect(unknown.response.status).toBe(404);
      expect(stolen.audit(aboutTokens)).toEqual([
        ...auditOf.joined,
        'app-cluster-revoke-join-token fail',
        ...auditOf.created,
        'app-cluster-revoke-tokens fail',
        'app-cluster-revoke-tokens success',
        'binding-revoke-join-token success',
        'binding-revoke-tokens success',
        ...auditOf.joined,
      ]);
    },
  );

  it.concurrent(
    'is offboarded by operators with the name of the cluster namespace, after a preview, and no longer listed',
    async () => {
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
        (await admin.get(core.namespaces, { name }))?.metadata
          .deletionTimestamp,
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
        'binding-offboard success',
      ]);
    },
  );

  it('never appears in logs, audit and signals with its join tokens and tokens', async () => {
    const shop = await fixture.joined('shop-logged');
    await shop.replaceJoinToken(instances);
    expect((await shop.revokeTokens()).response.status).toBe(204);
    expect(fixture.output()).toContain(shop.id);
    expectNothingDisclosed();
  });
});
