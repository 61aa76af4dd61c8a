import type { Impersonation, KubeClient, Logger } from '@klutch/kube';
import { core } from '@klutch/kube';
import { kubernetesIdentity } from '../identity/kubernetesIdentity';
import { withAllowedGroups } from './allowedGroups';

afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

/** A cluster that answers reviews by `allowed`, and records whom requests impersonate. */
function fakeCluster(allowed: Set<string>) {
  const requests: Impersonation[] = [];
  const reviewed: string[] = [];
  const warned: object[] = [];
  const cluster = { isReachable: true };
  const clientAs = (user?: Impersonation) =>
    ({
      as: clientAs,
      async canI({ name = '' }: { name?: string }) {
        reviewed.push(name);
        if (!cluster.isReachable) throw new Error('no response');
        return allowed.has(name);
      },
      async list() {
        if (user) requests.push(user);
        return { items: [], resourceVersion: '1' };
      },
      async *watch() {
        if (user) requests.push(user);
        yield { type: 'BOOKMARK' };
      },
    }) as unknown as KubeClient;
  const logger = {
    warn: (fields: object) => void warned.push(fields),
  } as unknown as Logger;
  const client = withAllowedGroups(clientAs(), logger);
  return { client, cluster, requests, reviewed, warned };
}

const alice = (...groups: string[]) => ({ user: 'klutch:alice', groups });

it('leaves out groups that the portal may not impersonate, with one warning', async () => {
  const { client, requests, reviewed, warned } = fakeCluster(new Set(['dev']));
  const impersonating = client.as(alice('choir', 'dev'));
  await impersonating.list(core.namespaces);
  await impersonating.list(core.namespaces);
  expect(requests).toEqual([alice('dev'), alice('dev')]);
  expect(reviewed).toEqual(['choir', 'dev']);
  expect(warned).toEqual([{ group: 'choir' }]);
});

it('leaves them out of streams, too', async () => {
  const { client, requests } = fakeCluster(new Set(['dev']));
  const events = client
    .as(alice('choir', 'dev'))
    .watch(core.namespaces, { resourceVersion: '1' });
  for await (const { type } of events) expect(type).toBe('BOOKMARK');
  expect(requests).toEqual([alice('dev')]);
});

it('uses a right that was granted later, and warns again only when it is withdrawn', async () => {
  // The cache keeps the clock that it had when it was loaded.
  jest.useFakeTimers({ doNotFake: ['performance'] });
  let now = 1;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  const allowed = new Set<string>();
  const { client, requests, warned } = fakeCluster(allowed);
  const impersonating = client.as(alice('dev'));
  const listLater = async () => {
    now += 31_000;
    jest.advanceTimersByTime(31_000);
    await impersonating.list(core.namespaces);
    return requests.at(-1)?.groups;
  };
  expect(await listLater()).toEqual([]);
  expect(await listLater()).toEqual([]);
  expect(warned).toHaveLength(1);
  allowed.add('dev');
  expect(await listLater()).toEqual(['dev']);
  allowed.clear();
  expect(await listLater()).toEqual([]);
  expect(warned).toHaveLength(2);
});

it('leaves out a group that is not listed, and keeps the common user of the strategy groups with the name of a new person', async () => {
  const { client, requests } = fakeCluster(new Set(['klutch:dev']));
  const person = kubernetesIdentity(
    'user:default/new',
    ['user:default/new', 'group:default/choir', 'group:default/dev'],
    {
      userPrefix: 'klutch:',
      groupPrefix: 'klutch:',
      commonUser: 'klutch:portal-user',
    },
  );
  await client.as(person).list(core.namespaces);
  expect(requests).toEqual([
    {
      user: 'klutch:portal-user',
      groups: ['klutch:dev'],
      extra: { 'klutch.anynines.com/person': ['user:default/new'] },
    },
  ]);
});

it('keeps the groups of a cluster that does not answer', async () => {
  const { client, cluster, requests } = fakeCluster(new Set());
  cluster.isReachable = false;
  await client.as(alice('dev')).list(core.namespaces);
  cluster.isReachable = true;
  await client.as(alice('dev')).list(core.namespaces);
  expect(requests).toEqual([alice('dev'), alice()]);
});

it('asks nothing for a person without groups, or with a token', async () => {
  const { client, requests, reviewed } = fakeCluster(new Set());
  const withToken = { ...alice('choir'), token: 'of-alice' };
  await client.as(alice()).list(core.namespaces);
  await client.as(withToken).list(core.namespaces);
  expect(requests).toEqual([alice(), withToken]);
  expect(reviewed).toEqual([]);
});
