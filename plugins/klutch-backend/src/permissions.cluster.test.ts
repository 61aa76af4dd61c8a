/** Permissions on claims under conditions: bob may act on claims of his team, and not on those of alice. */
import {
  KLUTCH_OWNER_ANNOTATION,
  klutchClaimDeletePermission,
  klutchClaimReadPermission,
  klutchClaimUpdatePermission,
  stringifyClaimRef,
} from '@klutch/backstage-plugin-klutch-common';
import { mockCredentials } from '@backstage/backend-test-utils';
import type {
  PermissionCondition,
  PermissionCriteria,
} from '@backstage/plugin-permission-common';
import { core } from '@klutch/kube';
import { claimResource } from './claimApis/claimResource';
import { klutchClaimConditions } from './permissions/claimRules';
import { eventually } from './testing/__testUtils__/eventually';
import {
  backups,
  bindings,
  instances,
  instanceSpec,
  namespace,
  PortalFixture,
  restores,
} from './testing/__testUtils__/PortalFixture';
import { sampleApi } from './testing/__testUtils__/samples';

jest.setTimeout(120_000);

const cluster = 'apps-dev';
const team = 'group:default/developers';
const bob = 'user:default/bob';
const alice = 'user:default/alice';
const teamClaims = klutchClaimConditions.isOwner({ owners: [team, bob] });
let fixture: PortalFixture;

const refOf = (name: string, resource = instances) => ({
  cluster,
  namespace,
  resource,
  name,
});
const claimPath = '/claims/{cluster}/{namespace}/{resource}/{name}';
const asBob = () => fixture.portal.as('bob');
const get = (name: string) =>
  asBob().GET(claimPath, { params: { path: refOf(name) } });
const remove = (name: string, resource = instances) =>
  asBob().DELETE(claimPath, {
    params: { path: refOf(name, resource), query: { confirm: name } },
    parseAs: 'text',
  });
const stored = (name: string, plural = 'postgresqlinstances') =>
  fixture.clusters.appCluster.admin.get(claimResource(sampleApi(plural)), {
    namespace,
    name,
  });
const create = (
  resource: string,
  name: string,
  spec: Record<string, string>,
  owner?: string,
) =>
  asBob().POST('/claims', {
    params: { query: {} },
    body: { cluster, namespace, resource, name, spec, owner },
  });
const bindingOf = (instanceRef: string) => ({
  instanceRef,
  serviceInstanceType: 'postgresql',
});

const change = (name: string, body: object) =>
  asBob().PATCH(claimPath, { params: { path: refOf(name) }, body });
/** The status, and the reason of a refusal, when alice reveals credentials. */
const reveal = async (name: string) => {
  const { error, response } = await fixture
    .alice()
    .POST(`${claimPath}/reveal`, {
      params: { path: refOf(name, bindings) },
    });
  return [response.status, error?.error.reason];
};

type Conditions = PermissionCriteria<PermissionCondition>;
const on = (user: string, { name }: { name: string }) => `${user} ${name}`;

/** Runs a test under these conditions, and no others. */
async function under(
  conditions: Record<string, Conditions>,
  test: () => Promise<void>,
): Promise<void> {
  const all = fixture.portal.conditions;
  const former = [...all];
  all.clear();
  Object.entries(conditions).forEach(([key, value]) => all.set(key, value));
  try {
    await test();
  } finally {
    all.clear();
    former.forEach(([key, value]) => all.set(key, value));
  }
}

beforeAll(async () => {
  fixture = await PortalFixture.start();
  await fixture.waitUntilWatched();
  await fixture.bound(cluster, [instances, bindings, backups, restores]);
  await fixture.ordered(cluster, 'of-team', { owner: team });
  await fixture.ordered(cluster, 'of-alice');
  await fixture.orderedBinding(cluster, 'app-of-alice', 'of-alice');
  fixture.portal.conditions.set(bob, teamClaims);
});
afterAll(() => fixture?.stop());

it('lists, counts and pages only claims that the conditions cover', async () => {
  const { data } = await asBob().GET('/claims', {
    params: { query: { facets: true, limit: 1 } },
  });
  expect(data?.items.map(({ name }) => name)).toEqual(['of-team']);
  expect(data).toMatchObject({ total: 1 });
  expect(data?.nextCursor).toBeUndefined();
  expect(data?.facets?.owner).toEqual([{ value: team, count: 1 }]);
  const all = (await fixture.rowsOf('alice')).map(({ name }) => name);
  expect(all).toEqual(expect.arrayContaining(['app-of-alice', 'of-alice']));
});

