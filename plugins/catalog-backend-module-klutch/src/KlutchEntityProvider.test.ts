import { mockServices } from '@backstage/backend-test-utils';
import { stringifyEntityRef } from '@backstage/catalog-model';
import { ConfigReader } from '@backstage/config';
import type { EntityProviderMutation } from '@backstage/plugin-catalog-node';
import type { JsonObject } from '@backstage/types';
import {
  appCluster,
  claim,
  postgresql,
  service,
} from './__testUtils__/fixtures';
import { FakePortal } from './__testUtils__/FakePortal';
import { KlutchEntityProvider } from './KlutchEntityProvider';
import { HOLD_MS } from './planDelta';

/** Lets all pending promises settle first. */
const flushEventLoop = async () => {
  for (let turn = 0; turn < 1_000; turn++) await new Promise(setImmediate);
};

/** Connects the provider to a portal, and to a catalog that keeps the refs of entities as a real one does. */
async function connect(
  portal: FakePortal,
  klutch: JsonObject = {
    namespaces: '*',
    defaultOwner: 'group:default/operators',
  },
) {
  jest.spyOn(global, 'fetch').mockImplementation(portal.fetch);
  const run = jest.fn();
  const events = mockServices.events();
  const logger = mockServices.logger.mock();
  const provider = KlutchEntityProvider.fromConfig(
    new ConfigReader({
      app: { baseUrl: 'http://portal.test/' },
      catalog: { providers: { klutch } },
    }),
    {
      auth: mockServices.auth(),
      discovery: mockServices.discovery(),
      events,
      logger,
      scheduler: mockServices.scheduler.mock({
        createScheduledTaskRunner: () => ({ run }),
      }),
    },
  );
  const refs = new Set<string>();
  let resolve = () => {};
  const applied = new Promise<void>(settle => {
    resolve = settle;
  });
  const applyMutation = jest.fn(async (mutation: EntityProviderMutation) => {
    if (mutation.type === 'full') refs.clear();
    else {
      for (const removed of mutation.removed) {
        if ('entityRef' in removed) refs.delete(removed.entityRef);
      }
    }
    const written =
      mutation.type === 'full' ? mutation.entities : mutation.added;
    for (const { entity } of written) refs.add(stringifyEntityRef(entity));
    resolve();
  });
  await provider.connect({ applyMutation, refresh: jest.fn() });
  const refresh = async () => {
    await run.mock.calls[0][0].fn(new AbortController().signal);
  };
  /** Refreshes after a change of the portal. */
  const change = async (edit: () => void) => {
    edit();
    portal.version += 1;
    applyMutation.mockClear();
    await refresh();
  };
  /** Names of the instances in the catalog. */
  const instances = () =>
    [...refs].flatMap(ref => /^resource:[^_]+_.*_(.+)$/.exec(ref)?.[1] ?? []);
  const warnings = () => logger.warn.mock.calls.map(([text]) => text);
  return {
    applied,
    applyMutation,
    change,
    events,
    instances,
    refresh,
    refs,
    warnings,
  };
}

const names = (mutation: EntityProviderMutation | undefined) =>
  mutation?.type === 'delta'
    ? {
        added: mutation.added.map(({ entity }) => entity.metadata.title),
        removed: mutation.removed.length,
      }
    : mutation?.type;

