/** Provider-owned claims on secrets and config maps; on two real clusters. */
import type { PermissionClaim } from '@klutch/bind-api';
import {
  core,
  type ConfigMap,
  type Resource,
  type Secret,
  decodeSecretData,
  encodeSecretData,
} from '@klutch/kube';
import { eventually } from '../../testing/__testUtils__/clusterSetup';
import { resourceOfCrd, testCrd } from '../../testing/__testUtils__/thingCrd';
import {
  TwoClusterFixture,
  type RunningKonnector,
} from '../../testing/__testUtils__/twoClusterFixture';
import { UserView } from '../../testing/__testUtils__/userView';

const crd = testCrd('bindings', 'Binding');
const claims: PermissionClaim[] = ['secrets', 'configmaps'].map(resource => ({
  resource,
  version: 'v1',
  selector: { owner: 'Provider' },
}));
const here = 'team-a';
const there = 'cluster-x-team-a';
let fixture: TwoClusterFixture;
let view: UserView;
let running: RunningKonnector;

beforeAll(async () => {
  fixture = await TwoClusterFixture.start();
  view = new UserView(fixture, resourceOfCrd(crd));
  running = fixture.startKonnector();
  await fixture.offerAndBind(crd, claims);
  await view.create('first');
}, 90_000);
afterAll(() => fixture?.stop(), 30_000);

const decode = (secret: Secret | undefined) => decodeSecretData(secret?.data);
const secretIn = (
  namespace: string,
  name: string,
  values: Record<string, string>,
  change: Partial<Secret> = {},
): Secret => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { namespace, name },
  data: encodeSecretData(values),
  ...change,
});
const createOnProvider = (
  name: string,
  values: Record<string, string>,
  change: Partial<Secret> = {},
) =>
  fixture.provider.create(
    core.secrets,
    secretIn(there, name, values, {
      type: 'connection.crossplane.io/v1alpha1',
      ...change,
    }),
  );
const received = (name: string) =>
  fixture.consumer.get(core.secrets, { namespace: here, name });
const waitForReceived = (
  name: string,
  wanted: (values: Record<string, string>, secret: Secret) => unknown,
) =>
  eventually(
    `${name} on the app cluster has the expected content`,
    async () => {
      const found = await received(name);
      return found && wanted(decode(found), found) ? found : undefined;
    },
  );
const waitForObjectDeleted = <T extends Secret>(
  resource: Resource<T>,
  name: string,
) =>
  eventually(
    `${name} is deleted from the app cluster`,
    async () =>
      (await fixture.consumer.get(resource, { namespace: here, name })) ===
      undefined,
  );
let drains = 0;
/** The queue is drained of earlier objects when a new object has a copy. */
const waitForQueueDrained = async () => {
  const name = `sentinel-${drains++}`;
  await createOnProvider(name, { a: '1' });
  await waitForReceived(name, () => true);
};
describe('a secret of the provider', () => {
  it('C20: is copied to the app cluster, with its type and our marks', async () => {
    await createOnProvider('db-creds', { user: 'app', password: 'canary' });
    const copy = await waitForReceived('db-creds', () => true);
    expect(decode(copy)).toEqual({ user: 'app', password: 'canary' });
    expect(copy.type).toBe('connection.crossplane.io/v1alpha1');
    expect(copy.metadata.annotations).toEqual({
      'klutch.anynines.com/resource-owner': 'Provider',
      'klutch.anynines.com/provider-namespace-uid': expect.any(String),
    });
    expect(copy.metadata.labels).toEqual({
      'klutch.anynines.com/resource-owner': 'Provider',
    });
  });

  it('C21: is recreated when it is deleted on the app cluster', async () => {
    await createOnProvider('recreated', { password: 'canary' });
    const before = await waitForReceived('recreated', () => true);
    await fixture.consumer.delete(core.secrets, {
      namespace: here,
      name: 'recreated',
    });
    const copy = await waitForReceived(
      'recreated',
      (_values, { metadata }) => metadata.uid !== before.metadata.uid,
    );
    expect(decode(copy).password).toBe('canary');
  });

  it('C22: follows changes of the provider, removed keys included', async () => {
    await createOnProvider('rotating', { password: 'old', extra: 'x' });
    await waitForReceived('rotating', () => true);
    await fixture.provider.mergePatch(
      core.secrets,
      { namespace: there, name: 'rotating' },
      { data: { ...encodeSecretData({ password: 'new' }), extra: null } },
    );
    const copy = await waitForReceived(
      'rotating',
      ({ password }) => password === 'new',
    );
    expect(decode(copy)).toEqual({ password: 'new' });
  });

  it('C23: is reverted when it is changed on the app cluster', async () => {
    await createOnProvider('reverted', { password: 'new' });
    await waitForReceived('reverted', () => true);
    await fixture.consumer.mergePatch(
      core.secrets,
      { namespace: here, name: 'reverted' },
      {
        data: encodeSecretData({ password: 'mine', more: 'x' }),
        metadata: { labels: { 'klutch.anynines.com/resource-owner': null } },
      },
    );
    const copy = await waitForReceived(
      'reverted',
      ({ password }) => password === 'new',
    );
    expect(decode(copy)).toEqual({ password: 'new' });
    expect(copy.metadata.labels).toEqual({
      'klutch.anynines.com/resource-owner': 'Provider',
    });
  });

  it('C24: is deleted when the provider deletes it', async () => {
    await createOnProvider('passing', { a: '1' });
    await waitForReceived('passing', () => true);
    await fixture.provider.delete(core.secrets, {
      namespace: there,
      name: 'passing',
    });
    await waitForObjectDeleted(core.secrets, 'passing');
    expect(await received('passing')).toBeUndefined();
  });

  it('is recreated when its type changes', async () => {
    await createOnProvider('retyped', { a: '1' });
    await waitForReceived('retyped', () => true);
    await fixture.provider.delete(core.secrets, {
      namespace: there,
      name: 'retyped',
    });
    await createOnProvider('retyped', { a: '2' }, { type: 'Opaque' });
    const copy = await waitForReceived('retyped', ({ a }) => a === '2');
    expect(copy.type).toBe('Opaque');
  });
});

