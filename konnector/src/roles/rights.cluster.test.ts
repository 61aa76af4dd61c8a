/** The rights that are granted on the app cluster are those that are used: no verb is there in vain. */
import { konnectorApiRole } from '@klutch/bind-api';
import { core, type PolicyRule } from '@klutch/kube';
import { eventually } from '../testing/__testUtils__/clusterSetup';
import {
  resourceOfCrd,
  testCrd,
  userObject,
} from '../testing/__testUtils__/thingCrd';
import { TwoClusters } from '../testing/__testUtils__/twoClusters';
import { UserView } from '../testing/__testUtils__/userView';
import { konnectorRoles } from './base';

const crd = testCrd('things', 'Thing');
const api = { group: 'example.com', resource: 'things' };
let world: TwoClusters;
let things: UserView;

beforeAll(async () => {
  world = await TwoClusters.start({ auditReads: true });
  things = new UserView(world, resourceOfCrd(crd));
  const lease = { namespace: 'klutch-bind', name: 'klutch-bind' };
  world.startKonnector({ lease });
  await eventually('it leads', () => world.consumer.get(core.leases, lease));
  world.startKonnector({ lease });
  await world.offer(crd);
  await world.bind(crd);
  await world.ready('things.example.com');
}, 90_000);
afterAll(() => world?.stop(), 30_000);

const inWords = (verb: string, group: string, resource: string) =>
  `${verb} ${group === '' ? resource : `${resource}.${group}`}`;
const granted = (rules: readonly PolicyRule[]) =>
  rules.flatMap(({ apiGroups = [], resources = [], verbs }) =>
    apiGroups.flatMap(group =>
      resources.flatMap(resource =>
        verbs.map(verb => inWords(verb, group, resource)),
      ),
    ),
  );
const used = () =>
  world
    .requests('consumer')
    .filter(({ code }) => code !== 401 && code !== 403)
    .flatMap(({ verb, group, resource, subresource, code }) => {
      const what = subresource ? `${resource}/${subresource}` : resource;
      // An apply that makes the object needs both verbs.
      const verbs =
        verb === 'patch' && code === 201 ? [verb, 'create'] : [verb];
      return verbs.map(each => inWords(each, group, what));
    });

it('B25: uses every verb it is granted on the app cluster', async () => {
  // A life of an object.
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
  // The control plane rotates the kubeconfig.
  await world.backend.setKubeconfig(await world.tenantKubeconfig());
  await eventually('the app cluster has it', async () =>
    world
      .writes('consumer')
      .some(({ resource, code }) => resource === 'secrets' && code === 200),
  );
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
    used().includes('get namespaces'),
  );
  // The end of the binding.
  await world.consumer.delete(world.bindingResource, {
    namespace: 'klutch-bind',
    name: 'things.example.com',
  });
  await eventually(
    'the binding is gone',
    async () =>
      !(await world.consumer.get(world.bindingResource, {
        namespace: 'klutch-bind',
        name: 'things.example.com',
      })),
  );
  await eventually('the lease is renewed', async () => {
    const lease = await world.consumer.get(core.leases, {
      namespace: 'klutch-bind',
      name: 'klutch-bind',
    });
    return lease?.spec?.renewTime !== lease?.spec?.acquireTime;
  });

  const rules = [
    ...konnectorRoles().flatMap(role =>
      'rules' in role ? (role.rules ?? []) : [],
    ),
    ...(konnectorApiRole(api, []).rules ?? []),
  ];
  const found = new Set(used());
  const inVain = granted(rules).filter(right => !found.has(right));
  const forOldServers = granted(rules).filter(right =>
    // Servers that do not stream lists.
    right.startsWith('list '),
  );
  expect(inVain.sort()).toEqual(
    forOldServers.filter(right => !found.has(right)).sort(),
  );
}, 90_000);
