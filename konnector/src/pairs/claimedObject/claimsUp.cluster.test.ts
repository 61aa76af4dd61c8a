/**
 * Consumer-owned claims: copies follow their originals, and are deleted only
 * after an observed deletion; on two real clusters.
 */
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { itLong } from '@klutch/local-clusters/src/testing/describeLong';
import { core, encodeSecretData } from '@klutch/kube';
import {
  defaultDeletionLimits,
  type DeletionLimits,
} from '../../deletion/breaker/planBreaker';
import { eventually } from '../../testing/__testUtils__/clusterSetup';
import {
  TwoClusterFixture,
  type RunningKonnector,
} from '../../testing/__testUtils__/twoClusterFixture';
import { SharedSecrets, valueOf } from './__testUtils__/SharedSecrets';

let fixture: TwoClusterFixture;
let secrets: SharedSecrets;
let running: RunningKonnector;

beforeAll(async () => {
  fixture = await TwoClusterFixture.start();
  running = fixture.startKonnector();
  secrets = await SharedSecrets.bind(fixture);
}, 90_000);
afterAll(() => fixture?.stop(), 30_000);

describe('a secret of the consumer', () => {
  it('C30: is copied to the control plane with our marks and the labels of the claim', async () => {
    const labels = { team: 'a', other: 'x' };
    const copy = await secrets.share('shared', { user: 'app' }, { labels });
    expect(valueOf(copy, 'user')).toBe('app');
    expect(copy.metadata.labels).toEqual({ team: 'a' });
    expect(copy.metadata.annotations).toMatchObject({
      'klutch.anynines.com/resource-owner': 'Consumer',
      'klutch.anynines.com/bound': 'true',
      'klutch.anynines.com/consumer-cluster': expect.any(String),
    });
    await secrets.waitForMark('shared');
  });

  it('C31: is reverted when it is changed on the control plane', async () => {
    await secrets.share('reverted', { user: 'app' });
    await secrets.patchCopy('reverted', {
      data: encodeSecretData({ user: 'theirs', more: 'x' }),
    });
    const copy = await secrets.waitForCopy(
      'reverted',
      ({ data }) => !data?.more,
    );
    expect(valueOf(copy, 'user')).toBe('app');
  });

  it('C32: follows changes on the app cluster', async () => {
    const labels = { team: 'a', other: 'x' };
    await secrets.share('changed', { user: 'app' }, { labels });
    await secrets.patch('changed', { data: encodeSecretData({ user: 'new' }) });
    const copy = await secrets.waitForCopy(
      'changed',
      found => valueOf(found, 'user') === 'new',
    );
    expect(copy.metadata.labels).toEqual({ team: 'a' });
  });

  it('C33: is recreated when it is deleted on the control plane', async () => {
    const before = await secrets.share('recreated', { user: 'app' });
    await secrets.deleteCopy('recreated');
    const copy = await secrets.waitForCopy(
      'recreated',
      ({ metadata }) => metadata.uid !== before.metadata.uid,
    );
    expect(valueOf(copy, 'user')).toBe('app');
  });

  it('update.fields: takes these fields from the provider', async () => {
    await secrets.share('answered', { user: 'app' });
    await secrets.patchCopy('answered', {
      data: encodeSecretData({ answer: '42' }),
    });
    await eventually(
      'the field of the provider is copied to the app cluster',
      async () =>
        valueOf(await secrets.original('answered'), 'answer') === '42',
    );
    expect(valueOf(await secrets.copy('answered'), 'user')).toBe('app');
  });

  it('C34: is deleted on the control plane when a user deletes it', async () => {
    await secrets.share('short-lived');
    const before = secrets.deletions().length;
    await secrets.delete('short-lived');
    await secrets.waitForCopyDeleted('short-lived');
    const deleted = () => secrets.deletions().slice(before);
    // The fixture records a write after its response.
    await eventually(
      'the deletion is recorded',
      async () => deleted().length > 0,
    );
    expect(deleted().map(({ name }) => name)).toEqual(['short-lived']);
  });
});

