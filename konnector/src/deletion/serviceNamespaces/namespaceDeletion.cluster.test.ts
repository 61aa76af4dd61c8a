/**
 * The service namespace of a deleted namespace is deleted when nothing that was
 * ever synced is left in it; on two real clusters.
 */
import {
  bindResources,
  type CustomResourceDefinition,
  type PermissionClaim,
} from '@klutch/bind-api';
import { core } from '@klutch/kube';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { itLong } from '@klutch/local-clusters/src/testing/describeLong';
import { annotations } from '../../markers';
import { eventually } from '../../testing/__testUtils__/clusterSetup';
import { deleteNamespace } from '../../testing/__testUtils__/deleteNamespace';
import { resourceOfCrd, testCrd } from '../../testing/__testUtils__/thingCrd';
import {
  TwoClusterFixture,
  type RunningKonnector,
} from '../../testing/__testUtils__/twoClusterFixture';
import { UserView } from '../../testing/__testUtils__/userView';
import { unbindAll } from '../../testing/__testUtils__/fullLifecycle';

const carafes = testCrd('carafes', 'Carafe');
/** On the secrets of one test. */
const claimOn = (secret: string): PermissionClaim => ({
  resource: 'secrets',
  version: 'v1',
  selector: { owner: 'Consumer', names: [secret] },
});
const given: PermissionClaim = {
  resource: 'secrets',
  version: 'v1',
  selector: { owner: 'Provider', names: ['given'] },
  onConflict: { recreateWhenConsumerSideDeleted: false },
};
const binder = { name: 'klutch-binder' };
let fixture: TwoClusterFixture;
let running: RunningKonnector;

beforeAll(async () => {
  fixture = await TwoClusterFixture.start();
  running = fixture.startKonnector();
  await fixture.offerAndBind(carafes);
}, 90_000);
afterAll(() => fixture?.stop(), 30_000);

/** A namespace of the app cluster, and its service namespace. */
async function createNamespace(name: string) {
  const make = () =>
    fixture.consumer.create(core.namespaces, {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name },
    });
  await make();
  const serviceNamespaceKey = { name: `${fixture.clusterNamespace}-${name}` };
  const key = { namespace: fixture.clusterNamespace, name };
  const request = () =>
    fixture.provider.get(bindResources.serviceNamespaces, key);
  /** How often the konnector has started the check. */
  const checks = () =>
    fixture
      .writes('provider')
      .filter(({ resource }) => resource === 'selfsubjectaccessreviews').length;
  const triggerCheck = async () => {
    const before = checks();
    await fixture.provider.mergePatch(bindResources.serviceNamespaces, key, {
      metadata: { annotations: { check: `${Date.now()}` } },
    });
    await eventually(
      'the konnector checks',
      async () => checks() > before || !(await request()),
    );
  };
  const isGivenBack = () =>
    eventually(
      'the service namespace is deleted',
      async () => {
        const found = await fixture.provider.get(
          core.namespaces,
          serviceNamespaceKey,
        );
        return !found || found.metadata.deletionTimestamp;
      },
      30_000,
    );
  return {
    make,
    view: (crd: CustomResourceDefinition) =>
      new UserView(fixture, resourceOfCrd(crd), name),
    noted: async () =>
      (await request())?.metadata.annotations?.[annotations.syncedTypes],
    forget: () =>
      fixture.provider.mergePatch(bindResources.serviceNamespaces, key, {
        metadata: { annotations: { [annotations.syncedTypes]: null } },
      }),
    /** An operator sets the types that were ever synced. */
    setSyncedTypes: (types: string) =>
      fixture.provider.mergePatch(bindResources.serviceNamespaces, key, {
        metadata: { annotations: { [annotations.syncedTypes]: types } },
      }),
    /** The secret that `share` creates on the control plane; has the name of the namespace. */
    secret: { namespace: serviceNamespaceKey.name, name },
    /** Creates a secret of the app team that is synced. */
    async share() {
      await fixture.consumer.create(core.secrets, {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { namespace: name, name },
        data: { a: 'MQ==' },
      });
      await eventually('the secret is on the control plane', () =>
        fixture.provider.get(core.secrets, {
          namespace: serviceNamespaceKey.name,
          name,
        }),
      );
    },
    end: () => deleteNamespace(fixture.consumer, name),
    /** A konnector checks when it starts, and finishes a running check when it is stopped. */
    async isKept() {
      await running.stop();
      const before = checks();
      running = fixture.startKonnector();
      await eventually(
        'the konnector checks',
        async () => checks() > before || !(await request()),
      );
      await running.stop();
      running = fixture.startKonnector();
      const found = await request();
      const current = await fixture.provider.get(
        core.namespaces,
        serviceNamespaceKey,
      );
      return Boolean(
        found &&
        !found.metadata.deletionTimestamp &&
        current &&
        !current.metadata.deletionTimestamp,
      );
    },
    isGivenBack,
    async waitForDeleted() {
      await triggerCheck();
      await isGivenBack();
    },
  };
}

