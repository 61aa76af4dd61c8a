/**
 * A binding is deleted while rights or clusters are missing: it is deleted
 * eventually, and all copies stay; on two real clusters.
 */
import { bindResources, names, konnectorIdentity } from '@klutch/bind-api';
import {
  core,
  createClient,
  isForbidden,
  loadKubeConfig,
  type PolicyRule,
} from '@klutch/kube';
import { denyWrites } from '../testing/__testUtils__/admissionRules';
import { applyAll, eventually } from '../testing/__testUtils__/clusterSetup';
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

const crds = core.customResourceDefinitions;
let fixture: TwoClusterFixture;
let running: RunningKonnector;

beforeAll(async () => {
  fixture = await TwoClusterFixture.start();
  running = fixture.startKonnector();
}, 90_000);
afterAll(() => fixture?.stop(), 30_000);

/** A bound API, with objects `one` and `two`. */
async function bound(plural: string) {
  const crd = testCrd(
    plural,
    plural.replace(/^./, first => first.toUpperCase()),
  );
  const name = `${plural}.example.com`;
  const key = { namespace: names.appClusterNamespace, name };
  const view = new UserView(fixture, resourceOfCrd(crd));
  await fixture.offer(crd);
  await fixture.bind(crd);
  await fixture.waitForReady(name);
  await view.create('one');
  await view.create('two');
  const binding = () => fixture.consumer.get(fixture.bindingResource, key);
  return {
    view,
    crd,
    name,
    /** Deletes the binding. */
    end: () => fixture.consumer.delete(fixture.bindingResource, key),
    waitForDeleted: () =>
      eventually(`${name} is unbound`, async () => !(await binding())),
    waitForConnected: (expected: string) =>
      eventually(`Connected is ${expected}`, async () => {
        const { Connected } = await fixture.conditions(name);
        return Connected === expected;
      }),
    /** Message of the binding's condition Connected. */
    message: async () =>
      (await binding())?.status?.conditions?.find(
        ({ type }) => type === 'Connected',
      )?.message,
    /**
     * Retried after ten seconds or a minute; a change of the binding triggers a
     * reconcile immediately.
     */
    waitForDeletedAfterChange: () =>
      eventually(`${name} is unbound`, async () => {
        const found = await binding();
        if (!found) return true;
        await fixture.consumer
          .mergePatch(fixture.bindingResource, key, {
            metadata: { annotations: { look: `${Date.now()}` } },
          })
          .catch(() => undefined);
        return false;
      }),
    /**
     * Violations: a copy that is deleted or being deleted, an object that is
     * deleted or has our finalizer or marks.
     * @param deleted - objects that the test itself deleted.
     */
    async wrong(deleted: readonly string[] = []) {
      const found: string[] = [];
      for (const each of ['one', 'two']) {
        const copy = await view.copy(each);
        if (!copy) found.push(`the copy of ${each} is deleted`);
        if (copy?.metadata.deletionTimestamp) {
          found.push(`the copy of ${each} is being deleted`);
        }
        const object = deleted.includes(each)
          ? undefined
          : await view.object(each);
        if (!object && !deleted.includes(each))
          found.push(`${each} is deleted`);
        if (object?.metadata.finalizers) found.push(`${each} has a finalizer`);
      }
      const deletions = fixture
        .writes('provider')
        .filter(
          ({ verb, resource }) => verb === 'delete' && resource === plural,
        );
      return [...found, ...deletions.map(({ name: of }) => `DELETE ${of}`)];
    },
  };
}

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

it('without rights on the objects it waits with a condition, and is deleted when they are back', async () => {
  const api = await bound('apples');
  const restoreRules = await takeWrites(
    `klutch-konnector-${api.name}`,
    'apples',
  );
  await api.end();
  await api.waitForConnected('False/UnbindForbidden');
  expect((await api.view.object('one'))?.metadata.finalizers).toHaveLength(1);
  await restoreRules();
  await api.waitForDeletedAfterChange();
  expect(await api.wrong()).toEqual([]);
}, 60_000);

it('without rights on CRDs it waits with a condition, and no object has the finalizer any more', async () => {
  const api = await bound('cherries');
  const restoreRules = await takeWrites(
    konnectorIdentity.baseRole,
    'customresourcedefinitions',
  );
  await api.end();
  await api.waitForConnected('False/UnbindForbidden');
  expect((await api.view.object('one'))?.metadata.finalizers).toBeUndefined();
  await restoreRules();
  await api.waitForDeletedAfterChange();
  expect(await api.wrong()).toEqual([]);
}, 60_000);

