/** Everything that may happen to objects of a bound API and to its binding, so that every right a konnector has is used. */
import { core } from '@klutch/kube';
import { eventually } from './clusterSetup';
import { usedBy } from './rights';
import { userObject } from './thingCrd';
import type { TwoClusters } from './twoClusters';
import { UserView } from './userView';

/** Objects are made, changed, adopted and deleted, and one is in conflict. Resolves when it is all done. */
export async function liveThrough(world: TwoClusters, things: UserView) {
  await things.create('one');
  await things.patch('one', { spec: { plan: 'large' } });
  await things.copyOnce('one', copy => copy.spec?.plan === 'large');
  await things.setStatus('one', { phase: 'Ready' });
  await things.objectOnce('one', object => object.status?.phase);
  // Somebody else's object under the name: an Event.
  await world.provider.create(things.providerResource, {
    ...userObject(things.resource, 'theirs'),
    metadata: {
      ...things.copyKey('theirs'),
      annotations: { 'klutch.anynines.com/consumer-cluster': 'another' },
    },
  });
  await world.consumer.create(
    things.resource,
    userObject(things.resource, 'theirs'),
  );
  await things.event('theirs', 'Conflict');
  await things.delete('theirs');
  await things.gone('theirs');
  // Nobody's object: it is adopted.
  await world.provider.create(things.providerResource, {
    ...userObject(things.resource, 'new'),
    metadata: things.copyKey('new'),
  });
  await things.objectOnce('new', () => true);
  await things.delete('new');
  await things.gone('new');
  await things.delete('one');
  await things.gone('one');
  // The end of a namespace.
  await world.consumer.create(core.namespaces, {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'passing' },
  });
  const passing = new UserView(world, things.resource, 'passing');
  await passing.create('two');
  await passing.delete('two');
  await passing.gone('two');
  await world.consumer.delete(core.namespaces, { name: 'passing' });
  await eventually('the namespace was looked up', async () =>
    usedBy(world.requests('consumer')).includes('get namespaces'),
  );
}

/** The end of a binding and of its CRD. */
export async function unbindAll(
  world: TwoClusters,
  name: string,
): Promise<void> {
  const key = { namespace: world.bindingNamespace, name };
  await world.bindingCluster.delete(world.bindingResource, key);
  await eventually(
    'the binding is gone',
    async () => !(await world.bindingCluster.get(world.bindingResource, key)),
  );
}
