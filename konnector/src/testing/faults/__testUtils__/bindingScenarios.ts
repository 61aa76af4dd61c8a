/** Crashes while the API is bound and unbound. */
import { bindResources } from '@klutch/bind-api';
import { core } from '@klutch/kube';
import { eventually } from '../../__testUtils__/clusterSetup';
import type { CrashFixture } from './CrashFixture';
import { isSynced } from './objectScenarios';
import type { Scenario } from './Scenario';

/** The one object that goes through all binding and unbinding: each further one would be a write more in the next case. */
const kept = 'kept';
const crdKey = { name: 'frails.example.com' };

async function keepOneObject(on: CrashFixture): Promise<void> {
  const { clusters, frails, deleted } = on;
  const { items } = await clusters.consumer.list(frails.resource);
  for (const { metadata } of items) {
    const { namespace, name = '' } = metadata;
    if (name === kept) continue;
    deleted.add(name);
    await clusters.consumer.delete(frails.resource, { namespace, name });
  }
  await eventually('the others are gone', async () => {
    const left = await clusters.consumer.list(frails.resource);
    return left.items.every(({ metadata }) => metadata.name === kept);
  });
  // An API that was installed a moment ago may still be refused.
  await eventually(
    'the object is there',
    async () => (await frails.object(kept)) ?? frails.create(kept),
  );
  await eventually('the object is up', () => isSynced(on, kept, 'small'));
}

async function deleteAllObjects(on: CrashFixture): Promise<void> {
  await keepOneObject(on);
  on.deleted.add(kept);
  await on.frails.delete(kept);
  await on.frails.waitForObjectDeleted(kept);
}

async function bindAgain(on: CrashFixture): Promise<void> {
  await on.bind();
  await eventually(
    'it is ready',
    async () => (await on.conditions()).Ready === 'True',
  );
}

async function unbindAndWait(on: CrashFixture): Promise<void> {
  await on.unbind();
  await eventually('the binding is gone', async () => !(await on.binding()));
}

/** The export has lost its status, so that there is something to say when it is bound again. */
async function clearExportStatus({ clusters }: CrashFixture): Promise<void> {
  await clusters.provider.mergePatch(
    bindResources.exports,
    { namespace: clusters.clusterNamespace, ...crdKey },
    { status: { conditions: null } },
    { subresource: 'status' },
  );
}

async function deleteCrd({ clusters }: CrashFixture): Promise<void> {
  const crds = core.customResourceDefinitions;
  await clusters.consumer.delete(crds, crdKey);
  await eventually(
    'the CRD is gone',
    async () => !(await clusters.consumer.get(crds, crdKey)),
  );
}

async function isServed(on: CrashFixture): Promise<boolean> {
  const { Ready, Connected, Syncing } = await on.conditions();
  return Ready === 'True' && Connected === 'True' && Syncing === 'True';
}

/** By what happens to the binding. */
export const bindingScenarios: Record<string, Scenario> = {
  unbind: {
    writes: [
      'patch frails',
      'patch apiservicebindings/status',
      'patch customresourcedefinitions',
      'patch apiservicebindings',
    ],
    prepare: keepOneObject,
    act: on => on.unbind(),
    done: async on =>
      !(await on.binding()) &&
      !(await on.frails.object(kept))?.metadata.finalizers?.length &&
      (await on.frails.copy(kept)),
    restore: bindAgain,
  },
  'unbind without objects': {
    writes: ['delete customresourcedefinitions', 'patch apiservicebindings'],
    prepare: deleteAllObjects,
    act: on => {
      on.deleted.add(crdKey.name);
      return on.unbind();
    },
    done: async on =>
      !(await on.binding()) &&
      !(await on.clusters.consumer.get(core.customResourceDefinitions, crdKey)),
    restore: bindAgain,
  },
  bind: {
    writes: [
      'patch apiservicebindings',
      'apply customresourcedefinitions',
      'patch frails',
      'patch apiservicebindings/status',
      'patch apiserviceexports/status',
    ],
    prepare: async on => {
      await keepOneObject(on);
      await unbindAndWait(on);
      await clearExportStatus(on);
    },
    act: on => on.bind(),
    done: async on => (await isServed(on)) && isSynced(on, kept, 'small'),
  },
  'bind to an API that is new here': {
    writes: [
      'patch apiservicebindings',
      'apply customresourcedefinitions',
      'patch apiservicebindings/status',
      'patch apiserviceexports/status',
    ],
    prepare: async on => {
      await keepOneObject(on);
      await unbindAndWait(on);
      await clearExportStatus(on);
      await deleteCrd(on);
    },
    act: on => on.bind(),
    done: async on =>
      (await isServed(on)) && Boolean(await on.frails.copy(kept)),
  },
};