it('has no page of any other claim', async () => {
  expect((await get('of-team')).response.status).toBe(200);
  const { error, response } = await get('of-alice');
  const missing = await get('of-nobody');
  expect(response.status).toBe(404);
  expect(error?.error.reason).toBe(missing.error?.error.reason);
});

const smallClaims: Conditions = {
  allOf: [
    teamClaims,
    klutchClaimConditions.ofPlan({ plans: [instanceSpec.plan] }),
  ],
};

it('changes only what the conditions cover', async () => {
  await under(
    { [on(bob, klutchClaimUpdatePermission)]: teamClaims },
    async () => {
      const { response } = await change('of-alice', { protected: true });
      expect(response.status).toBe(403);
    },
  );
  expect((await stored('of-alice'))?.metadata.labels).toBeUndefined();

  const toBob = await change('of-team', { owner: bob });
  expect(toBob.response.status).toBe(200);
  await change('of-team', { owner: team });
});

it.each([klutchClaimUpdatePermission, klutchClaimReadPermission])(
  'changes nothing to what the conditions of $name do not cover',
  async permission => {
    const generation = (await stored('of-team'))?.metadata.generation;
    await under({ [on(bob, permission)]: smallClaims }, async () => {
      const { error, response } = await change('of-team', {
        generation,
        spec: { plan: 'postgresql-single-big' },
      });
      expect(response.status).toBe(403);
      expect(error?.error.message).toContain(permission.name);
    });
    expect((await stored('of-team'))?.spec?.plan).toBe(instanceSpec.plan);
  },
);

it('neither changes nor deletes what the person may not see', async () => {
  await under(
    { [on(bob, klutchClaimReadPermission)]: teamClaims },
    async () => {
      const changed = await change('of-alice', { protected: true });
      const removed = await remove('of-alice');
      expect(changed.response.status).toBe(404);
      expect(changed.error?.error.reason).toBe('ClaimNotFound');
      expect(removed.response.status).toBe(404);
    },
  );
  const { metadata } = (await stored('of-alice')) ?? {};
  expect(metadata).toBeDefined();
  expect(metadata?.labels).toBeUndefined();
  expect(metadata?.deletionTimestamp).toBeUndefined();
});

it('deletes only what the conditions cover', async () => {
  await under(
    { [on(bob, klutchClaimDeletePermission)]: teamClaims },
    async () => {
      expect((await remove('of-alice')).response.status).toBe(403);
      expect((await remove('app-of-alice', bindings)).response.status).toBe(
        403,
      );
    },
  );
  expect(await stored('of-alice')).toBeDefined();
});

it('orders only what the conditions cover, and nothing that opens other claims', async () => {
  const bound = await create(bindings, 'stolen', bindingOf('of-alice'));
  expect(bound.error?.error.message).toMatch(/klutch\.claim\.read/);
  expect(bound.response.status).toBe(403);
  expect(await stored('stolen', 'servicebindings')).toBeUndefined();

  const own = await create(bindings, 'app-of-team', bindingOf('of-team'), team);
  expect(own.response.status).toBe(201);
});

it('checks a restore before its new instance is ordered, by the backup', async () => {
  const { admin } = fixture.clusters.appCluster;
  const backupOf = async (owner: string, name: string) => {
    await admin.create(claimResource(sampleApi('backups')), {
      apiVersion: 'anynines.com/v1',
      kind: 'Backup',
      metadata: {
        name,
        namespace,
        annotations: { [KLUTCH_OWNER_ANNOTATION]: owner },
      },
      spec: bindingOf('was-deleted'),
    });
  };
  await backupOf(alice, 'left-by-alice');
  await backupOf(team, 'left-by-team');
  const restore = async (backupRef: string, dryRun: boolean) => {
    const { error, response } = await fixture.alice().POST('/claims', {
      params: { query: { dryRun } },
      body: {
        cluster,
        namespace,
        resource: restores,
        name: `of-${backupRef}`,
        spec: { ...bindingOf('yet-to-be'), backupRef },
      },
    });
    return error?.error.reason ?? response.ok;
  };
  const ownClaims = klutchClaimConditions.isOwner({ owners: [alice] });
  await under({ [alice]: ownClaims }, async () => {
    expect(await restore('left-by-alice', true)).toBe(true);
    expect(await restore('left-by-team', true)).toBe('PermissionMissing');
    expect(await restore('left-by-alice', false)).toBe('PermissionMissing');
  });
});

