/**
 * The konnector's reads are stale: nothing is deleted or reverted because of
 * that, and the state converges when the changes arrive; on two real clusters.
 */
import { itLong } from '@klutch/local-clusters/src/testing/describeLong';
import {
  createCache,
  createLogger,
  type KubeClient,
  type Unstructured,
} from '@klutch/kube';
import { connect, type Connect } from '../../access/connect';
import { annotations } from '../../markers';
import { eventually } from '../__testUtils__/clusterSetup';
import { resourceOfCrd, testCrd, userObject } from '../__testUtils__/thingCrd';
import {
  TwoClusterFixture,
  type RunningKonnector,
} from '../__testUtils__/twoClusterFixture';
import { UserView } from '../__testUtils__/userView';
import { StaleList } from './StaleList';
import { FaultyClient } from './FaultyClient';
import { WatchLag } from './WatchLag';

const crd = testCrd('pigeons', 'Pigeon');
const plural = 'pigeons';
const lags = { consumer: new WatchLag(plural), provider: new WatchLag(plural) };
const ended = new AbortController();
const staleLists = {
  consumer: new StaleList(resourceOfCrd(crd)),
  provider: new StaleList(resourceOfCrd(crd)),
};
let fixture: TwoClusterFixture;
let pigeons: UserView;
let running: RunningKonnector;
/** Changes on a cluster, as `name: what`, each only when different from the one before. */
let history: Record<'consumer' | 'provider', string[]>;

const withWatchLag: Connect = (kubeConfig, options) => {
  const client = connect(kubeConfig, { ...options, userAgent: 'lagging' });
  const side =
    client.server === fixture.consumer.server ? 'consumer' : 'provider';
  return new FaultyClient(client, {
    ...lags[side].faults,
    ...staleLists[side].faults,
  });
};

function follow(
  client: KubeClient,
  describeObject: (object: Unstructured) => unknown,
): string[] {
  const observed: string[] = [];
  const last = new Map<string, string>();
  const cache = createCache<Unstructured>({
    client,
    resource: pigeons.resource,
    logger: createLogger('test', { level: 'silent' }),
  });
  cache.subscribe(({ object }) => {
    const name = object.metadata.name ?? '';
    const now = String(describeObject(object));
    if (last.get(name) === now) return;
    last.set(name, now);
    observed.push(`${name}: ${now}`);
  });
  cache.start(ended.signal);
  return observed;
}

beforeAll(async () => {
  fixture = await TwoClusterFixture.start();
  pigeons = new UserView(fixture, resourceOfCrd(crd));
  running = fixture.startKonnector({ connect: withWatchLag });
  await fixture.offerAndBind(crd);
  await pigeons.create('first');
  history = {
    consumer: follow(fixture.consumer, ({ status }) => status?.phase),
    provider: follow(fixture.provider, ({ spec }) => spec?.plan),
  };
}, 90_000);
afterEach(() => {
  lags.consumer.stop();
  lags.provider.stop();
  staleLists.consumer.catchUp();
  staleLists.provider.catchUp();
});
afterAll(async () => {
  ended.abort();
  await fixture?.stop();
}, 30_000);

const historyOf = (side: 'consumer' | 'provider', name: string) =>
  history[side]
    .filter(line => line.startsWith(`${name}: `))
    .map(line => line.slice(name.length + 2));
const allOf = async (client: KubeClient) =>
  (await client.list(pigeons.resource)).items;
const deletionsOf = (name: string) =>
  fixture
    .writes('provider')
    .filter(({ verb, name: of }) => verb === 'delete' && of === name);

itLong('an object that replaced the copy unseen is not deleted', async () => {
  await pigeons.create('replaced');
  lags.provider.begin(await allOf(fixture.provider));
  await pigeons.deleteCopy('replaced');
  const theirs = await fixture.provider.create(pigeons.providerResource, {
    ...userObject(pigeons.resource, 'replaced', { plan: 'theirs' }),
    metadata: {
      ...pigeons.copyKey('replaced'),
      annotations: { [annotations.consumerCluster]: 'another' },
    },
  });
  await pigeons.delete('replaced');
  await eventually('a deletion was tried', async () =>
    deletionsOf('replaced').some(({ code }) => code !== 0),
  );
  expect(deletionsOf('replaced').map(({ code }) => code)).not.toContain(200);
  lags.provider.stop();
  await pigeons.waitForObjectDeleted('replaced');
  const now = await pigeons.copy('replaced');
  expect(now?.metadata.uid).toBe(theirs.metadata.uid);
  expect(now?.metadata.deletionTimestamp).toBeUndefined();
});

