/** Objects whose finalizer the admission policy has set; on two real clusters. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AdmissionObject } from '@klutch/bind-api';
import { core } from '@klutch/kube';
import { parseAllDocuments } from 'yaml';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { itLong } from '@klutch/local-clusters/src/testing/describeLong';
import { konnectorCommand } from '../cli/flags';
import {
  admissionResource,
  applyPolicies,
} from '../testing/__testUtils__/applyPolicies';
import { eventually } from '../testing/__testUtils__/clusterSetup';
import {
  resourceOfCrd,
  testCrd,
  userObject,
} from '../testing/__testUtils__/thingCrd';
import { TwoClusterFixture } from '../testing/__testUtils__/twoClusterFixture';
import { UserView } from '../testing/__testUtils__/userView';
import { admissionPolicyCommand } from './command';

const finalizer = 'klutch.anynines.com/syncer';
const resources = [
  'MutatingAdmissionPolicy',
  'MutatingAdmissionPolicyBinding',
].map(admissionResource);
const crd = testCrd('things', 'Thing');
const crdName = 'things.example.com';
let fixture: TwoClusterFixture;
let things: UserView;
/** Number of objects that the API server accepted before the policy was effective. */
let countBeforePolicy: number;

const bindingKey = (name: string) => ({ namespace: 'klutch-bind', name });
/** Output of the command, run with the konnector's own rights. */
const printed = async (name: string): Promise<AdmissionObject[]> => {
  const dir = mkdtempSync(join(tmpdir(), 'klutch-admission-'));
  const file = join(dir, 'kubeconfig');
  writeFileSync(file, fixture.konnectorConfig, { mode: 0o600 });
  let yaml = '';
  const command = admissionPolicyCommand(text => {
    yaml += text;
  });
  const args = ['admission-policy', '--kubeconfig', file, '--api', name];
  try {
    await konnectorCommand(async () => undefined)
      .addCommand(command)
      .parseAsync(['node', 'klutch-konnector', ...args]);
  } finally {
    rmSync(dir, { recursive: true });
  }
  return parseAllDocuments(yaml).map(
    document => document.toJS() as AdmissionObject,
  );
};
const installPolicy = async (name: string) =>
  applyPolicies(fixture.consumer, await printed(name));
/** A user creates an object; returns the response of the API server. */
const post = (view: UserView, name: string, metadata: object = {}) => {
  const object = userObject(view.resource, name);
  return fixture.consumer.create(view.resource, {
    ...object,
    metadata: { ...object.metadata, ...metadata },
  });
};
/** Creates objects until one has our finalizer; returns the number of objects before. */
const untilPolicyWorks = async (view: UserView): Promise<number> => {
  let before = 0;
  await eventually(
    'the API server sets the finalizer',
    async () => {
      const { metadata } = await post(view, `window-${before}`);
      if (metadata.finalizers?.includes(finalizer)) return true;
      before += 1;
      return false;
    },
    60_000,
  );
  return before;
};

beforeAll(async () => {
  fixture = await TwoClusterFixture.start();
  things = new UserView(fixture, resourceOfCrd(crd));
  fixture.startKonnector();
  await fixture.offerAndBind(crd);
  await installPolicy(crdName);
  countBeforePolicy = await untilPolicyWorks(things);
}, 150_000);
afterAll(() => fixture?.stop(), 30_000);

itLong('refuses an API that is not bound, with an error message', async () => {
  await expect(printed('others.example.com')).rejects.toThrow(
    'has no CRD others.example.com',
  );
});

itLong(
  'syncs an object created before the API server has the policy, with two writes',
  async () => {
    for (let index = 0; index <= countBeforePolicy; index += 1) {
      const name = `window-${index}`;
      await things.waitForCopy(name, () => true);
      const object = await things.object(name);
      expect(object?.metadata.finalizers).toEqual([finalizer]);
      expect(things.writesTo('consumer', name)).toEqual(
        index < countBeforePolicy ? ['patch'] : [],
      );
    }
  },
  90_000,
);

const ours = { 'klutch.anynines.com/bound': 'true' };
itLong.each([
  ['bare', {}, [finalizer], ours],
  ['finalizers', { finalizers: ['a.b/c'] }, ['a.b/c', finalizer], ours],
  [
    'annotations',
    { annotations: { a: 'b' } },
    [finalizer],
    { a: 'b', ...ours },
  ],
  ['empty', { finalizers: [], annotations: {} }, [finalizer], ours],
  [
    'both',
    { finalizers: ['a.b/c', finalizer], annotations: { ...ours, a: 'b' } },
    ['a.b/c', finalizer],
    { a: 'b', ...ours },
  ],
])(
  'makes the write for the finalizer unnecessary for an object with: %s',
  async (name, metadata, finalizers, annotations) => {
    const made = await post(things, name, metadata);
    expect(made.metadata).toMatchObject({ finalizers, annotations });
    await things.waitForCopy(name, () => true);
    await things.waitForQueueDrained();
    expect(things.writesTo('consumer', name)).toEqual([]);
    expect(things.writesTo('provider', name)).toEqual(['patch']);
  },
);

itLong('deletes an object whose finalizer the policy set', async () => {
  await things.create('passing');
  await things.delete('passing');
  await things.waitForObjectDeleted('passing');
  expect(await things.copy('passing')).toBeUndefined();
});

itLong(
  'sets no finalizer once the binding is being deleted, so that no object becomes undeletable, and is deleted with the CRD',
  async () => {
    const unbound = testCrd('unbounds');
    const name = 'unbounds.example.com';
    const view = new UserView(fixture, resourceOfCrd(unbound));
    await fixture.offerAndBind(unbound);
    await installPolicy(name);
    await untilPolicyWorks(view);
    const key = bindingKey(name);
    const finalizersOf = async () =>
      (await fixture.consumer.get(fixture.bindingResource, key))?.metadata
        .finalizers;
    const setFinalizers = (wanted: string[] | null) =>
      fixture.consumer.mergePatch(fixture.bindingResource, key, {
        metadata: { finalizers: wanted },
      });
    // Another finalizer keeps the binding in the state in which no controller removes finalizers of objects any more.
    const hold = 'example.com/hold';
    await setFinalizers([...((await finalizersOf()) ?? []), hold]);
    await fixture.consumer.delete(fixture.bindingResource, key);
    await eventually(
      'the konnector removes its finalizer from the binding',
      async () => (await finalizersOf())?.join() === hold,
    );
    const meanwhile = await post(view, 'meanwhile');
    expect(meanwhile.metadata.finalizers).toBeUndefined();
    const earlier = await view.object('window-0');
    expect(earlier).toBeDefined();
    expect(earlier?.metadata.finalizers ?? []).toEqual([]);
    await setFinalizers(null);
    await eventually(
      'the binding is deleted',
      async () => !(await fixture.consumer.get(fixture.bindingResource, key)),
    );
    const later = await post(view, 'later');
    expect(later.metadata.finalizers).toBeUndefined();

    const policies = async () => {
      const lists = await Promise.all(
        resources.map(each => fixture.consumer.list(each)),
      );
      return lists
        .flatMap(({ items }) => items)
        .filter(({ metadata }) => metadata.name?.endsWith(`.${name}`));
    };
    expect(await policies()).toHaveLength(2);
    await fixture.consumer.delete(core.customResourceDefinitions, { name });
    await eventually(
      'policy and policy binding are deleted',
      async () => (await policies()).length === 0,
      60_000,
    );
  },
  120_000,
);