it('tells with an instance which claims on it the conditions hide', async () => {
  const hidden = async () => (await get('of-team')).data?.may.hidden;
  expect(await hidden()).toEqual([]);
  await fixture.orderedBinding(cluster, 'of-its-owner', 'of-team');
  await eventually('the service binding is listed', async () =>
    (await fixture.rowsOf('bob')).some(({ name }) => name === 'of-its-owner'),
  );
  expect(await hidden()).toEqual([]);
  await fixture.orderedBinding(cluster, 'alice-on-team', 'of-team', alice);
  await eventually('the service binding is hidden', async () =>
    (await hidden())?.includes('binding'),
  );
  expect(await hidden()).toEqual(['binding']);
});

it('shows what kubectl orders on an instance to the owner of the instance, whoever that is at present', async () => {
  const name = 'by-kubectl';
  const { admin } = fixture.clusters.appCluster;
  const api = sampleApi('servicebindings');
  await admin.create(claimResource(api), {
    apiVersion: `${api.group}/${api.version}`,
    kind: api.kind,
    metadata: { name, namespace },
    spec: { ...bindingOf('of-team'), compositionRef: { name: 'any' } },
  });
  const rowOfBob = async () =>
    (await fixture.rowsOf('bob')).find(row => row.name === name);
  await eventually('the service binding is listed', async () =>
    Boolean(await rowOfBob()),
  );
  expect((await rowOfBob())?.owner).toBe(team);
  const setOwner = (owner: string) =>
    admin.mergePatch(
      claimResource(sampleApi('postgresqlinstances')),
      { namespace, name: 'of-team' },
      { metadata: { annotations: { [KLUTCH_OWNER_ANNOTATION]: owner } } },
    );
  await setOwner(alice);
  await eventually(
    'the service binding is hidden',
    async () => !(await rowOfBob()),
  );
  await setOwner(team);
  await eventually('the service binding is listed again', async () =>
    Boolean(await rowOfBob()),
  );
});

it('reveals no credentials of an instance that the conditions do not cover', async () => {
  const ownClaims = klutchClaimConditions.isOwner({ owners: [alice] });
  await under({ [alice]: ownClaims }, async () => {
    expect(await reveal('alice-on-team')).toEqual([403, 'PermissionMissing']);
    expect(await reveal('app-of-alice')).toEqual([404, 'CredentialsNotYet']);
  });
});

it('reveals, under conditions, only the Secret that the provider has named', async () => {
  const { admin } = fixture.clusters.appCluster;
  const name = 'app-of-alice';
  await admin.create(core.secrets, {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: `${name}-creds`, namespace },
    stringData: { host: '127.0.0.1' },
  });
  const ownClaims = klutchClaimConditions.isOwner({ owners: [alice] });
  await under({ [alice]: ownClaims }, async () => {
    expect(await reveal(name)).toEqual([404, 'CredentialsNotYet']);
    await admin.mergePatch(
      claimResource(sampleApi('servicebindings')),
      { namespace, name },
      { status: { managed: { secret: { name: `${name}-creds` } } } },
      { subresource: 'status' },
    );
    expect(await reveal(name)).toEqual([200, undefined]);
  });
});

it('reveals no credentials of a service binding that the person may not see', async () => {
  await under(
    { [on(alice, klutchClaimReadPermission)]: teamClaims },
    async () =>
      expect(await reveal('app-of-alice')).toEqual([404, 'ClaimNotFound']),
  );
});

it('answers the permission backend for single claims', async () => {
  const answer = await fetch(
    `${fixture.portal.url}/.well-known/backstage/permissions/apply-conditions`,
    {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: mockCredentials.service.header(),
      },
      body: JSON.stringify({
        items: ['of-team', 'of-alice', 'of-nobody'].map(name => ({
          id: name,
          resourceRef: stringifyClaimRef(refOf(name)),
          resourceType: 'klutch-claim',
          conditions: teamClaims,
        })),
      }),
    },
  );
  expect(await answer.json()).toEqual({
    items: [
      { id: 'of-team', result: 'ALLOW' },
      { id: 'of-alice', result: 'DENY' },
      { id: 'of-nobody', result: 'DENY' },
    ],
  });
});