itLong(
  'a copy whose object is not seen yet is neither deleted nor adopted',
  async () => {
    await pigeons.create('twin');
    const { metadata } = (await pigeons.copy('twin')) ?? {};
    lags.consumer.begin(await allOf(fixture.consumer));
    // As created by another leader: object and copy.
    const object = await fixture.consumer.create(pigeons.resource, {
      ...userObject(pigeons.resource, 'unseen'),
      metadata: {
        ...pigeons.key('unseen'),
        finalizers: ['klutch.anynines.com/syncer'],
      },
    });
    const copy = await fixture.provider.create(pigeons.providerResource, {
      ...userObject(pigeons.resource, 'unseen'),
      metadata: {
        ...pigeons.copyKey('unseen'),
        annotations: {
          ...metadata?.annotations,
          [annotations.consumerUid]: object.metadata.uid ?? '',
        },
      },
    });
    await fixture.provider.mergePatch(
      pigeons.providerResource,
      pigeons.copyKey('unseen'),
      { status: { phase: 'Ready' } },
      { subresource: 'status' },
    );
    // Events enqueued earlier have been processed.
    await pigeons.patchCopy('twin', { spec: { plan: 'wrong' } });
    await pigeons.waitForCopy('twin', ({ spec }) => spec?.plan === 'small');
    const made = fixture
      .writes('consumer')
      .filter(
        ({ verb, name, agent }) =>
          agent === 'lagging' && verb === 'create' && name === 'unseen',
      );
    expect(made).toEqual([]);
    lags.consumer.stop();
    await pigeons.waitForObject(
      'unseen',
      ({ status }) => status?.phase === 'Ready',
    );
    expect(deletionsOf('unseen')).toEqual([]);
    expect((await pigeons.copy('unseen'))?.metadata.uid).toBe(
      copy.metadata.uid,
    );
  },
);

itLong('a newer status is not replaced by an older one', async () => {
  await pigeons.create('reports');
  await pigeons.setStatus('reports', { phase: 'first' });
  const shows = (phase: string) =>
    pigeons.waitForObject('reports', ({ status }) => status?.phase === phase);
  await shows('first');
  lags.provider.begin();
  await pigeons.setStatus('reports', { phase: 'second' });
  // The response of the apply is newer than all events of the watch.
  await pigeons.patch('reports', { spec: { plan: 'big' } });
  await shows('second');
  await pigeons.patch('reports', { metadata: { labels: { look: 'again' } } });
  await pigeons.waitForQueueDrained();
  await pigeons.setStatus('reports', { phase: 'third' });
  lags.provider.stop();
  await shows('third');
  await eventually('the Event is written', async () =>
    historyOf('consumer', 'reports').includes('third'),
  );
  expect(historyOf('consumer', 'reports')).toEqual([
    'undefined',
    'first',
    'second',
    'third',
  ]);
});

itLong(
  'R05: a rejected status is written from the live object, while the watch shows nothing new',
  async () => {
    await pigeons.create('unwatched');
    await pigeons.waitForQueueDrained();
    lags.consumer.begin();
    await pigeons.patch('unwatched', { metadata: { labels: { seen: 'not' } } });
    await pigeons.setStatus('unwatched', { phase: 'Ready' });
    await pigeons.waitForObject(
      'unwatched',
      ({ status }) => status?.phase === 'Ready',
    );
    const refused = fixture
      .writes('consumer')
      .filter(
        ({ name, subresource, code }) =>
          name === 'unwatched' && subresource === 'status' && code === 409,
      );
    expect(refused).toHaveLength(1);
  },
);

itLong('a newer spec is not replaced by an older one', async () => {
  await pigeons.create('changes');
  lags.provider.begin();
  await pigeons.patch('changes', { spec: { plan: 'medium' } });
  await pigeons.waitForCopy('changes', ({ spec }) => spec?.plan === 'medium');
  lags.consumer.begin();
  await pigeons.patch('changes', { spec: { plan: 'big' } });
  await pigeons.setStatus('changes', { phase: 'Ready' });
  lags.provider.stop();
  lags.consumer.stop();
  await pigeons.waitForCopy('changes', ({ spec }) => spec?.plan === 'big');
  await pigeons.waitForObject('changes', ({ status }) => status?.phase);
  await pigeons.waitForQueueDrained();
  expect(historyOf('provider', 'changes')).toEqual(['small', 'medium', 'big']);
});

