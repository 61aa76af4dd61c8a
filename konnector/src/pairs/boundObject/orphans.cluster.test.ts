/**
 * Objects on the control plane without an object on the app cluster: reports of
 * orphans, and adoption into a new namespace; on two real clusters.
 */
import { bindResources, type PermissionClaim } from '@klutch/bind-api';
import { core } from '@klutch/kube';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { itLong } from '@klutch/local-clusters/src/testing/describeLong';
import { eventually } from '../../testing/__testUtils__/clusterSetup';
import { deleteNamespace } from '../../testing/__testUtils__/deleteNamespace';
import {
  resourceOfCrd,
  testCrd,
  userObject,
} from '../../testing/__testUtils__/thingCrd';
import {
  TwoClusterFixture,
  type RunningKonnector,
} from '../../testing/__testUtils__/twoClusterFixture';
import { UserView } from '../../testing/__testUtils__/userView';

const shared: PermissionClaim = {
  resource: 'configmaps',
  version: 'v1',
  selector: { owner: 'Consumer' },
};
/** Watched per service namespace, and as a whole type. */
const sieves = testCrd('sieves', 'Sieve');
const colanders = testCrd('colanders', 'Colander');
const namespace = 'team-c';
let fixture: TwoClusterFixture;
let running: RunningKonnector;

beforeAll(async () => {
  fixture = await TwoClusterFixture.start({
    only: { colanders: { informerScope: 'Cluster' } },
  });
  running = fixture.startKonnector();
  await fixture.offerAndBind(sieves, [shared]);
  await fixture.offerAndBind(colanders);
}, 90_000);
afterAll(() => fixture?.stop(), 30_000);

/** Messages about orphans of all bindings. */
const orphanedCopiesMessage = async (): Promise<string> => {
  const { items } = await fixture.consumer.list(fixture.bindingResource);
  return items
    .flatMap(({ status }) => status?.conditions ?? [])
    .flatMap(({ type, message = '' }) =>
      type === 'OrphanedCopies' ? message : [],
    )
    .join('\n');
};

itLong(
  'are no longer reported when their service namespace is deleted',
  async () => {
    await fixture.consumer.create(core.namespaces, {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: namespace },
    });
    const views = [sieves, colanders].map(
      crd => new UserView(fixture, resourceOfCrd(crd), namespace),
    );
    for (const view of views) await view.create('lost');
    const config = { namespace, name: 'lost' };
    const serviceNamespaceKey = {
      name: `${fixture.clusterNamespace}-${namespace}`,
    };
    await fixture.consumer.create(core.configMaps, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: config,
    });
    await eventually('the object is shared', () =>
      fixture.provider.get(core.configMaps, {
        namespace: serviceNamespaceKey.name,
        name: 'lost',
      }),
    );
    await running.stop();
    for (const view of views) {
      await view.patch('lost', { metadata: { finalizers: null } });
      await view.delete('lost');
      await view.waitForObjectDeleted('lost');
    }
    await fixture.consumer.delete(core.configMaps, config);
    running = fixture.startKonnector();
    await eventually(
      'all three are reported',
      async () =>
        (await orphanedCopiesMessage()).match(/lost/g)?.length === 3 &&
        (await orphanedCopiesMessage()).includes(
          `configmaps ${namespace}/lost`,
        ),
      60_000,
    );

    await deleteNamespace(fixture.consumer, namespace);
    // The operator needs none of them.
    await fixture.provider.delete(bindResources.serviceNamespaces, {
      namespace: fixture.clusterNamespace,
      name: namespace,
    });
    await eventually(
      'the service namespace is deleted',
      async () =>
        !(await fixture.provider.get(core.namespaces, serviceNamespaceKey)),
    );
    await eventually(
      'none is reported',
      async () => !(await orphanedCopiesMessage()).includes('lost'),
      30_000,
    );
    expect(await orphanedCopiesMessage()).not.toContain('lost');
  },
  150_000,
);

itLong(
  'created while the namespace was missing are adopted into the next one, and not tried before',
  async () => {
    const name = 'team-d';
    const makeNamespace = () =>
      fixture.consumer.create(core.namespaces, {
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: { name },
      });
    await makeNamespace();
    const kinds = [sieves, colanders].map(resourceOfCrd);
    const views = kinds.map(kind => new UserView(fixture, kind, name));
    for (const view of views) {
      // Its copy keeps the service namespace.
      await view.create('kept', undefined, {
        namespace: name,
        name: 'kept',
        annotations: { 'klutch.anynines.com/deletion': 'keep' },
      });
    }
    await deleteNamespace(fixture.consumer, name);
    for (const view of views) {
      await fixture.provider.create(view.providerResource, {
        ...userObject(view.resource, 'given'),
        metadata: view.copyKey('given'),
      });
      await new UserView(fixture, view.resource).waitForQueueDrained();
      expect(view.writesTo('consumer', 'given')).toEqual([]);
    }

    await makeNamespace();
    for (const view of views) await view.waitForObject('given', () => true);
  },
  90_000,
);
