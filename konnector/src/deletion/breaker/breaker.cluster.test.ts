/**
 * Mass deletions are paused until an operator approves them; on two real
 * clusters.
 */
import { bindResources } from '@klutch/bind-api';
import {
  apiVersionOf,
  core,
  defineResource,
  type Resource,
} from '@klutch/kube';
import { annotations } from '../../markers';
import { eventually } from '../../testing/__testUtils__/clusterSetup';
import { resourceOfCrd, testCrd } from '../../testing/__testUtils__/thingCrd';
import {
  TwoClusterFixture,
  type RunningKonnector,
} from '../../testing/__testUtils__/twoClusterFixture';
import { UserView } from '../../testing/__testUtils__/userView';
import { defaultDeletionLimits } from './planBreaker';

const crd = testCrd('masses', 'Mass');
const binding = { namespace: 'klutch-bind', name: 'masses.example.com' };
const options = { deletionLimits: defaultDeletionLimits };
let fixture: TwoClusterFixture;
let masses: UserView;
let running: RunningKonnector;

beforeAll(async () => {
  fixture = await TwoClusterFixture.start();
  masses = new UserView(fixture, resourceOfCrd(crd));
  running = fixture.startKonnector(options);
  await fixture.offerAndBind(crd);
}, 90_000);
afterAll(() => fixture?.stop(), 30_000);

const numbered = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, index) => `${prefix}-${index}`);

const makeNamespace = (name: string) =>
  fixture.consumer.create(core.namespaces, {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name },
  });

const annotate = (values: Record<string, string | null>) =>
  fixture.consumer.mergePatch(fixture.bindingResource, binding, {
    metadata: { annotations: values },
  });

const bindingAnnotations = async () =>
  (await fixture.consumer.get(fixture.bindingResource, binding))?.metadata
    .annotations ?? {};

const syncing = async () => {
  const found = await fixture.consumer.get(fixture.bindingResource, binding);
  return found?.status?.conditions?.find(({ type }) => type === 'Syncing');
};

/** Number of objects that are being deleted. */
const deleting = async (view = masses) => {
  const { items } = await fixture.consumer.list(masses.resource, {
    namespace: view.namespace,
  });
  return items.filter(({ metadata }) => metadata.deletionTimestamp).length;
};

/**
 * Some deletions may pass before the breaker trips; returns how many wait
 * once all are counted.
 */
const pausedWith = async (atLeast: number, view = masses) => {
  const waiting = await eventually(`${atLeast} deletions wait`, async () => {
    const { reason, message = '' } = (await syncing()) ?? {};
    const count = Number(/(\d+) wait[:.]/.exec(message)?.[1]);
    return (
      reason === 'DeletionsPaused' &&
      count >= atLeast &&
      count === (await deleting(view)) &&
      count
    );
  });
  return waiting;
};

const waitForDeletionsResumed = () =>
  eventually(
    'deletions continue',
    async () => (await syncing())?.status === 'True',
  );

/** Names of the copies. */
const copies = async (view = masses) => {
  const { namespace } = view.copyKey('any');
  const { items } = await fixture.provider.list(view.resource, { namespace });
  return items
    .filter(({ metadata }) => !metadata.deletionTimestamp)
    .map(({ metadata }) => metadata.name);
};

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

/**
 * Makes the control plane forbid deleting the copy of that name. @returns
 * removes the rule and deletes the copy.
 */
async function protect(name: string): Promise<() => Promise<unknown>> {
  const make = (resource: Resource, spec: Record<string, unknown>) =>
    fixture.provider.create(resource, {
      apiVersion: apiVersionOf(resource),
      kind: resource.kind,
      metadata: { name: 'protect' },
      spec,
    });
  await make(policies, {
    matchConstraints: {
      resourceRules: [
        {
          apiGroups: [masses.resource.group],
          apiVersions: ['*'],
          resources: [masses.resource.plural],
          operations: ['DELETE'],
        },
      ],
    },
    validations: [
      { expression: `oldObject.metadata.name != '${name}'`, message: 'no' },
    ],
  });
  await make(policyBindings, {
    policyName: 'protect',
    validationActions: ['Deny'],
  });
  const { group: of, version, plural } = masses.resource;
  const { namespace } = masses.copyKey(name);
  const path = `/apis/${of}/${version}/namespaces/${namespace}/${plural}/${name}`;
  await eventually('the policy is enforced', () =>
    fixture.provider.raw('DELETE', `${path}?dryRun=All`).then(
      () => false,
      () => true,
    ),
  );
  return async () => {
    await fixture.provider.delete(policyBindings, { name: 'protect' });
    await eventually('the copy can be deleted', () =>
      fixture.provider.delete(masses.resource, masses.copyKey(name)).then(
        () => true,
        () => false,
      ),
    );
  };
}