it('reports an object whose finalizer cannot be removed, and is deleted when it can', async () => {
  const api = await bound('plums');
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
  await api.end();
  await api.waitForConnected('False/UnbindFailed');
  expect(await api.message()).toMatch(/team-a\/one: .*must be held here/);
  expect((await api.view.object('one'))?.metadata.finalizers).toHaveLength(1);
  expect((await api.view.object('two'))?.metadata.finalizers).toBeUndefined();
  await allow();
  await api.waitForDeleted();
  expect(await api.wrong()).toEqual([]);
}, 60_000);

it('needs no rights on the control plane', async () => {
  const api = await bound('lemons');
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
  await api.end();
  await api.waitForDeleted();
  expect(await api.wrong()).toEqual([]);
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

describe('an unbinding', () => {
  beforeEach(() => running.stop());
  afterEach(async () => {
    await running.stop();
    running = fixture.startKonnector();
  });

  it('requested while no konnector runs is done by the next one', async () => {
    running = fixture.startKonnector();
    const api = await bound('mangoes');
    await running.stop();
    await api.end();
    // The binding's owner deleted an object first: its copy is kept all the
    // same.
    await api.view.delete('two');
    running = fixture.startKonnector();
    await api.waitForDeleted();
    await api.view.waitForObjectDeleted('two');
    expect(await api.wrong(['two'])).toEqual([]);
  }, 60_000);

  it('completes the deletion of a CRD that waits for its objects', async () => {
    running = fixture.startKonnector();
    const api = await bound('olives');
    await running.stop();
    await api.end();
    await fixture.consumer.delete(crds, { name: api.name });
    await eventually('the objects are being deleted', async () => {
      const object = await api.view.object('one');
      return object?.metadata.deletionTimestamp;
    });
    running = fixture.startKonnector();
    await api.waitForDeleted();
    await eventually(
      'the CRD is deleted',
      async () => !(await fixture.consumer.get(crds, { name: api.name })),
    );
    expect(await api.wrong(['one', 'two'])).toEqual([]);
  }, 60_000);

  it('keeps a CRD that does not serve its objects, and waits until it does', async () => {
    running = fixture.startKonnector();
    const api = await bound('quinces');
    await running.stop();
    const serve = async (served: boolean) => {
      const found = await fixture.consumer.get(crds, { name: api.name });
      await fixture.consumer.mergePatch(
        crds,
        { name: api.name },
        {
          spec: {
            versions: found?.spec.versions.map(version => ({
              ...version,
              served,
            })),
          },
        },
      );
    };
    await serve(false);
    await api.end();
    running = fixture.startKonnector();
    await api.waitForConnected('False/UnbindFailed');
    expect(await api.message()).toContain('served: true');
    await serve(true);
    await api.waitForDeletedAfterChange();
    await eventually('the objects are served', () => api.view.object('one'));
    expect(await api.wrong()).toEqual([]);
  }, 60_000);

  it('leaves no object undeletable when the CRD was recreated by another client, and keeps that CRD', async () => {
    running = fixture.startKonnector();
    const api = await bound('figs');
    await running.stop();
    await api.view.patch('two', { metadata: { finalizers: ['a.b/theirs'] } });
    // As after a wipe and a restore from a repository: without our marks, the
    // objects with their finalizers.
    const before = await fixture.consumer.get(crds, { name: api.name });
    const marks = Object.keys(before?.metadata.annotations ?? {});
    await fixture.consumer.mergePatch(
      crds,
      { name: api.name },
      {
        metadata: {
          ownerReferences: null,
          annotations: Object.fromEntries(marks.map(mark => [mark, null])),
        },
      },
    );
    running = fixture.startKonnector();
    await api.waitForConnected('False/ForeignCustomResourceDefinition');
    const foreign = await fixture.consumer.get(crds, { name: api.name });
    const theirs = await api.view.object('two');
    expect((await api.view.object('one'))?.metadata.finalizers).toHaveLength(1);
    await api.end();
    await api.waitForDeleted();
    expect((await api.view.object('one'))?.metadata.finalizers).toBeUndefined();
    expect(await api.view.object('two')).toEqual(theirs);
    expect(await fixture.consumer.get(crds, { name: api.name })).toEqual(
      foreign,
    );
    expect(await api.view.copy('one')).toBeDefined();
  }, 60_000);

  it('does nothing when the CRD is deleted', async () => {
    running = fixture.startKonnector();
    const api = await bound('pears');
    await running.stop();
    for (const each of ['one', 'two']) {
      await api.view.patch(each, { metadata: { finalizers: null } });
    }
    await fixture.consumer.delete(crds, { name: api.name });
    await eventually(
      'the CRD is deleted',
      async () => !(await fixture.consumer.get(crds, { name: api.name })),
    );
    await api.end();
    running = fixture.startKonnector();
    await api.waitForDeleted();
    expect(await api.wrong(['one', 'two'])).toEqual([]);
  }, 60_000);
});
