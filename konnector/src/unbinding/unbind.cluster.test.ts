/**
 * A binding is deleted while rights are missing or writes are rejected: it is
 * deleted eventually, and all copies stay; on two real clusters.
 */
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { itLong } from '@klutch/local-clusters/src/testing/describeLong';
import { bindResources, konnectorIdentity } from '@klutch/bind-api';
import {
  core,
  createClient,
  isForbidden,
  loadKubeConfig,
  type PolicyRule,
} from '@klutch/kube';
import { denyWrites } from '../testing/__testUtils__/admissionRules';
import { applyAll, eventually } from '../testing/__testUtils__/clusterSetup';
import { userObject } from '../testing/__testUtils__/thingCrd';
import { TwoClusterFixture } from '../testing/__testUtils__/twoClusterFixture';
import { BoundApi } from './__testUtils__/BoundApi';

let fixture: TwoClusterFixture;

beforeAll(async () => {
  fixture = await TwoClusterFixture.start();
  fixture.startKonnector();
}, 90_000);
afterAll(() => fixture?.stop(), 30_000);

/**
 * Leaves only reads of a resource in a ClusterRole of the konnector, and waits
 * until effective. @returns restores the rules.
 */
async function takeWrites(
  name: string,
  resource: string,
): Promise<() => Promise<unknown>> {
  const { rules = [] } =
    (await fixture.consumer.get(core.clusterRoles, { name })) ?? {};
  const set = (some: PolicyRule[] | null) =>
    fixture.consumer.mergePatch(core.clusterRoles, { name }, { rules: some });
  const isOf = (rule: PolicyRule) => rule.resources?.includes(resource);
  await set(
    (rules ?? []).map(rule =>
      isOf(rule) ? { ...rule, verbs: ['get', 'list', 'watch'] } : rule,
    ),
  );
  await eventually('the right is missing', async () => {
    const gathered = await fixture.consumer.get(core.clusterRoles, {
      name: konnectorIdentity.role,
    });
    return !gathered?.rules?.some(
      rule => isOf(rule) && rule.verbs.includes('patch'),
    );
  });
  return () => set(rules);
}

itLong(
  'without rights on the objects it waits with a condition, and is deleted when they are back',
  async () => {
    const api = await BoundApi.create(fixture, 'apples');
    const restoreRules = await takeWrites(
      `klutch-konnector-${api.name}`,
      'apples',
    );
    await api.unbind();
    await api.waitForConnected('False/UnbindForbidden');
    expect((await api.view.object('one'))?.metadata.finalizers).toHaveLength(1);
    await restoreRules();
    await api.waitForDeletedAfterChange();
    expect(await api.violations()).toEqual([]);
  },
  60_000,
);

itLong(
  'without rights on CRDs it waits with a condition, and no object has the finalizer any more',
  async () => {
    const api = await BoundApi.create(fixture, 'cherries');
    const restoreRules = await takeWrites(
      konnectorIdentity.baseRole,
      'customresourcedefinitions',
    );
    await api.unbind();
    await api.waitForConnected('False/UnbindForbidden');
    expect((await api.view.object('one'))?.metadata.finalizers).toBeUndefined();
    await restoreRules();
    await api.waitForDeletedAfterChange();
    expect(await api.violations()).toEqual([]);
  },
  60_000,
);

itLong(
  'reports an object whose finalizer cannot be removed, and is deleted when it can',
  async () => {
    const api = await BoundApi.create(fixture, 'plums');
    const { resource } = api.view;
    const allow = await denyWrites(
      fixture.consumer,
      resource,
      {
        rule: "has(object.metadata.finalizers) || !object.metadata.name.startsWith('one')",
        message: 'everything must be held here',
      },
      () =>
        fixture.consumer.apply(resource, userObject(resource, 'one-probe'), {
          fieldManager: 'test',
          dryRun: true,
        }),
    );
    await api.unbind();
    await api.waitForConnected('False/UnbindFailed');
    expect(await api.connectedMessage()).toMatch(
      /team-a\/one: .*must be held here/,
    );
    expect((await api.view.object('one'))?.metadata.finalizers).toHaveLength(1);
    expect((await api.view.object('two'))?.metadata.finalizers).toBeUndefined();
    await allow();
    await api.waitForDeleted();
    expect(await api.violations()).toEqual([]);
  },
  60_000,
);

it('needs no rights on the control plane', async () => {
  const api = await BoundApi.create(fixture, 'lemons');
  const namespace = fixture.clusterNamespace;
  const { items } = await fixture.provider.list(core.roleBindings, {
    namespace,
  });
  for (const { metadata } of items) {
    const name = metadata.name ?? '';
    await fixture.provider.delete(core.roleBindings, { namespace, name });
  }
  const tenant = createClient(loadKubeConfig(await fixture.tenantKubeconfig()));
  await eventually('all rights are missing', () =>
    tenant.list(bindResources.exports, { namespace }).then(
      () => false,
      error => isForbidden(error),
    ),
  );
  await tenant.close();
  await api.unbind();
  await api.waitForDeleted();
  expect(await api.violations()).toEqual([]);
  await applyAll(
    fixture.provider,
    items.map(({ metadata, roleRef, subjects }) => ({
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'RoleBinding',
      metadata: { namespace, name: metadata.name },
      roleRef,
      subjects,
    })),
  );
}, 60_000);