itLong(
  'an object that was recreated unseen takes over its copy, and nothing is deleted',
  async () => {
    await pigeons.create('restored');
    const before = await pigeons.copy('restored');
    lags.consumer.begin(await allOf(fixture.consumer));
    await pigeons.patch('restored', { metadata: { finalizers: null } });
    await pigeons.delete('restored');
    const recreated = await fixture.consumer.create(
      pigeons.resource,
      userObject(pigeons.resource, 'restored', { plan: 'big' }),
    );
    // For the former object, which no longer exists.
    await pigeons.setStatus('restored', { phase: 'Ready' });
    await eventually('a status was rejected', async () =>
      fixture
        .writes('consumer')
        .some(
          ({ name, subresource, code }) =>
            name === 'restored' && subresource === 'status' && code === 409,
        ),
    );
    lags.consumer.stop();
    const copy = await pigeons.waitForCopy(
      'restored',
      ({ metadata, spec }) =>
        spec?.plan === 'big' &&
        metadata.annotations?.[annotations.consumerUid] ===
          recreated.metadata.uid,
    );
    expect(copy.metadata.uid).toBe(before?.metadata.uid);
    expect(deletionsOf('restored')).toEqual([]);
  },
);

/** Restarts the konnector with lists of one cluster as of the call of `begin`. */
const restart = async () => {
  await running.stop();
  running = fixture.startKonnector({ connect: withWatchLag });
};
const listedBehind = (side: 'consumer' | 'provider') =>
  eventually(
    'the konnector has listed the old state',
    async () => staleLists[side].lists > 0 && running.konnector.health().ready,
  );
const waitForCopy = async (name: string) => {
  await pigeons.patch(name, { spec: { plan: 'big' } });
  await pigeons.waitForCopy(name, ({ spec }) => spec?.plan === 'big');
};

itLong(
  'a start with an old list of the app cluster deletes nothing, recreates no copy, and catches up',
  async () => {
    for (const name of ['stays', 'leaves', 'changed'])
      await pigeons.create(name);
    const { uid } = (await pigeons.copy('stays'))?.metadata ?? {};
    await staleLists.consumer.begin(fixture.consumer);
    await waitForCopy('changed');
    await pigeons.create('added');
    await pigeons.delete('leaves');
    await pigeons.waitForObjectDeleted('leaves');
    expect(await pigeons.copy('leaves')).toBeUndefined();
    await restart();
    await listedBehind('consumer');
    // Events enqueued earlier have been processed.
    await pigeons.patchCopy('stays', { spec: { plan: 'wrong' } });
    await pigeons.waitForCopy('stays', ({ spec }) => spec?.plan === 'small');
    expect(await pigeons.copy('leaves')).toBeUndefined();

    staleLists.consumer.catchUp();
    await pigeons.waitForCopy('changed', ({ spec }) => spec?.plan === 'big');
    await waitForCopy('added');
    await pigeons.waitForQueueDrained();
    expect(await pigeons.copy('leaves')).toBeUndefined();
    expect((await pigeons.copy('stays'))?.metadata.uid).toBe(uid);
    expect(historyOf('provider', 'leaves')).toEqual(['small']);
    for (const name of ['stays', 'changed', 'added']) {
      expect(deletionsOf(name)).toEqual([]);
    }
  },
  60_000,
);

itLong(
  'a start with an old list of the control plane deletes nothing, creates nothing twice, and catches up',
  async () => {
    for (const name of ['still', 'parted']) await pigeons.create(name);
    await staleLists.provider.begin(fixture.provider);
    const { uid } = (await pigeons.create('made')).metadata;
    await waitForCopy('still');
    await pigeons.delete('parted');
    await pigeons.waitForObjectDeleted('parted');
    await restart();
    await listedBehind('provider');
    await pigeons.create('after');
    expect(await pigeons.object('parted')).toBeUndefined();
    expect(await pigeons.copy('parted')).toBeUndefined();

    staleLists.provider.catchUp();
    await pigeons.setStatus('made', { phase: 'Ready' });
    await pigeons.waitForObject(
      'made',
      ({ status }) => status?.phase === 'Ready',
    );
    expect((await pigeons.copy('made'))?.metadata.uid).toBe(uid);
    expect(await pigeons.copy('parted')).toBeUndefined();
    expect((await pigeons.copy('still'))?.spec?.plan).toBe('big');
    for (const name of ['still', 'made']) expect(deletionsOf(name)).toEqual([]);
  },
  60_000,
);