/** Deletes a binding and its export; on the app cluster, the objects and the CRD stay. */
async function unbound({ metadata: { name = '' } }: CustomResourceDefinition) {
  await unbindAll(fixture, name);
  await fixture.provider.delete(bindResources.exports, {
    namespace: fixture.clusterNamespace,
    name,
  });
}

itLong(
  'B17: is kept while copies of an unbound API are in it, and deleted when they are deleted',
  async () => {
    const jugs = testCrd('jugs', 'Jug');
    await fixture.offerAndBind(jugs);
    const poured = await createNamespace('poured');
    const view = poured.view(jugs);
    await view.create('full');
    await unbound(jugs);
    await poured.end();
    expect(await poured.isKept()).toBe(true);
    await view.deleteCopy('full');
    await poured.waitForDeleted();
  },
  90_000,
);

itLong(
  'B17: is kept also when nothing on the app cluster shows the API or its claims any more',
  async () => {
    const mugs = testCrd('mugs', 'Mug');
    await fixture.offerAndBind(mugs, [claimOn('emptied')]);
    const emptied = await createNamespace('emptied');
    const view = emptied.view(mugs);
    await view.create('full');
    await emptied.share();
    expect(await emptied.noted()).toBe('mugs.example.com,secrets');
    await unbound(mugs);
    await fixture.consumer.delete(core.customResourceDefinitions, {
      name: 'mugs.example.com',
    });
    await emptied.end();
    expect(await emptied.isKept()).toBe(true);
    await view.deleteCopy('full');
    expect(await emptied.isKept()).toBe(true);
    await fixture.provider.delete(core.secrets, emptied.secret);
    await emptied.waitForDeleted();
  },
  90_000,
);

itLong(
  'B17: is kept while only claimed copies are in it, whose originals were not seen deleted',
  async () => {
    const cups = testCrd('cups', 'Cup');
    await fixture.offerAndBind(cups, [claimOn('shared')]);
    const shared = await createNamespace('shared');
    await shared.view(cups).create('full');
    await shared.share();
    await running.stop();
    await fixture.consumer.delete(core.secrets, {
      namespace: 'shared',
      name: 'shared',
    });
    running = fixture.startKonnector();
    await shared.end();
    expect(await shared.view(cups).copy('full')).toBeUndefined();
    expect(await shared.isKept()).toBe(true);
    await fixture.provider.delete(core.secrets, shared.secret);
    await shared.waitForDeleted();
  },
  90_000,
);

it('is deleted with a deleted namespace, including what the app team shared in it', async () => {
  const bowls = testCrd('bowls', 'Bowl');
  await fixture.offerAndBind(bowls, [claimOn('left')]);
  const left = await createNamespace('left');
  await left.view(bowls).create('full');
  await left.share();
  const { namespace: serviceNamespace } = left.secret;
  await left.end();
  await left.isGivenBack();
  const deletions = fixture
    .writes('provider')
    .filter(
      ({ verb, namespace }) =>
        verb === 'delete' && namespace === serviceNamespace,
    );
  expect(deletions.map(({ name }) => name).sort()).toEqual(['full', 'left']);
}, 60_000);

