/** Migration from the reference's konnector with claimed objects as that konnector leaves them; on two real clusters. */
import type { ClaimOwner } from '@klutch/bind-api';
import { core } from '@klutch/kube';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import {
  describeLong,
  itLong,
} from '@klutch/local-clusters/src/testing/describeLong';
import { labels } from '../../markers';
import { eventually } from '../../testing/__testUtils__/clusterSetup';
import { resourceOfCrd, testCrd } from '../../testing/__testUtils__/thingCrd';
import { TwoClusterFixture } from '../../testing/__testUtils__/twoClusterFixture';
import { UserView } from '../../testing/__testUtils__/userView';

const crd = testCrd('bindings', 'Binding');
const owner = 'klutch.anynines.com/resource-owner';
const here = 'team-a';
const there = 'cluster-x-team-a';
const names = { Provider: 'credentials', Consumer: 'trust' } as const;
const sides = ['consumer', 'provider'] as const;
let fixture: TwoClusterFixture;
let view: UserView;

beforeAll(async () => {
  fixture = await TwoClusterFixture.start();
  view = new UserView(fixture, resourceOfCrd(crd));
  const running = fixture.startKonnector();
  await fixture.offerAndBind(crd, [{ resource: 'secrets', version: 'v1' }]);
  await view.create('first');
  await running.stop();
}, 90_000);
afterAll(() => fixture?.stop(), 30_000);

/** An object as the reference leaves it, marked with the owner and nothing else. */
const leaves = (side: (typeof sides)[number], of: ClaimOwner) =>
  fixture[side].create(core.secrets, {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {
      namespace: side === 'consumer' ? here : there,
      name: names[of],
      annotations: { [owner]: of },
    },
    data: { password: 'c2VjcmV0' },
  });

/** Writes of our konnector to the claimed object of an owner on a side. */
const writesTo = (side: (typeof sides)[number], of: ClaimOwner) =>
  fixture
    .writes(side)
    .filter(
      ({ resource, name }) => resource === 'secrets' && name === names[of],
    )
    .map(({ verb }) => verb);

itLong(
  'takes over copies with one write each, and does not write originals',
  async () => {
    for (const side of sides) {
      await leaves(side, 'Provider');
      await leaves(side, 'Consumer');
    }
    const running = fixture.startKonnector();
    await eventually('the copy on the app cluster has our marks', async () => {
      const { items } = await fixture.consumer.list(core.secrets, {
        namespace: here,
        labelSelector: `${labels.resourceOwner}=Provider`,
      });
      return items.length === 1;
    });
    await eventually(
      'the copy on the control plane has our marks',
      async () => writesTo('provider', 'Consumer').length > 0,
    );
    // The queue is drained of earlier objects when a new object has a copy.
    await fixture.provider.create(core.secrets, {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { namespace: there, name: 'later' },
    });
    await eventually('the later object has a copy', () =>
      fixture.consumer.get(core.secrets, { namespace: here, name: 'later' }),
    );
    expect(writesTo('consumer', 'Provider')).toEqual(['patch']);
    expect(writesTo('provider', 'Consumer')).toEqual(['patch']);
    expect(writesTo('provider', 'Provider')).toEqual([]);
    expect(writesTo('consumer', 'Consumer')).toEqual([]);
    await running.stop();
  },
);

describeLong(
  'with a claim on objects of the provider alone, whose copies are found by our label',
  () => {
    const lone = testCrd('pledges', 'Pledge');
    const bindingKey = {
      namespace: 'klutch-bind',
      name: 'pledges.example.com',
    };

    const leavesConfigMap = (
      side: (typeof sides)[number],
      name: string,
      annotations: Record<string, string> = {},
    ) =>
      fixture[side].create(core.configMaps, {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: {
          namespace: side === 'consumer' ? here : there,
          name,
          annotations,
        },
        data: { user: 'a' },
      });
    const orphans = async () => {
      const found = await fixture.consumer.get(
        fixture.bindingResource,
        bindingKey,
      );
      return found?.status?.conditions?.find(
        ({ type }) => type === 'OrphanedAppClusterCopies',
      );
    };
    const writesHere = (wanted: string) =>
      fixture
        .writes('consumer')
        .filter(
          ({ resource, name }) => resource === 'configmaps' && name === wanted,
        )
        .map(({ verb }) => verb);

    it('R38: reports a copy whose original was deleted while no konnector ran, with a remedy, and deletes nothing', async () => {
      const own = { [owner]: 'Provider' };
      await leavesConfigMap('consumer', 'orphaned', own);
      await leavesConfigMap('consumer', 'paired', own);
      await leavesConfigMap('provider', 'paired', own);
      await leavesConfigMap('consumer', 'own');
      const running = fixture.startKonnector();
      await fixture.offerAndBind(lone, [
        {
          resource: 'configmaps',
          version: 'v1',
          selector: { owner: 'Provider' },
        },
      ]);
      await eventually(
        'the orphan is reported',
        async () => (await orphans())?.message,
      );
      expect(await orphans()).toMatchObject({
        status: 'True',
        reason: 'OriginalsMissing',
        message: expect.stringMatching(
          /^1 on the app cluster .*: configmaps team-a\/orphaned\. .*kubectl delete configmaps orphaned -n team-a$/,
        ),
      });
      expect(writesHere('orphaned')).toEqual(['patch']);
      expect(writesHere('paired')).toEqual(['patch']);
      expect(writesHere('own')).toEqual([]);

      await fixture.consumer.delete(core.configMaps, {
        namespace: here,
        name: 'orphaned',
      });
      await eventually(
        'the orphan is no longer reported',
        async () => !(await orphans()),
      );
      await running.stop();
    }, 60_000);
  },
);
