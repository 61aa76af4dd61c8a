/** Mass deletions are paused until an operator approves them; on two real clusters. */
import { bindResources } from '@klutch/bind-api';
import {
  apiVersionOf,
  core,
  defineResource,
  isNotFound,
  type Resource,
} from '@klutch/kube';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { itLong } from '@klutch/local-clusters/src/testing/describeLong';
import { annotations } from '../../markers';
import { eventually } from '../../testing/__testUtils__/clusterSetup';
import { deleteNamespace } from '../../testing/__testUtils__/deleteNamespace';
import {
  TwoClusterFixture,
  type RunningKonnector,
} from '../../testing/__testUtils__/twoClusterFixture';
import { BreakerView } from './__testUtils__/BreakerView';
import { defaultDeletionLimits } from './planBreaker';

const options = { deletionLimits: defaultDeletionLimits };
let fixture: TwoClusterFixture;
let running: RunningKonnector;
/** An API for each test, except for those that share `pauseds`. */
const plurals = [
  'rejecteds',
  'fews',
  'masses',
  'pauseds',
  'resets',
  'unbounds',
  'enclosed',
  'outliveds',
] as const;
let views: Record<(typeof plurals)[number], BreakerView>;

beforeAll(async () => {
  fixture = await TwoClusterFixture.start();
  running = fixture.startKonnector(options);
  const bound = await Promise.all(
    plurals.map(plural => BreakerView.offerAndBind(fixture, plural)),
  );
  views = Object.fromEntries(
    plurals.map((plural, index) => [plural, bound[index]]),
  ) as typeof views;
}, 120_000);
afterEach(() => {
  fixture.backend.provisionsNamespaces = true;
});
afterAll(() => fixture?.stop(), 30_000);

const restart = async (meanwhile?: () => Promise<unknown>) => {
  await running.stop();
  await meanwhile?.();
  running = fixture.startKonnector(options);
};

const makeNamespace = (name: string) =>
  fixture.consumer.create(core.namespaces, {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name },
  });

const admission = (kind: string, plural: string) =>
  defineResource({
    group: 'admissionregistration.k8s.io',
    version: 'v1',
    plural,
    kind,
    namespaced: false,
  });
const policies = admission(
  'ValidatingAdmissionPolicy',
  'validatingadmissionpolicies',
);
const policyBindings = admission(
  'ValidatingAdmissionPolicyBinding',
  'validatingadmissionpolicybindings',
);

/** Makes the control plane reject the deletion of a copy with that name. */
async function protect(view: BreakerView, name: string): Promise<void> {
  const { group, version, plural } = view.resource;
  const policyName = `protect-${plural}`;
  const make = (resource: Resource, spec: Record<string, unknown>) =>
    fixture.provider.create(resource, {
      apiVersion: apiVersionOf(resource),
      kind: resource.kind,
      metadata: { name: policyName },
      spec,
    });
  await make(policies, {
    matchConstraints: {
      resourceRules: [
        {
          apiGroups: [group],
          apiVersions: ['*'],
          resources: [plural],
          operations: ['DELETE'],
        },
      ],
    },
    validations: [
      { expression: `oldObject.metadata.name != '${name}'`, message: 'no' },
    ],
  });
  await make(policyBindings, { policyName, validationActions: ['Deny'] });
  const { namespace } = view.copyKey(name);
  const path = `/apis/${group}/${version}/namespaces/${namespace}/${plural}/${name}`;
  await eventually('the policy is enforced', () =>
    fixture.provider.raw('DELETE', `${path}?dryRun=All`).then(
      () => false,
      () => true,
    ),
  );
}

itLong(
  'one deletion that the control plane rejects repeatedly is no mass deletion',
  async () => {
    const view = views.rejecteds;
    await view.create('protected');
    await protect(view, 'protected');
    const records = () =>
      fixture
        .writes('consumer')
        .filter(
          ({ resource, subresource, name }) =>
            resource === 'apiservicebindings' &&
            name === view.binding.name &&
            !subresource,
        ).length;
    const before = records();
    await view.delete('protected');
    const attempts = () =>
      view.writesTo('provider', 'protected').filter(verb => verb === 'delete')
        .length;
    await eventually('the deletion is retried', async () => attempts() > 6);
    expect((await view.syncing())?.status).toBe('True');
    // One record for the reserved tokens, and possibly one in the next minute.
    expect(records() - before).toBeLessThanOrEqual(2);
    await view.patch('protected', {
      metadata: { annotations: { [annotations.deletion]: 'keep' } },
    });
    await view.waitForObjectDeleted('protected');
  },
);

it('allows a few deletions without approval', async () => {
  const view = views.fews;
  const names = await view.createAndDeleteMany(5);
  await Promise.all(names.map(name => view.waitForObjectDeleted(name)));
  expect(await view.copyNames()).toEqual([]);
  expect((await view.syncing())?.status).toBe('True');
});

