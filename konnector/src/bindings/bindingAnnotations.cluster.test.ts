/** Annotations on bindings: suspend, accepted claims, take-over from another app cluster; on two real clusters. */
import { bindResources, type PermissionClaim } from '@klutch/bind-api';
import { core, type Resource, type Secret } from '@klutch/kube';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import {
  describeLong,
  itLong,
} from '@klutch/local-clusters/src/testing/describeLong';
import { eventually } from '../testing/__testUtils__/clusterSetup';
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

const crd = testCrd('levers', 'Lever');
const other = testCrd('knobs', 'Knob');
const name = 'levers.example.com';
const claim: PermissionClaim = {
  resource: 'configmaps',
  version: 'v1',
  selector: { owner: 'Provider' },
};
const secretClaim: PermissionClaim = {
  resource: 'secrets',
  version: 'v1',
  selector: { owner: 'Consumer', labelSelectors: [{ share: 'yes' }] },
};
const secondSecret = { namespace: 'klutch-bind', name: 'kubeconfig-second' };
let fixture: TwoClusterFixture;
let levers: UserView;
/** Objects of an unchanged binding: when these are synced, the queue is drained. */
let knobs: UserView;
let running: RunningKonnector;

beforeAll(async () => {
  fixture = await TwoClusterFixture.start();
  levers = new UserView(fixture, resourceOfCrd(crd));
  knobs = new UserView(fixture, resourceOfCrd(other));
  running = fixture.startKonnector();
  await fixture.offer(other);
  // Two kubeconfigs for one control plane, as after binding twice.
  await fixture.consumer.create(core.secrets, {
    ...fixture.secretWith(await fixture.tenantKubeconfig()),
    metadata: secondSecret,
  });
  await eventually('the CRD of bindings is served', () =>
    fixture.consumer.create(fixture.bindingResource, {
      apiVersion: 'klutch.anynines.com/v1alpha1',
      kind: 'APIServiceBinding',
      metadata: { namespace: 'klutch-bind', name: 'knobs.example.com' },
      spec: { kubeconfigSecretRef: { ...secondSecret, key: 'kubeconfig' } },
    }),
  );
  await fixture.offerAndBind(crd, [claim]);
  await fixture.waitForReady('knobs.example.com');
}, 90_000);
afterAll(() => fixture?.stop(), 30_000);

const cluster = 'klutch.anynines.com/consumer-cluster';
const annotate = (annotations: Record<string, string | null>) =>
  fixture.consumer.mergePatch(
    fixture.bindingResource,
    { namespace: 'klutch-bind', name },
    {
      metadata: {
        annotations: Object.fromEntries(
          Object.entries(annotations).map(([key, value]) => [
            `klutch.anynines.com/${key}`,
            value,
          ]),
        ),
      },
    },
  );
const waitForCondition = (type: string, wanted: string) =>
  eventually(
    `the binding has ${type}=${wanted}`,
    async () => (await fixture.conditions(name))[type] === wanted,
  );
const submit = (object: string) =>
  fixture.consumer.create(levers.resource, userObject(levers.resource, object));

describeLong('two kubeconfigs', () => {
  it("serve one binding each, and do not write each other's export status", async () => {
    await levers.waitForQueueDrained();
    await knobs.waitForQueueDrained();
    const before = fixture.writes('provider').length;
    await levers.waitForQueueDrained();
    await knobs.waitForQueueDrained();
    expect(
      fixture
        .writes('provider')
        .slice(before)
        .filter(({ resource }) => resource === 'apiserviceexports'),
    ).toEqual([]);
    const { items } = await fixture.provider.list(bindResources.exports);
    expect(
      items.map(({ status }) =>
        status?.conditions?.some(
          ({ type, status: is }) => type === 'Connected' && is === 'True',
        ),
      ),
    ).toEqual([true, true]);
  });

  it('fail and recover independently', async () => {
    const good = await fixture.consumer.get(core.secrets, secondSecret);
    await fixture.consumer.delete(core.secrets, secondSecret);
    await eventually(
      'the second binding reports the missing secret',
      async () => {
        const { SecretValid } = await fixture.conditions('knobs.example.com');
        return SecretValid === 'False/KubeconfigSecretNotFound';
      },
    );
    await levers.waitForQueueDrained();
    expect((await fixture.conditions(name)).Ready).toBe('True');
    await fixture.consumer.create(core.secrets, {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: secondSecret,
      data: good?.data,
    });
    await fixture.waitForReady('knobs.example.com');
    await knobs.waitForQueueDrained();
  });
});