it('one deletion that the control plane rejects repeatedly is no mass deletion', async () => {
  await masses.create('protected');
  const end = await protect('protected');
  const records = () =>
    fixture
      .writes('consumer')
      .filter(
        ({ resource, subresource }) =>
          resource === 'apiservicebindings' && !subresource,
      ).length;
  const before = records();
  await masses.delete('protected');
  const attempts = () =>
    fixture.writes('provider').filter(({ verb }) => verb === 'delete').length;
  await eventually('the deletion is retried', async () => attempts() > 6);
  expect((await syncing())?.status).toBe('True');
  // One record for the reserved tokens, and possibly one in the next minute.
  expect(records() - before).toBeLessThanOrEqual(2);
  await fixture.consumer.mergePatch(masses.resource, masses.key('protected'), {
    metadata: { annotations: { [annotations.deletion]: 'keep' } },
  });
  await masses.waitForObjectDeleted('protected');
  await end();
  await annotate({ [annotations.deletions]: null });
});

it('allows a few deletions without approval', async () => {
  const names = numbered(5, 'few');
  await Promise.all(names.map(name => masses.create(name)));
  await Promise.all(names.map(name => masses.delete(name)));
  await Promise.all(names.map(name => masses.waitForObjectDeleted(name)));
  expect(await copies()).toEqual([]);
  expect((await syncing())?.status).toBe('True');
});

it('pauses a mass deletion, reports it, and keeps the pause after a restart', async () => {
  await annotate({ [annotations.deletions]: null });
  const names = numbered(12, 'many');
  await Promise.all(names.map(name => masses.create(name)));
  await Promise.all(names.map(name => masses.delete(name)));
  const waiting = await pausedWith(7);
  const message = (await syncing())?.message;
  expect(message).toContain('more than 5 within 10 minutes');
  expect(message).toContain(`${annotations.approveDeletions}=${waiting}`);
  const [paused = ''] = await copies();
  expect(await masses.waitForEvent(paused, 'DeletionPaused')).toContain(
    'approve',
  );
  expect((await copies()).length).toBe(waiting);

  await running.stop();
  running = fixture.startKonnector(options);
  await masses.waitForQueueDrained();
  expect((await copies()).length).toBe(waiting + 1);
});

it('continues to sync everything else meanwhile', async () => {
  await masses.create('syncing');
  await masses.patch('syncing', { spec: { plan: 'big' } });
  const copy = await masses.waitForCopy(
    'syncing',
    ({ spec }) => spec?.plan === 'big',
  );
  expect(copy.metadata.deletionTimestamp).toBeUndefined();
});

it('deletes exactly as many as were approved, and removes the approval', async () => {
  const before = (await copies()).length;
  const waiting = await deleting();
  await annotate({ [annotations.approveDeletions]: 'all of them' });
  await eventually('the invalid approval is reported', async () =>
    (await syncing())?.message?.includes('"all of them"'),
  );
  await annotate({ [annotations.approveDeletions]: '3' });
  await eventually(
    'three are deleted',
    async () => (await deleting()) === waiting - 3,
  );
  await pausedWith(waiting - 3);
  await masses.waitForQueueDrained();
  expect((await copies()).length).toBe(before - 3 + 1);
  expect(await bindingAnnotations()).not.toHaveProperty([
    annotations.approveDeletions,
  ]);
});

it('removes the finalizer without deleting the copy when the object is annotated so', async () => {
  const { items } = await fixture.consumer.list(masses.resource);
  const paused = items.find(({ metadata }) => metadata.deletionTimestamp)!;
  const name = paused.metadata.name!;
  await masses.patch(name, {
    metadata: { annotations: { [annotations.deletion]: 'keep' } },
  });
  await masses.waitForObjectDeleted(name);
  expect(await copies()).toContain(name);
});

