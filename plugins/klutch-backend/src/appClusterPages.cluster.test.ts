/** What operators do on the page of an app cluster, against real API servers; the test plays the konnector. */
import {
  bindResources,
  konnectorApiRole,
  names,
  parseApiName,
} from '@klutch/bind-api';
import { kubeconfigTarget } from '@klutch/binding-backend';
import { core } from '@klutch/kube';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { describeLong } from '@klutch/local-clusters/src/testing/describeLong';
import { eventually } from './testing/__testUtils__/eventually';
import { PortalFixture, queues } from './testing/__testUtils__/PortalFixture';
import type { TestUser } from './testing/__testUtils__/portal';

jest.setTimeout(180_000);

const cluster = 'apps-pages';
const path = { cluster };
const key = { namespace: names.appClusterNamespace, name: queues };
let fixture: PortalFixture;
const appCluster = () => fixture.clusters.appCluster.admin;

const detail = async (user: TestUser = 'oscar') =>
  fixture.portal
    .as(user)
    .GET('/platform/app-clusters/{cluster}', { params: { path } });

const binding = () => appCluster().get(bindResources.bindings, key);

const annotation = async (name: string) =>
  (await binding())?.metadata.annotations?.[`klutch.anynines.com/${name}`];

const suspend = (suspended: boolean, user: TestUser = 'oscar') =>
  fixture.portal.as(user).PUT('/platform/app-clusters/{cluster}/suspension', {
    params: { path },
    body: { suspended },
    parseAs: 'text',
  });

const kubeconfigOf = async () => {
  const name = (await binding())?.spec?.kubeconfigSecretRef.name ?? '';
  const secret = await appCluster().get(core.secrets, { ...key, name });
  const encoded = secret?.data?.[names.kubeconfigKey] ?? '';
  return Buffer.from(encoded, 'base64').toString();
};

const approve = (deletions: number) =>
  fixture
    .oscar()
    .POST('/platform/app-clusters/{cluster}/bindings/{resource}/approval', {
      params: { path: { cluster, resource: queues } },
      body: { deletions },
      parseAs: 'text',
    });

const unbind = (confirm: string) =>
  fixture
    .oscar()
    .POST('/platform/app-clusters/{cluster}/bindings/{resource}/unbinding', {
      params: { path: { cluster, resource: queues } },
      body: { confirm },
    });

describeLong('an app cluster with a bound API', () => {
  beforeAll(async () => {
    fixture = await PortalFixture.start();
    await fixture.waitUntilWatched();
    await fixture.bound(cluster, [queues]);
    await fixture.ordered(cluster, 'orders', {
      resource: queues,
      spec: { size: 'small' },
    });
  });
  afterAll(() => fixture?.stop());

  it('is one line of the list, and a page, for operators only', async () => {
    const { data } = await fixture
      .oscar()
      .GET('/platform/app-cluster-summaries', {
        params: { query: { search: 'development' } },
      });
    expect(data).toMatchObject({
      total: 1,
      items: [{ id: cluster, apis: 1, health: 'Waiting' }],
    });
    await eventually('the token is reported', async () => {
      const page = await detail();
      return page.data?.token.state === 'Valid';
    });
    const { data: page } = await detail();
    expect(page).toMatchObject({
      konnector: { isOutdated: false },
      inventory: [{ resource: queues, objects: 1, copies: 0 }],
      apis: [{ name: queues, suspended: false }],
    });
    expect(Date.parse(page?.token.expiresAt ?? '')).toBeGreaterThan(Date.now());
    expect((await detail('alice')).response.status).toBe(403);
    const access = await fixture
      .oscar()
      .GET('/platform/app-clusters/{cluster}/access', { params: { path } });
    const answers = Object.values(access.data ?? {});
    expect(answers).toHaveLength(8);
    expect(answers.every(({ allowed }) => allowed)).toBe(true);
    expect(await annotation('suspend')).toBeUndefined();
  });

  it('is suspended and resumed by the annotation that the konnector honours', async () => {
    expect((await suspend(true, 'alice')).response.status).toBe(403);
    expect((await suspend(true)).response.status).toBe(204);
    expect(await annotation('suspend')).toBe('true');
    await eventually('the page says so', async () => {
      const { data } = await detail();
      return data?.suspended === true;
    });
    expect((await suspend(false)).response.status).toBe(204);
    expect(await annotation('suspend')).toBeUndefined();
  });

  it('has the token of its konnector replaced in its Secret', async () => {
    const before = await kubeconfigOf();
    const { response, error } = await fixture
      .oscar()
      .POST('/platform/app-clusters/{cluster}/tokens', {
        params: { path },
        parseAs: 'text',
      });
    expect({ status: response.status, error }).toEqual({ status: 204 });
    const after = await kubeconfigOf();
    expect(after).not.toBe(before);
    expect(kubeconfigTarget(after)).toEqual(kubeconfigTarget(before));
  });

  it('has deletions approved only while the konnector holds them back', async () => {
    expect((await approve(3)).response.status).toBe(409);
    await appCluster().mergePatch(
      bindResources.bindings,
      key,
      {
        status: {
          conditions: [
            {
              type: 'Syncing',
              status: 'False',
              severity: 'Warning',
              reason: 'DeletionsPaused',
              message: 'approve-deletions=3',
              lastTransitionTime: '2026-11-28T10:00:00Z',
            },
          ],
        },
      },
      { subresource: 'status' },
    );
    await eventually(
      'the deletions are approved',
      async () => (await approve(3)).response.status === 204,
    );
    expect(await annotation('approve-deletions')).toBe('3');
  });

  it('is unbound after its title was typed, and keeps the objects', async () => {
    expect((await unbind(queues)).response.status).toBe(409);
    expect(await binding()).toBeDefined();
    const { data, error } = await unbind('Development apps');
    expect({ data, error }).toEqual({ data: { done: true } });
    expect(await binding()).toBeUndefined();
    const role = konnectorApiRole(parseApiName(queues), []).metadata.name ?? '';
    for (const name of [role, `klutch-portal-${queues}`]) {
      expect(await appCluster().get(core.clusterRoles, { name })).toBe(
        undefined,
      );
    }
    expect(
      await appCluster().get(core.customResourceDefinitions, { name: queues }),
    ).toBeDefined();
    expect((await unbind('Development apps')).response.status).toBe(404);
  });
});