describe('suspend', () => {
  it('stops the sync on both sides, deletions included, and resumes without loss', async () => {
    await levers.create('waits');
    await levers.create('deleting');
    await annotate({ suspend: 'true' });
    await waitForCondition('Syncing', 'False/Suspended');
    await waitForCondition('Ready', 'False/Suspended');

    const before = fixture.writes('provider').length;
    await submit('late');
    await levers.patch('waits', { spec: { plan: 'big' } });
    await levers.setStatus('waits', { seen: 1 });
    await levers.delete('deleting');
    await knobs.waitForQueueDrained();
    await knobs.waitForQueueDrained();
    expect(
      fixture
        .writes('provider')
        .slice(before)
        .filter(({ resource }) => resource === 'levers'),
    ).toEqual([]);
    expect(levers.writesTo('consumer', 'late')).toEqual([]);
    expect((await levers.object('waits'))?.status).toBeUndefined();
    expect(
      (await levers.object('deleting'))?.metadata.deletionTimestamp,
    ).toBeDefined();
    expect(
      (await levers.copy('deleting'))?.metadata.deletionTimestamp,
    ).toBeUndefined();

    await annotate({ suspend: null });
    await waitForCondition('Syncing', 'True');
    await fixture.waitForReady(name);
    await levers.waitForCopy('late', () => true);
    await levers.waitForCopy('waits', ({ spec }) => spec?.plan === 'big');
    await levers.waitForObject(
      'waits',
      ({ status }) => (status as { seen?: number } | undefined)?.seen === 1,
    );
    await levers.waitForObjectDeleted('deleting');
    expect(await levers.copy('deleting')).toBeUndefined();
  }, 40_000);

  itLong(
    'persists over a restart',
    async () => {
      await annotate({ suspend: 'true' });
      await waitForCondition('Syncing', 'False/Suspended');
      await running.stop();
      await submit('over-restart');
      running = fixture.startKonnector();
      await knobs.waitForQueueDrained();
      await knobs.waitForQueueDrained();
      expect(await levers.copy('over-restart')).toBeUndefined();
      await annotate({ suspend: null });
      await levers.waitForCopy('over-restart', () => true);
    },
    40_000,
  );
});

describeLong('B26: claims', () => {
  beforeEach(async () => {
    await annotate({ 'accept-claims': null });
    await fixture.backend.export(crd, [claim]);
    await fixture.bind(crd, [{ ...claim, state: 'Accepted' }]);
    // The service namespace exists.
    await levers.waitForQueueDrained();
  });

  const serviceNamespace = () => levers.copyKey('x').namespace ?? '';
  const offerConfig = (config: string) =>
    fixture.provider.create(core.configMaps, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { namespace: serviceNamespace(), name: config },
      data: { of: config },
    });
  const consumerConfig = (config: string) =>
    fixture.consumer.get(core.configMaps, {
      namespace: 'team-a',
      name: config,
    });
  const waitForCopy = (config: string) =>
    eventually(`${config} is copied`, () => consumerConfig(config));

  it('stop at once when the export withdraws them or the binding rejects them, and resume at once', async () => {
    await offerConfig('first');
    await waitForCopy('first');

    await fixture.backend.export(crd, []);
    await eventually('the withdrawal is processed', async () => {
      await knobs.waitForQueueDrained();
      return true;
    });
    await offerConfig('withdrawn');
    await knobs.waitForQueueDrained();
    await knobs.waitForQueueDrained();
    expect(await consumerConfig('withdrawn')).toBeUndefined();

    await fixture.backend.export(crd, [claim]);
    await waitForCopy('withdrawn');

    await fixture.bind(crd, [{ ...claim, state: 'Rejected' }]);
    await knobs.waitForQueueDrained();
    await offerConfig('rejected');
    await knobs.waitForQueueDrained();
    await knobs.waitForQueueDrained();
    expect(await consumerConfig('rejected')).toBeUndefined();
    expect(await consumerConfig('first')).toBeDefined();

    await fixture.bind(crd, [{ ...claim, state: 'Accepted' }]);
    await waitForCopy('rejected');
  }, 60_000);

  it('added later are accepted with the annotation accept-claims: all', async () => {
    await fixture.bind(crd, []);
    await knobs.waitForQueueDrained();
    await offerConfig('for-all');
    await knobs.waitForQueueDrained();
    expect(await consumerConfig('for-all')).toBeUndefined();
    await annotate({ 'accept-claims': 'all' });
    await waitForCopy('for-all');
  }, 40_000);
});

