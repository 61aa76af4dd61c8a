/** Consumer-owned claims: copies are deleted only after an observed deletion of the original; on two real clusters. */
import type { PermissionClaim } from '@klutch/bind-api';
import {
  core,
  type Secret,
  decodeSecretData,
  encodeSecretData,
} from '@klutch/kube';
import { defaultDeletionLimits } from '../deletion/breaker/planBreaker';
import { eventually } from '../testing/__testUtils__/clusterSetup';
import { resourceOfCrd, testCrd } from '../testing/__testUtils__/thingCrd';
import {
  TwoClusterFixture,
  type RunningKonnector,
} from '../testing/__testUtils__/twoClusterFixture';
import { UserView } from '../testing/__testUtils__/userView';

const crd = testCrd('bindings', 'Binding');
const claims: PermissionClaim[] = [
  {
    resource: 'secrets',
    version: 'v1',
    selector: { owner: 'Consumer', labelSelectors: [{ share: 'yes' }] },
    read: { labels: [{ pattern: 'team*' }] },
    update: { fields: ["data['answer']"] },
  },
];
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

const valueOf = (secret: Secret | undefined, key: string) =>
  decodeSecretData(secret?.data)[key] ?? '';
const createOnConsumer = (
  name: string,
  values: Record<string, string>,
  labels: Record<string, string> = {},
  namespace = here,
) =>
  fixture.consumer.create(core.secrets, {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { namespace, name, labels: { share: 'yes', ...labels } },
    data: encodeSecretData(values),
  });
const providerSecret = (name: string, namespace = there) =>
  fixture.provider.get(core.secrets, { namespace, name });
const waitForCopy = (
  name: string,
  wanted: (secret: Secret) => unknown,
): Promise<Secret> =>
  eventually(
    `${name} on the control plane has the expected content`,
    async () => {
      const found = await providerSecret(name);
      return found && wanted(found) ? found : undefined;
    },
  );
const waitForCopyDeleted = (name: string) =>
  eventually(
    `${name} is deleted from the control plane`,
    async () => (await providerSecret(name)) === undefined,
  );
const change = (side: 'consumer' | 'provider', name: string, patch: object) =>
  fixture[side].mergePatch(
    core.secrets,
    { namespace: side === 'consumer' ? here : there, name },
    patch,
  );
let drains = 0;
const waitForQueueDrained = async () => {
  drains += 1;
  await createOnConsumer(`sentinel-${drains}`, { a: '1' });
  await waitForCopy(`sentinel-${drains}`, () => true);
};
/** The binding's condition of this type. */
const reportedCondition = async (type: string) => {
  const { items } = await fixture.consumer.list(fixture.bindingResource);
  return items[0]?.status?.conditions?.find(one => one.type === type);
};
/** Orphans are reported once they have lasted. */
const orphansNamed = (...names: string[]) =>
  eventually(
    `${names.join(', ')} are reported as orphans`,
    async () => {
      const { message = '' } =
        (await reportedCondition('OrphanedCopies')) ?? {};
      return names.every(name => message.includes(`secrets ${here}/${name}`));
    },
    40_000,
  );
const remove = (name: string) =>
  fixture.consumer.delete(core.secrets, { namespace: here, name });
const deletesAbove = () =>
  fixture
    .writes('provider')
    .filter(
      ({ verb, resource }) => verb === 'delete' && resource === 'secrets',
    );

