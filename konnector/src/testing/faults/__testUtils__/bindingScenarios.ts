/** Crashes while the API is bound and unbound. */
import { bindResources } from '@klutch/bind-api';
import { core } from '@klutch/kube';
import { eventually } from '../../__testUtils__/clusterSetup';
import type { CrashFixture } from './CrashFixture';
import { isSynced } from './objectScenarios';
import type { Scenario } from './Scenario';

/** The one object present in all binding and unbinding cases: each further one would add a write to the next case. */
const kept = 'kept';
const crdKey = { name: 'frails.example.com' };

async function keepOneObject(fixture: CrashFixture): Promise<void> {
  const { clusters, frails, deleted } = fixture;
  const { items } = await clusters.consumer.list(frails.resource);
  for (const { metadata } of items) {
    const { namespace, name = '' } = metadata;
    if (name === kept) continue;
    deleted.add(name);
    await clusters.consumer.delete(frails.resource, { namespace, name });
  }
  await eventually('the others are deleted', async () => {
    const left = await clusters.consumer.list(frails.resource);
    return left.items.every(({ metadata }) => metadata.name === kept);
  });
  // An API that was installed a moment ago may not be served yet.
  await eventually(
    'the object exists',
    async () => (await frails.object(kept)) ?? frails.create(kept),
  );
  await eventually('the object is synced', () =>
    isSynced(fixture, kept, 'small'),
  );
}

async function deleteAllObjects(fixture: CrashFixture): Promise<void> {
  await keepOneObject(fixture);
  fixture.deleted.add(kept);
  await fixture.frails.delete(kept);
  await fixture.frails.waitForObjectDeleted(kept);
}

async function bindAgain(fixture: CrashFixture): Promise<void> {
  await fixture.bind();
  await eventually(
    'the binding is ready',
    async () => (await fixture.conditions()).Ready === 'True',
  );
}

async function unbindAndWait(fixture: CrashFixture): Promise<void> {
  await fixture.unbind();
  await eventually(
    'the binding is deleted',
    async () => !(await fixture.binding()),
  );
}

/** Clears the status of the export, so that binding again writes conditions. */
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
    'the CRD is deleted',
    async () => !(await clusters.consumer.get(crds, crdKey)),
  );
}

async function isServed(fixture: CrashFixture): Promise<boolean> {
  const { Ready, Connected, Syncing } = await fixture.conditions();
  return Ready === 'True' && Connected === 'True' && Syncing === 'True';
}

/** By operation on the binding. */
export const bindingScenarios: Record<string, Scenario> = {
  unbind: {
    writes: [
      'patch frails',
      'patch apiservicebindings/status',
      'patch customresourcedefinitions',
      'patch apiservicebindings',
    ],
    prepare: keepOneObject,
    act: fixture => fixture.unbind(),
    done: async fixture =>
      !(await fixture.binding()) &&
      !(await fixture.frails.object(kept))?.metadata.finalizers?.length &&
      (await fixture.frails.copy(kept)),
    restore: bindAgain,
  },
  'unbind without objects': {
    writes: ['delete customresourcedefinitions', 'patch apiservicebindings'],
    prepare: deleteAllObjects,
    act: fixture => {
      fixture.deleted.add(crdKey.name);
      return fixture.unbind();
    },
    done: async fixture =>
      !(await fixture.binding()) &&
      !(await fixture.clusters.consumer.get(
        core.customResourceDefinitions,
        crdKey,
      )),
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
    prepare: async fixture => {
      await keepOneObject(fixture);
      await unbindAndWait(fixture);
      await clearExportStatus(fixture);
    },
    act: fixture => fixture.bind(),
    done: async fixture =>
      (await isServed(fixture)) && isSynced(fixture, kept, 'small'),
  },
  'bind to a new API': {
    writes: [
      'patch apiservicebindings',
      'apply customresourcedefinitions',
      'patch apiservicebindings/status',
      'patch apiserviceexports/status',
    ],
    prepare: async fixture => {
      await keepOneObject(fixture);
      await unbindAndWait(fixture);
      await clearExportStatus(fixture);
      await deleteCrd(fixture);
    },
    act: fixture => fixture.bind(),
    done: async fixture =>
      (await isServed(fixture)) && Boolean(await fixture.frails.copy(kept)),
  },
};