describe('KlutchEntityProvider', () => {
  afterEach(() => jest.restoreAllMocks());

  it('writes services, app clusters and instances to the catalog', async () => {
    const portal = new FakePortal();
    portal.claims = [claim()];
    const { refresh, refs, applyMutation } = await connect(portal);
    await refresh();
    expect(applyMutation).toHaveBeenCalledTimes(1);
    expect(applyMutation.mock.lastCall?.[0].type).toBe('full');
    const resource = 'postgresqlinstances.anynines.com';
    expect([...refs]).toEqual([
      `component:default/${resource}`,
      `api:default/${resource}`,
      `template:default/${resource}`,
      'resource:default/apps-dev',
      `resource:default/apps-dev_team-a_${resource}_orders-db`,
    ]);
  });

  it('writes exactly one entity when one of 10,000 claims changes', async () => {
    const portal = new FakePortal();
    const rows = Array.from({ length: 10_000 }, (_, index) =>
      claim({ name: `db-${index}`, namespace: `team-${index % 100}` }),
    );
    portal.claims = rows;
    const { refresh, change, instances, applyMutation } = await connect(portal);
    await refresh();
    expect(instances()).toHaveLength(10_000);
    await change(() => {
      portal.claims = rows.with(
        4_321,
        claim({ ...rows[4_321], owner: 'user:default/alice' }),
      );
    });
    expect(applyMutation).toHaveBeenCalledTimes(1);
    expect(names(applyMutation.mock.lastCall?.[0])).toEqual({
      added: ['db-4321'],
      removed: 0,
    });
    await change(() => {
      portal.claims = rows.toSpliced(17, 1);
    });
    expect(instances()).not.toContain('db-17');
  });

  it('reads no lists while nothing has changed', async () => {
    const portal = new FakePortal();
    const { refresh } = await connect(portal);
    await refresh();
    portal.requests.length = 0;
    await refresh();
    expect(portal.requests).toEqual(['/changes']);
  });

  it('writes everything again after an hour', async () => {
    const portal = new FakePortal();
    const { refresh, applyMutation } = await connect(portal);
    await refresh();
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000);
    await refresh();
    expect(applyMutation.mock.calls.map(([{ type }]) => type)).toEqual([
      'full',
      'full',
    ]);
  });

  it('includes instances of the configured namespaces only', async () => {
    const portal = new FakePortal();
    portal.claims = [
      claim({ name: 'shown' }),
      claim({ name: 'hidden', namespace: 'team-b' }),
    ];
    const { refresh, instances } = await connect(portal, {
      namespaces: ['team-a'],
    });
    await refresh();
    expect(instances()).toEqual(['shown']);
  });

  it('warns of an owner that nobody has configured', async () => {
    const { warnings } = await connect(new FakePortal(), {});
    expect(warnings()).toEqual([
      expect.stringContaining('catalog.providers.klutch.defaultOwner'),
    ]);
  });

  describe('with two app clusters', () => {
    const twoClusters = () => {
      const portal = new FakePortal();
      portal.appClusters = [appCluster('one'), appCluster('two')];
      portal.claims = [
        claim({ cluster: 'one', name: 'a' }),
        claim({ cluster: 'two', name: 'b' }),
      ];
      return portal;
    };

    it.each([
      [
        'is unreachable',
        (portal: FakePortal) => {
          const reachability = { reachable: false };
          portal.appClusters = [
            appCluster('one', { reachability }),
            appCluster('two'),
          ];
        },
      ],
      [
        'has an incomplete list',
        (portal: FakePortal) => portal.incomplete.add('one'),
      ],
    ])('keeps the entities of one that %s', async (_, disturb) => {
      const portal = twoClusters();
      const { refresh, change, instances, warnings } = await connect(portal);
      await refresh();
      await change(() => {
        disturb(portal);
        portal.claims = [claim({ cluster: 'two', name: 'c' })];
      });
      await refresh();
      expect(instances()).toEqual(['a', 'c']);
      expect(warnings()).toEqual([
        expect.stringContaining('Catalog entities of app cluster one'),
      ]);
      await change(() => {
        portal.appClusters = [appCluster('one'), appCluster('two')];
        portal.incomplete.clear();
      });
      expect(instances()).toEqual(['c']);
    });

    it('replaces all entities only once all app clusters are known', async () => {
      const portal = twoClusters();
      portal.incomplete.add('one');
      const { refresh, change, refs, applyMutation } = await connect(portal);
      const left = 'resource:default/one_team-a_from-before_b';
      refs.add(left);
      await refresh();
      const types = () => applyMutation.mock.calls.map(([{ type }]) => type);
      expect(types()).toEqual(['delta', 'delta']);
      expect(refs).toContain(left);
      await change(() => portal.incomplete.clear());
      expect(types()).toEqual(['full']);
      expect(refs).not.toContain(left);
    });

    it('removes the entities of one that is no longer registered', async () => {
      const portal = twoClusters();
      const { refresh, change, instances, refs } = await connect(portal);
      await refresh();
      await change(() => {
        portal.appClusters = [appCluster('two')];
      });
      expect(instances()).toEqual(['b']);
      expect(refs).not.toContain('resource:default/one');
    });

    it('has no instances of one without a kubeconfig, and is complete', async () => {
      const portal = twoClusters();
      portal.appClusters = [
        appCluster('one', {
          connection: 'konnector',
          reachability: { reachable: false },
        }),
        appCluster('two'),
      ];
      const { refresh, instances, refs, applyMutation } = await connect(portal);
      await refresh();
      expect(applyMutation.mock.lastCall?.[0].type).toBe('full');
      expect(instances()).toEqual(['b']);
      expect(refs).toContain('resource:default/one');
    });
  });

  it('removes most of the instances of an app cluster only when they have been missing for some minutes', async () => {
    const portal = new FakePortal();
    portal.claims = Array.from({ length: 50 }, (_, index) =>
      claim({ name: `db-${index}` }),
    );
    const { refresh, change, instances, warnings } = await connect(portal);
    await refresh();
    await change(() => {
      portal.claims = [];
    });
    expect(instances()).toHaveLength(50);
    expect(warnings()).toEqual([expect.stringContaining('50 of 50')]);
    await refresh();
    expect(instances()).toHaveLength(50);
    expect(warnings()).toHaveLength(1);
    const now = Date.now() + HOLD_MS;
    jest.spyOn(Date, 'now').mockReturnValue(now);
    await refresh();
    jest.restoreAllMocks();
    expect(instances()).toEqual([]);
  });

  it.each(['changes', 'services', 'app-clusters', 'claims'])(
    'keeps instances while /%s fails, and reports it once',
    async path => {
      const portal = new FakePortal();
      portal.claims = [claim()];
      const { refresh, change, instances, warnings } = await connect(portal);
      await refresh();
      await change(() => {
        portal.failing.add(path);
        portal.claims = [];
      });
      await refresh();
      expect(instances()).toEqual(['orders-db']);
      expect(warnings()).toEqual([expect.stringContaining('503: away')]);
    },
  );

  it.each([
    ['still lists', false],
    ['does not list', true],
  ])(
    'removes a service that is not found when the portal %s it: %p',
    async (_, isRemoved) => {
      const portal = new FakePortal();
      const { refresh, change, refs } = await connect(portal);
      await refresh();
      // The list is read before the service, and again when the service is not found.
      const listedAgain = isRemoved ? [] : portal.services;
      await change(() => {
        portal.notFound.add(portal.services[0]?.resource ?? '');
        portal.delay = async path => {
          if (path === '/services') portal.services = listedAgain;
        };
      });
      expect(refs.has(`component:default/${postgresql}`)).toBe(!isRemoved);
    },
  );

  it('keeps all entities while the control plane is unreachable', async () => {
    const portal = new FakePortal();
    const { refresh, change, applyMutation } = await connect(portal);
    await refresh();
    await change(() => {
      portal.services = [];
      portal.isControlPlaneReachable = false;
    });
    expect(applyMutation).not.toHaveBeenCalled();
  });

  it('writes a change again that the catalog did not accept', async () => {
    const portal = new FakePortal();
    const { refresh, change, instances, applyMutation } = await connect(portal);
    await refresh();
    applyMutation.mockRejectedValueOnce(new Error('database is locked'));
    await change(() => {
      portal.claims = [claim()];
    });
    expect(instances()).toEqual([]);
    await refresh();
    expect(instances()).toEqual(['orders-db']);
  });

  it('R22: never replaces a list by one that was read before it', async () => {
    const portal = new FakePortal();
    portal.claims = [claim({ name: 'old' })];
    let asked = 0;
    // Only the first response is delayed, and holds the state at the time of its request.
    portal.delay = async path => {
      if (path === '/claims' && ++asked === 1) await flushEventLoop();
    };
    const { refresh, instances } = await connect(portal);
    const first = refresh();
    while (asked === 0) await new Promise(setImmediate);
    portal.claims = [claim({ name: 'new' })];
    portal.version += 1;
    await Promise.all([first, refresh()]);
    expect(asked).toBe(2);
    expect(instances()).toEqual(['new']);
  });

  it('refreshes once for many change notifications', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] });
    const portal = new FakePortal();
    portal.services = [service()];
    const { applyMutation, applied, events } = await connect(portal);
    for (let i = 0; i < 5; i++) {
      await events.publish({
        topic: 'klutch.changes',
        eventPayload: { topic: 'platform' },
      });
    }
    await jest.advanceTimersByTimeAsync(100);
    jest.useRealTimers();
    await applied;
    expect(applyMutation).toHaveBeenCalledTimes(1);
    expect(portal.requests.filter(path => path === '/services')).toHaveLength(
      1,
    );
  });
});