describe('a secret of the consumer', () => {
  it('C30: is copied to the control plane with our marks and the labels of the claim', async () => {
    await createOnConsumer(
      'shared',
      { user: 'app' },
      { team: 'a', other: 'x' },
    );
    const copy = await waitForCopy('shared', () => true);
    expect(valueOf(copy, 'user')).toBe('app');
    expect(copy.metadata.labels).toEqual({ team: 'a' });
    expect(copy.metadata.annotations).toMatchObject({
      'klutch.anynines.com/resource-owner': 'Consumer',
      'klutch.anynines.com/bound': 'true',
      'klutch.anynines.com/consumer-cluster': expect.any(String),
    });
    await eventually('the original is marked', async () => {
      const { metadata } =
        (await fixture.consumer.get(core.secrets, {
          namespace: here,
          name: 'shared',
        })) ?? {};
      return (
        metadata?.annotations?.['klutch.anynines.com/resource-owner'] ===
        'Consumer'
      );
    });
  });

  it('C31: is reverted when it is changed on the control plane', async () => {
    await change('provider', 'shared', {
      data: encodeSecretData({ user: 'theirs', more: 'x' }),
    });
    const copy = await waitForCopy('shared', ({ data }) => !data?.more);
    expect(valueOf(copy, 'user')).toBe('app');
  });

  it('C32: follows changes on the app cluster', async () => {
    await change('consumer', 'shared', {
      data: encodeSecretData({ user: 'new' }),
    });
    const copy = await waitForCopy(
      'shared',
      found => valueOf(found, 'user') === 'new',
    );
    expect(copy.metadata.labels).toEqual({ team: 'a' });
  });

  it('C33: is recreated when it is deleted on the control plane', async () => {
    const before = await providerSecret('shared');
    await fixture.provider.delete(core.secrets, {
      namespace: there,
      name: 'shared',
    });
    const copy = await waitForCopy(
      'shared',
      ({ metadata }) => metadata.uid !== before?.metadata.uid,
    );
    expect(valueOf(copy, 'user')).toBe('new');
  });

  it('update.fields: takes these fields from the provider', async () => {
    await change('provider', 'shared', {
      data: encodeSecretData({ answer: '42' }),
    });
    await eventually(
      'the field of the provider is copied to the app cluster',
      async () => {
        const found = await fixture.consumer.get(core.secrets, {
          namespace: here,
          name: 'shared',
        });
        return valueOf(found, 'answer') === '42';
      },
    );
    expect(valueOf(await providerSecret('shared'), 'user')).toBe('new');
  });

  it('C34: is deleted on the control plane when a user deletes it', async () => {
    await fixture.consumer.delete(core.secrets, {
      namespace: here,
      name: 'shared',
    });
    await waitForCopyDeleted('shared');
    expect(deletesAbove().map(({ name }) => name)).toEqual(['shared']);
  });
});

describe('B17: a secret whose owner was deleted with its type', () => {
  it('keeps its copy, though its deletion was observed', async () => {
    await createOnConsumer('owned', { a: '1' });
    await change('consumer', 'owned', {
      metadata: {
        ownerReferences: [
          {
            apiVersion: 'gone.example.com/v1',
            kind: 'App',
            name: 'a',
            uid: 'o',
          },
        ],
      },
    });
    await waitForCopy('owned', () => true);
    const before = deletesAbove().length;
    await remove('owned');
    await orphansNamed('owned');
    expect(deletesAbove()).toHaveLength(before);
    expect(await providerSecret('owned')).toBeDefined();
  }, 60_000);
});

describe('B15: an object that the claim does not select', () => {
  it('is never copied', async () => {
    const foreign = (namespace: string, name: string, rest: object) =>
      fixture.consumer.create(core.secrets, {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { namespace, name },
        ...rest,
      });
    await foreign(here, 'unlabelled', {
      data: encodeSecretData({ a: 'canary' }),
    });
    await foreign(here, 'sh.helm.release.v1.x.v1', {
      type: 'helm.sh/release.v1',
    });
    await createOnConsumer('sh.helm.release.v1.y.v1', { release: 'x' });
    await waitForQueueDrained();
    const { items } = await fixture.provider.list(core.secrets, {
      namespace: there,
    });
    const names = items.map(({ metadata }) => metadata.name);
    expect(names).not.toContain('unlabelled');
    expect(names.filter(name => name?.startsWith('sh.helm'))).toEqual([]);
    // No write to these objects was recorded either.
    const touched = fixture
      .writes('consumer')
      .filter(({ name }) => name === 'unlabelled' || name?.startsWith('sh.'));
    expect(touched).toEqual([]);
  });
});

describe("B16: the provider's own secret of the same name", () => {
  it('is not changed, and an Event reports the conflict', async () => {
    await fixture.provider.create(core.secrets, {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { namespace: there, name: 'contested' },
      data: encodeSecretData({ password: 'of the provider' }),
    });
    await createOnConsumer('contested', { password: 'of the team' });
    expect(await view.waitForEvent('contested', 'Conflict')).toContain(
      'already',
    );
    await waitForQueueDrained();
    expect(valueOf(await providerSecret('contested'), 'password')).toBe(
      'of the provider',
    );
  });

  it('is replaced by the copy once its owner removes it, and an Event reports that', async () => {
    await fixture.provider.delete(core.secrets, {
      namespace: there,
      name: 'contested',
    });
    await waitForCopy(
      'contested',
      found => valueOf(found, 'password') === 'of the team',
    );
    expect(await view.waitForEvent('contested', 'Synced')).toContain('in sync');
  });
});