itLong(
  "keeps the provider's objects when the namespace is deleted; they are copied into the next one",
  async () => {
    const flasks = testCrd('flasks', 'Flask');
    await fixture.offerAndBind(flasks, [given]);
    const lent = await createNamespace('lent');
    await lent.view(flasks).create('full');
    const original = await fixture.provider.create(core.secrets, {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { ...lent.secret, name: 'given' },
      data: { a: 'MQ==' },
    });
    const waitForSecret = () =>
      eventually('the secret is on the app cluster', () =>
        fixture.consumer.get(core.secrets, {
          namespace: 'lent',
          name: 'given',
        }),
      );
    await waitForSecret();
    await lent.end();
    await eventually(
      'the konnector found no namespace for the secret',
      async () =>
        fixture
          .writes('consumer')
          .some(
            ({ verb, resource, namespace, code }) =>
              verb === 'create' &&
              resource === 'secrets' &&
              namespace === 'lent' &&
              code >= 400,
          ),
    );
    await lent.make();
    await waitForSecret();
    const now = await fixture.provider.get(core.secrets, {
      ...lent.secret,
      name: 'given',
    });
    expect(now?.metadata.uid).toBe(original.metadata.uid);
  },
  90_000,
);

itLong(
  'B17: is kept without the right to record synced types; the sync is not affected',
  async () => {
    const { rules = [] } =
      (await fixture.provider.get(core.clusterRoles, binder)) ?? {};
    const set = (verbs: string[]) =>
      fixture.provider.mergePatch(core.clusterRoles, binder, {
        rules: (rules ?? []).map(rule =>
          rule.resources?.includes('apiservicenamespaces')
            ? { ...rule, verbs }
            : rule,
        ),
      });
    const before = ['get', 'list', 'watch', 'create', 'delete'];
    await set(before);
    const older = await createNamespace('older');
    await older.view(carafes).create('full');
    await older.setSyncedTypes('');
    await older.view(carafes).create('more');
    await older.end();
    expect(await older.view(carafes).copy('full')).toBeUndefined();
    expect(await older.isKept()).toBe(true);
    await set([...before, 'patch']);
    await older.waitForDeleted();
  },
  90_000,
);

itLong(
  'gets a record of each type once, and again only where the record is lost',
  async () => {
    const written = () =>
      fixture
        .writes('provider')
        .filter(
          ({ resource, verb }) =>
            resource === 'apiservicenamespaces' && verb === 'patch',
        ).length;
    const quiet = await createNamespace('quiet');
    await quiet.view(carafes).create('one');
    const before = written();
    await quiet.view(carafes).create('two');
    await running.stop();
    running = fixture.startKonnector();
    await quiet.view(carafes).create('three');
    expect(written()).toBe(before);
    expect(await quiet.noted()).toBe('carafes.example.com');

    // As requested by an older konnector.
    await running.stop();
    await quiet.forget();
    running = fixture.startKonnector();
    await eventually(
      'the type is recorded again',
      async () =>
        (await quiet.noted()) === 'carafes.example.com,unknown-before',
    );
    expect(written()).toBe(before + 1);
  },
  60_000,
);

itLong(
  'B17: requested without a record is kept until an operator sets the synced types',
  async () => {
    const before = await createNamespace('before');
    await before.view(carafes).create('full');
    await running.stop();
    // As of the reference: with a copy of an API that nothing else shows any
    // more.
    await before.forget();
    running = fixture.startKonnector();
    await eventually('the type is recorded', () => before.noted());
    await before.end();
    expect(await before.isKept()).toBe(true);
    await before.setSyncedTypes('carafes.example.com');
    await before.waitForDeleted();
  },
  90_000,
);