describe('B15: an object that the claim does not select', () => {
  it('is never copied', async () => {
    const foreign = (name: string, rest: object) =>
      fixture.consumer.create(core.secrets, {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { namespace: secrets.namespace, name },
        ...rest,
      });
    await foreign('unlabelled', {
      data: encodeSecretData({ a: 'canary' }),
    });
    await foreign('sh.helm.release.v1.x.v1', {
      type: 'helm.sh/release.v1',
    });
    await secrets.create('sh.helm.release.v1.y.v1', { release: 'x' });
    await secrets.waitForQueueDrained();
    const { items } = await fixture.provider.list(core.secrets, {
      namespace: secrets.serviceNamespace,
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
  const contest = async (name: string) => {
    await fixture.provider.create(core.secrets, {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { namespace: secrets.serviceNamespace, name },
      data: encodeSecretData({ password: 'of the provider' }),
    });
    await secrets.create(name, { password: 'of the team' });
    expect(await secrets.view.waitForEvent(name, 'Conflict')).toContain(
      'already',
    );
  };

  it('is not changed, and an Event reports the conflict', async () => {
    await contest('contested');
    await secrets.waitForQueueDrained();
    expect(valueOf(await secrets.copy('contested'), 'password')).toBe(
      'of the provider',
    );
  });

  it('is replaced by the copy once its owner removes it, and an Event reports that', async () => {
    await contest('freed');
    await secrets.deleteCopy('freed');
    await secrets.waitForCopy(
      'freed',
      found => valueOf(found, 'password') === 'of the team',
    );
    expect(await secrets.view.waitForEvent('freed', 'Synced')).toContain(
      'in sync',
    );
  });
});

describe('deletions paused by the breaker', () => {
  const restart = async (options?: { deletionLimits: DeletionLimits }) => {
    await running.stop();
    running = fixture.startKonnector(options);
  };
  afterAll(() => restart());

  itLong(
    'are discarded at a restart: the copies stay, and are reported as orphans',
    async () => {
      await restart({ deletionLimits: defaultDeletionLimits });
      const names = Array.from({ length: 12 }, (_, index) => `held-${index}`);
      await Promise.all(names.map(name => secrets.share(name)));
      await Promise.all(names.map(name => secrets.delete(name)));
      // Some copies may be deleted before the breaker opens.
      await eventually('the breaker reports the pause', async () => {
        const { reason, message = '' } =
          (await secrets.condition('Syncing')) ?? {};
        return (
          reason === 'DeletionsPaused' &&
          message.includes(`${secrets.namespace}/held-`)
        );
      });
      await running.stop();
      const left = await Promise.all(
        names.map(async name => ((await secrets.copy(name)) ? [name] : [])),
      ).then(found => found.flat());
      expect(left.length).toBeGreaterThanOrEqual(7);

      const before = secrets.deletions().length;
      await restart({ deletionLimits: defaultDeletionLimits });
      await secrets.waitForOrphans(...left);
      expect((await secrets.condition('Syncing'))?.status).toBe('True');
      expect(secrets.deletions()).toHaveLength(before);

      // The remedy that the condition names.
      const [first = ''] = left;
      await secrets.create(first);
      await secrets.waitForMark(first);
      await eventually(
        'the copy is no longer reported as an orphan',
        async () => {
          const { message = '' } =
            (await secrets.condition('OrphanedCopies')) ?? {};
          return !message.includes(`${secrets.namespace}/${first},`);
        },
      );
      await secrets.delete(first);
      await secrets.waitForCopyDeleted(first);
    },
    90_000,
  );
});

describe('a rejected claim', () => {
  afterAll(async () => {
    await secrets.setClaimState('Accepted');
    await secrets.waitForQueueDrained();
  });

  it('is no longer served, and nothing is deleted', async () => {
    await secrets.share('withdrawn');
    await secrets.setClaimState('Rejected');
    await eventually('the claim is no longer served', async () => {
      const probe = `probe-${Date.now()}`;
      await secrets.create(probe);
      const deadline = Date.now() + 1_000;
      let arrived = false;
      while (Date.now() < deadline && !arrived) {
        arrived = (await secrets.copy(probe)) !== undefined;
      }
      return !arrived;
    });
    const before = secrets.writes().length;
    await secrets.delete('withdrawn');
    await secrets.view.waitForQueueDrained();
    expect(await secrets.copy('withdrawn')).toBeDefined();
    expect(secrets.writes().slice(before)).toEqual([]);
  });
});