describe('B16: a secret that is missing without an observed deletion', () => {
  it('keeps its copy', async () => {
    await createOnConsumer('lost', { a: '1' });
    await waitForCopy('lost', () => true);
    await running.stop();
    await fixture.consumer.delete(core.secrets, {
      namespace: here,
      name: 'lost',
    });
    const before = fixture.writes('provider').length;
    running = fixture.startKonnector();
    await waitForQueueDrained();
    expect(await providerSecret('lost')).toBeDefined();
    const since = () =>
      fixture
        .writes('provider')
        .slice(before)
        .filter(({ resource }) => resource === 'secrets')
        .map(({ verb, name }) => `${verb} ${name ?? ''}`);
    // The fixture records a write after its response, which is later than the object appears.
    await eventually('the last write is recorded', async () =>
      since().some(write => write.startsWith('create')),
    );
    expect(since()).toEqual([expect.stringMatching(/^create/)]);
  });

  it('is listed in a condition of the binding', async () => {
    await orphansNamed('lost');
    expect((await fixture.conditions('bindings.example.com')).Ready).toBe(
      'True',
    );
  }, 60_000);

  it('takes over its copy when it is restored', async () => {
    const before = await providerSecret('lost');
    await createOnConsumer('lost', { a: '2' });
    const copy = await waitForCopy(
      'lost',
      found => valueOf(found, 'a') === '2',
    );
    expect(copy.metadata.uid).toBe(before?.metadata.uid);
  });
});

describe('deletions paused by the breaker', () => {
  it('are discarded at a restart: the copies stay, and are reported as orphans', async () => {
    await running.stop();
    running = fixture.startKonnector({ deletionLimits: defaultDeletionLimits });
    const names = Array.from({ length: 12 }, (_, index) => `held-${index}`);
    await Promise.all(names.map(name => createOnConsumer(name, { a: '1' })));
    await Promise.all(names.map(name => waitForCopy(name, () => true)));
    await Promise.all(names.map(remove));
    // Some copies may be deleted before the breaker opens.
    await eventually('the breaker reports the pause', async () => {
      const { reason, message = '' } =
        (await reportedCondition('Syncing')) ?? {};
      return reason === 'DeletionsPaused' && message.includes(`${here}/held-`);
    });
    await running.stop();
    const left = await Promise.all(
      names.map(async name => ((await providerSecret(name)) ? [name] : [])),
    ).then(found => found.flat());
    expect(left.length).toBeGreaterThanOrEqual(7);

    const before = deletesAbove().length;
    running = fixture.startKonnector({ deletionLimits: defaultDeletionLimits });
    await orphansNamed(...left);
    expect((await reportedCondition('Syncing'))?.status).toBe('True');
    expect(deletesAbove()).toHaveLength(before);

    // The remedy that the condition names.
    const [first = ''] = left;
    await createOnConsumer(first, { a: '1' });
    await eventually('the secret has its copy again', async () => {
      const key = { namespace: here, name: first };
      const { metadata } =
        (await fixture.consumer.get(core.secrets, key)) ?? {};
      return (
        metadata?.annotations?.['klutch.anynines.com/resource-owner'] ===
        'Consumer'
      );
    });
    await eventually(
      'the copy is no longer reported as an orphan',
      async () => {
        const { message = '' } =
          (await reportedCondition('OrphanedCopies')) ?? {};
        return !message.includes(`${here}/${first},`);
      },
    );
    await remove(first);
    await waitForCopyDeleted(first);
  }, 90_000);
});

describe('a rejected claim', () => {
  it('is no longer served, and nothing is deleted', async () => {
    await fixture.bind(
      crd,
      claims.map(claim => ({ ...claim, state: 'Rejected' })),
    );
    await eventually('the claim is no longer served', async () => {
      const probe = `probe-${Date.now()}`;
      await createOnConsumer(probe, { a: '1' });
      const deadline = Date.now() + 1_000;
      let arrived = false;
      while (Date.now() < deadline && !arrived) {
        arrived = (await providerSecret(probe)) !== undefined;
      }
      return !arrived;
    });
    const before = fixture.writes('provider').length;
    await fixture.consumer.delete(core.secrets, {
      namespace: here,
      name: 'lost',
    });
    await view.waitForQueueDrained();
    expect(await providerSecret('lost')).toBeDefined();
    const since = fixture
      .writes('provider')
      .slice(before)
      .filter(({ resource }) => resource === 'secrets');
    expect(since).toEqual([]);
  });
});