it('resets when nothing waits any more, and discards the rest of the approval', async () => {
  await annotate({ [annotations.approveDeletions]: '1000' });
  await waitForDeletionsResumed();
  await eventually(
    'all paused objects are deleted',
    async () => (await deleting()) === 0,
  );

  const names = numbered(9, 'next');
  await Promise.all(names.map(name => masses.create(name)));
  await Promise.all(names.map(name => masses.delete(name)));
  const waiting = await pausedWith(4);
  expect((await copies()).length).toBeGreaterThanOrEqual(waiting);
  await annotate({ [annotations.approveDeletions]: `${waiting}` });
  await waitForDeletionsResumed();
});

it('pauses the deletion of a namespace with many objects, and keeps its service namespace', async () => {
  await makeNamespace('deleting');
  const deletion = new UserView(fixture, masses.resource, 'deleting');
  const names = numbered(8, 'in-it');
  await Promise.all(names.map(name => deletion.create(name)));
  await fixture.consumer.delete(core.namespaces, { name: 'deleting' });
  const waiting = await pausedWith(3, deletion);
  expect((await copies(deletion)).length).toBe(waiting);
  await annotate({ [annotations.approveDeletions]: `${waiting}` });
  await eventually(
    'the namespace is deleted',
    async () =>
      !(await fixture.consumer.get(core.namespaces, { name: 'deleting' })),
    30_000,
  );
  expect(await copies(deletion)).toEqual([]);
}, 60_000);

describe('of copies in a service namespace that outlived its APIServiceNamespace', () => {
  let outlived: UserView;
  let waiting: number;

  beforeAll(async () => {
    await waitForDeletionsResumed();
    await annotate({ [annotations.deletions]: null });
    await makeNamespace('outlived');
    outlived = new UserView(fixture, masses.resource, 'outlived');
    const names = numbered(12, 'left');
    await Promise.all(names.map(name => outlived.create(name)));
    await running.stop();
    fixture.backend.provisionsNamespaces = false;
    await fixture.provider.delete(bindResources.serviceNamespaces, {
      namespace: fixture.clusterNamespace,
      name: 'outlived',
    });
    await Promise.all(names.map(name => outlived.delete(name)));
    running = fixture.startKonnector(options);
  }, 60_000);
  afterAll(() => {
    fixture.backend.provisionsNamespaces = true;
  });

  it('pauses all but a few', async () => {
    waiting = await pausedWith(7, outlived);
    expect((await copies(outlived)).length).toBe(waiting);
  });

  it('stays paused after a restart, and deletes exactly as many as are approved', async () => {
    await running.stop();
    running = fixture.startKonnector(options);
    await masses.waitForQueueDrained();
    expect((await copies(outlived)).length).toBe(waiting);
    await annotate({ [annotations.approveDeletions]: '3' });
    await eventually(
      'three are deleted',
      async () => (await deleting(outlived)) === waiting - 3,
    );
    await pausedWith(waiting - 3, outlived);
    expect((await copies(outlived)).length).toBe(waiting - 3);
  });

  it('deletes all when approved, and resets', async () => {
    await annotate({ [annotations.approveDeletions]: `${waiting - 3}` });
    await eventually(
      'all objects are deleted',
      async () => (await deleting(outlived)) === 0,
    );
    expect(await copies(outlived)).toEqual([]);
    await waitForDeletionsResumed();
  });
});

it('unbinding removes the finalizers of paused objects, and keeps their copies', async () => {
  const names = numbered(9, 'kept');
  await Promise.all(names.map(name => masses.create(name)));
  await Promise.all(names.map(name => masses.delete(name)));
  const waiting = await pausedWith(4);
  const before = await copies();
  await fixture.consumer.delete(fixture.bindingResource, binding);
  await eventually('the binding is deleted', async () => {
    return !(await fixture.consumer.get(fixture.bindingResource, binding));
  });
  expect(await deleting()).toBe(0);
  expect(await copies()).toEqual(before);
  expect(before.length).toBeGreaterThanOrEqual(waiting);
});
