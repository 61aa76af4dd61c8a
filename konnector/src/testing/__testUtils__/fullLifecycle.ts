/** All operations on objects of a bound API and on its binding, so that every right of a konnector is used. */
import { core } from '@klutch/kube';
import { eventually } from './clusterSetup';
import { usedPermissions } from './permissions';
import { userObject } from './thingCrd';
import type { TwoClusterFixture } from './twoClusterFixture';
import { UserView } from './userView';

/** Creates, changes, adopts and deletes objects, one of them in conflict. Resolves when all operations are done. */
export async function runFullLifecycle(
  fixture: TwoClusterFixture,
  things: UserView,
) {
  await things.create('one');
  await things.patch('one', { spec: { plan: 'large' } });
  await things.waitForCopy('one', copy => copy.spec?.plan === 'large');
  await things.setStatus('one', { phase: 'Ready' });
  await things.waitForObject('one', object => object.status?.phase);
  // A foreign object of the same name: causes an Event.
  await fixture.provider.create(things.providerResource, {
    ...userObject(things.resource, 'theirs'),
    metadata: {
      ...things.copyKey('theirs'),
      annotations: { 'klutch.anynines.com/consumer-cluster': 'another' },
    },
  });
  await fixture.consumer.create(
    things.resource,
    userObject(things.resource, 'theirs'),
  );
  await things.waitForEvent('theirs', 'Conflict');
  await things.delete('theirs');
  await things.waitForObjectDeleted('theirs');
  // An unowned object: adopted.
  await fixture.provider.create(things.providerResource, {
    ...userObject(things.resource, 'new'),
    metadata: things.copyKey('new'),
  });
  await things.waitForObject('new', () => true);
  await things.delete('new');
  await things.waitForObjectDeleted('new');
  await things.delete('one');
  await things.waitForObjectDeleted('one');
  // Deletion of a namespace.
  await fixture.consumer.create(core.namespaces, {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'passing' },
  });
  const passing = new UserView(fixture, things.resource, 'passing');
  await passing.create('two');
  await passing.delete('two');
  await passing.waitForObjectDeleted('two');
  await fixture.consumer.delete(core.namespaces, { name: 'passing' });
  await eventually('the namespace was looked up', async () =>
    usedPermissions(fixture.requests('consumer')).includes('get namespaces'),
  );
}

/** Deletes a binding and its CRD. */
export async function unbindAll(
  fixture: TwoClusterFixture,
  name: string,
): Promise<void> {
  const key = { namespace: fixture.bindingNamespace, name };
  await fixture.bindingCluster.delete(fixture.bindingResource, key);
  await eventually(
    'the binding is deleted',
    async () =>
      !(await fixture.bindingCluster.get(fixture.bindingResource, key)),
  );
}