describe('a config map of the provider', () => {
  it('is copied to the app cluster, too', async () => {
    await fixture.provider.create<ConfigMap>(core.configMaps, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { namespace: there, name: 'hints' },
      data: { host: 'db' },
    });
    const copy = await eventually('the config map is copied', () =>
      fixture.consumer.get(core.configMaps, { namespace: here, name: 'hints' }),
    );
    expect(copy.data).toEqual({ host: 'db' });
  });
});

describe('B15: objects that must not be synced', () => {
  it('secrets of the app cluster are never copied to the control plane', async () => {
    await fixture.consumer.create(
      core.secrets,
      secretIn(here, 'private', { password: 'of the app team' }),
    );
    await fixture.consumer.create(
      core.secrets,
      secretIn(
        here,
        'marked',
        { password: 'x' },
        {
          metadata: {
            namespace: here,
            name: 'marked',
            annotations: { 'klutch.anynines.com/resource-owner': 'Consumer' },
          },
        },
      ),
    );
    await waitForQueueDrained();
    const { items } = await fixture.provider.list(core.secrets, {
      namespace: there,
    });
    const providerNames = items.map(({ metadata }) => metadata.name);
    expect(providerNames).not.toContain('private');
    expect(providerNames).not.toContain('marked');
    const writes = fixture
      .writes('provider')
      .filter(({ resource }) => ['secrets', 'configmaps'].includes(resource));
    // The provider's originals get their marks; nothing else is written.
    expect(new Set(writes.map(({ verb }) => verb))).toEqual(new Set(['patch']));
    expect(
      writes.filter(({ name }) => ['private', 'marked'].includes(name ?? '')),
    ).toEqual([]);
  });

  it("the platform's own objects are never copied to the app cluster", async () => {
    await createOnProvider('sh.helm.release.v1.x.v1', { release: 'x' });
    await createOnProvider('kubeconfig', { kubeconfig: 'x' });
    await waitForQueueDrained();
    expect(await received('sh.helm.release.v1.x.v1')).toBeUndefined();
    expect(await received('kubeconfig')).toBeUndefined();
    const root = await fixture.consumer.get(core.configMaps, {
      namespace: here,
      name: 'kube-root-ca.crt',
    });
    expect(root?.metadata.annotations).not.toHaveProperty([
      'klutch.anynines.com/resource-owner',
    ]);
  });
});

describe("B16: the app team's own secret of the same name", () => {
  it('is not changed, and an Event reports the conflict', async () => {
    await fixture.consumer.create(
      core.secrets,
      secretIn(here, 'contested', { password: 'of the app team' }),
    );
    await createOnProvider('contested', { password: 'of the provider' });
    expect(await view.waitForEvent('contested', 'Conflict')).toContain(
      'already',
    );
    await waitForQueueDrained();
    expect(decode(await received('contested'))).toEqual({
      password: 'of the app team',
    });
    await eventually('the binding lists the conflict', async () => {
      const { items } = await fixture.consumer.list(fixture.bindingResource);
      return items[0]?.status?.conditions?.some(
        ({ type, message }) =>
          type === 'NameCollisions' &&
          message?.includes('secrets team-a/contested'),
      );
    });
    expect((await fixture.conditions('bindings.example.com')).Ready).toBe(
      'True',
    );
  });
});

describe('when nothing changes', () => {
  it('B16: writes nothing after a restart but the deletion of copies whose originals were deleted', async () => {
    await createOnProvider('withdrawn', { a: '1' });
    await waitForReceived('withdrawn', () => true);
    await running.stop();
    const before = fixture.writes('consumer').length;
    await fixture.provider.delete(core.secrets, {
      namespace: there,
      name: 'withdrawn',
    });
    running = fixture.startKonnector();
    await waitForObjectDeleted(core.secrets, 'withdrawn');
    await waitForQueueDrained();
    const since = () =>
      fixture
        .writes('consumer')
        .slice(before)
        .filter(({ resource }) => ['secrets', 'configmaps'].includes(resource))
        .map(({ verb, name }) => `${verb} ${name ?? ''}`);
    // The fixture records a write after its response, which is later than the object appears.
    await eventually('the last write is recorded', async () =>
      since().some(write => write.startsWith('create')),
    );
    expect(since()).toEqual([
      'delete withdrawn',
      expect.stringMatching(/^create/),
    ]);
  });
});
