/** Everything that may happen to objects of a bound API and to its binding, so that every right a konnector has is used. */
import { core, type PolicyRule } from '@klutch/kube';
import type { AuditedRequest } from './auditLog';
import { eventually } from './clusterSetup';
import { userObject } from './thingCrd';
import type { TwoClusters } from './twoClusters';
import { UserView } from './userView';

const inWords = (verb: string, group: string, resource: string) =>
  `${verb} ${group === '' ? resource : `${resource}.${group}`}`;

/** As `verb plural.group`. */
const grantedBy = (rules: readonly PolicyRule[]): string[] =>
  rules.flatMap(({ apiGroups = [], resources = [], verbs }) =>
    apiGroups.flatMap(group =>
      resources.flatMap(resource =>
        verbs.map(verb => inWords(verb, group, resource)),
      ),
    ),
  );

/** Rights that one of these requests needs, in the same words. */
const neededBy = (requests: readonly AuditedRequest[]): string[] =>
  requests.flatMap(({ verb, group, resource, subresource, code }) => {
    const what = subresource ? `${resource}/${subresource}` : resource;
    // An apply that makes the object needs both verbs.
    const verbs = verb === 'patch' && code === 201 ? [verb, 'create'] : [verb];
    return verbs.map(each => inWords(each, group, what));
  });

/** Rights without which one of these requests would have been refused, in the same words. */
const usedBy = (requests: readonly AuditedRequest[]): string[] =>
  neededBy(requests.filter(({ code }) => code !== 401 && code !== 403));

/** Rights that nobody uses, but for lists: those are for servers that do not stream them. */
export function inVain(
  rules: readonly PolicyRule[],
  requests: readonly AuditedRequest[],
): string[] {
  const used = new Set(usedBy(requests));
  return grantedBy(rules).filter(
    right => !used.has(right) && !right.startsWith('list '),
  );
}

/** What was asked for without a right, refused or not; in the same words. Discovery is everybody's. */
export function beyond(
  rules: readonly PolicyRule[],
  requests: readonly AuditedRequest[],
): string[] {
  const granted = new Set(grantedBy(rules));
  const needed = neededBy(requests.filter(({ resource }) => resource !== ''));
  return [...new Set(needed)].filter(right => !granted.has(right));
}

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