describeLong(
  'a clone of the app cluster in which the binding was created',
  () => {
    const shared = { namespace: 'team-a', name: 'shared' };
    const waitForShared = (
      wanted: (secret: Secret) => unknown,
    ): Promise<Secret> =>
      eventually(
        'the shared secret on the control plane has the expected content',
        async () => {
          const { namespace } = levers.copyKey('any');
          const key = { namespace, name: shared.name };
          const found = await fixture.provider.get(core.secrets, key);
          return found && wanted(found) ? found : undefined;
        },
      );

    it('is refused with a remedy, and takes over the copies when the annotation permits it', async () => {
      await fixture.offer(crd, [claim, secretClaim]);
      await annotate({ 'accept-claims': 'all' });
      await levers.create('inherited');
      await fixture.consumer.create(core.secrets, {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { ...shared, labels: { share: 'yes' } },
        data: { of: 'bWU=' },
      });
      const sharedBefore = await waitForShared(() => true);
      const leaving = { name: 'leaving' };
      await fixture.consumer.create(core.namespaces, {
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: leaving,
      });
      await new UserView(fixture, levers.resource, 'leaving').create('one');
      const copyBefore = await levers.copy('inherited');
      const own = (await fixture.consumer.get(core.namespaces, {
        name: 'kube-system',
      }))!.metadata.uid!;
      await running.stop();
      // As if another cluster had created the copies, and this one had been restored from its backup.
      const former = '00000000-0000-4000-8000-000000000000';
      await annotate({ 'consumer-cluster': former });
      const made = [
        levers.providerResource,
        core.secrets,
        bindResources.serviceNamespaces,
      ] as Resource[];
      for (const resource of made) {
        const { items } = await fixture.provider.list(resource);
        for (const { metadata } of items) {
          if (metadata.annotations?.[cluster] !== own) continue;
          const { namespace, name: of = '' } = metadata;
          await fixture.provider.mergePatch(
            resource,
            { namespace, name: of },
            { metadata: { annotations: { [cluster]: former } } },
          );
        }
      }
      const before = fixture.writes('provider').length;
      running = fixture.startKonnector();
      await waitForCondition('Connected', 'False/AppClusterChanged');
      const binding = await fixture.consumer.get(fixture.bindingResource, {
        namespace: 'klutch-bind',
        name,
      });
      expect(JSON.stringify(binding?.status)).toContain(
        `take-over-from=${former}`,
      );
      await levers.patch('inherited', { spec: { plan: 'big' } });
      await knobs.waitForQueueDrained();
      await knobs.waitForQueueDrained();
      expect(
        fixture
          .writes('provider')
          .slice(before)
          .filter(({ resource }) => ['levers', 'secrets'].includes(resource)),
      ).toEqual([]);

      await annotate({ 'take-over-from': former });
      await fixture.waitForReady(name);
      const copy = await levers.waitForCopy(
        'inherited',
        ({ spec }) => spec?.plan === 'big',
      );
      expect(copy.metadata.uid).toBe(copyBefore?.metadata.uid);
      expect(copy.metadata.annotations?.[cluster]).toBe(own);
      const sharedNow = await waitForShared(
        ({ metadata }) => metadata.annotations?.[cluster] === own,
      );
      expect(sharedNow.metadata.uid).toBe(sharedBefore.metadata.uid);
      await fixture.consumer.mergePatch(core.secrets, shared, {
        data: { of: 'bWUy' },
      });
      await waitForShared(({ data }) => data?.of === 'bWUy');
      await fixture.consumer.delete(core.namespaces, leaving);
      await eventually(
        'the service namespace of the former cluster is deleted',
        async () =>
          !(await fixture.provider.get(bindResources.serviceNamespaces, {
            namespace: fixture.clusterNamespace,
            ...leaving,
          })),
        30_000,
      );
      await levers.delete('inherited');
      await levers.waitForObjectDeleted('inherited');
      expect(await levers.copy('inherited')).toBeUndefined();
    }, 90_000);
  },
);