it('pauses a mass deletion, reports it, and keeps the pause after a restart', async () => {
  const view = views.masses;
  await view.createAndDeleteMany(12);
  const waiting = await view.waitForPause(7);
  const message = (await view.syncing())?.message;
  expect(message).toContain('more than 5 within 10 minutes');
  expect(message).toContain(`${annotations.approveDeletions}=${waiting}`);
  const [paused = ''] = await view.copyNames();
  expect(await view.waitForEvent(paused, 'DeletionPaused')).toContain(
    'approve',
  );
  expect((await view.copyNames()).length).toBe(waiting);

  await restart();
  await view.waitForQueueDrained();
  expect((await view.copyNames()).length).toBe(waiting + 1);
});

describe('while deletions are paused', () => {
  let view: BreakerView;
  // No test ends the pause: at least 7 deletions wait, of which the tests use 4.
  beforeAll(async () => {
    view = views.pauseds;
    await view.createAndDeleteMany(12);
    await view.waitForPause(7);
  });

  it('continues to sync everything else', async () => {
    await view.create('syncing');
    await view.patch('syncing', { spec: { plan: 'big' } });
    const copy = await view.waitForCopy(
      'syncing',
      ({ spec }) => spec?.plan === 'big',
    );
    expect(copy.metadata.deletionTimestamp).toBeUndefined();
  });

  it('deletes exactly as many as were approved, and removes the approval', async () => {
    const [waiting, before] = [
      await view.deleting(),
      (await view.copyNames()).length,
    ];
    await view.approve('all of them');
    await eventually('the invalid approval is reported', async () =>
      (await view.syncing())?.message?.includes('"all of them"'),
    );
    await view.approve(3);
    await eventually(
      'three are deleted',
      async () => (await view.deleting()) === waiting - 3,
    );
    await view.waitForPause(waiting - 3);
    await view.waitForQueueDrained();
    expect((await view.copyNames()).length).toBe(before - 3 + 1);
    expect(await view.bindingAnnotations()).not.toHaveProperty([
      annotations.approveDeletions,
    ]);
  });

  it('removes the finalizer without deleting the copy when the object is annotated so', async () => {
    const [name = ''] = await view.namesOfDeleting();
    await view.patch(name, {
      metadata: { annotations: { [annotations.deletion]: 'keep' } },
    });
    await view.waitForObjectDeleted(name);
    expect(await view.copyNames()).toContain(name);
  });
});

itLong(
  'resets when nothing waits any more, and discards the rest of the approval',
  async () => {
    const view = views.resets;
    await view.createAndDeleteMany(9);
    await view.waitForPause(4);
    await view.approve(1000);
    await view.waitForDeletionsResumed();
    await view.waitForAllDeleted();

    await view.createAndDeleteMany(9, 'next');
    const waiting = await view.waitForPause(4);
    expect((await view.copyNames()).length).toBeGreaterThanOrEqual(waiting);
    await view.approve(waiting);
    await view.waitForDeletionsResumed();
  },
);

itLong(
  'unbinding removes the finalizers of paused objects, and keeps their copies',
  async () => {
    const view = views.unbounds;
    await view.createAndDeleteMany(9);
    const waiting = await view.waitForPause(4);
    const before = await view.copyNames();
    await fixture.consumer.delete(fixture.bindingResource, view.binding);
    await eventually(
      'the binding is deleted',
      async () =>
        !(await fixture.consumer.get(fixture.bindingResource, view.binding)),
    );
    // With the last object, the CRD is deleted, too.
    const left = await view.deleting().catch(error => {
      if (isNotFound(error)) return 0;
      throw error;
    });
    expect(left).toBe(0);
    expect(await view.copyNames()).toEqual(before);
    expect(before.length).toBeGreaterThanOrEqual(waiting);
  },
);

itLong(
  'pauses the deletion of a namespace with many objects, and keeps its service namespace',
  async () => {
    await makeNamespace('deleting');
    const view = views.enclosed.of('deleting');
    await view.createMany(8);
    const approveOncePaused = async () => {
      const waiting = await view.waitForPause(3);
      expect((await view.copyNames()).length).toBe(waiting);
      await view.approve(waiting);
    };
    await Promise.all([
      deleteNamespace(fixture.consumer, 'deleting'),
      approveOncePaused(),
    ]);
    expect(await view.copyNames()).toEqual([]);
  },
);

itLong(
  'pauses deletions in a service namespace that outlived its APIServiceNamespace, also after a restart, until they are approved',
  async () => {
    await makeNamespace('outlived');
    const view = views.outliveds.of('outlived');
    const names = await view.createMany(12);
    await restart(async () => {
      fixture.backend.provisionsNamespaces = false;
      await fixture.provider.delete(bindResources.serviceNamespaces, {
        namespace: fixture.clusterNamespace,
        name: 'outlived',
      });
      await Promise.all(names.map(name => view.delete(name)));
    });
    const waiting = await view.waitForPause(7);
    expect((await view.copyNames()).length).toBe(waiting);

    await restart();
    await views.outliveds.waitForQueueDrained();
    expect((await view.copyNames()).length).toBe(waiting);

    await view.approve(3);
    await eventually(
      'three are deleted',
      async () => (await view.deleting()) === waiting - 3,
    );
    await view.waitForPause(waiting - 3);
    expect((await view.copyNames()).length).toBe(waiting - 3);

    await view.approve(waiting - 3);
    await view.waitForAllDeleted();
    expect(await view.copyNames()).toEqual([]);
    await view.waitForDeletionsResumed();
  },
);
