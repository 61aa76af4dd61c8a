/** Crashes while objects of the bound API are synced. */
import { core } from '@klutch/kube';
import { annotations } from '../../../markers';
import { userObject } from '../../__testUtils__/thingCrd';
import { UserView } from '../../__testUtils__/userView';
import type { CrashFixture } from './CrashFixture';
import type { Scenario } from './Scenario';

const finalizer = 'klutch.anynines.com/syncer';

/** Whether the object has our finalizer, and its copy has this plan. */
export async function isSynced(
  { frails }: CrashFixture,
  name: string,
  plan: string,
): Promise<boolean> {
  const [object, copy] = await Promise.all([
    frails.object(name),
    frails.copy(name),
  ]);
  return (
    object?.metadata.finalizers?.includes(finalizer) === true &&
    copy !== undefined &&
    !copy.metadata.deletionTimestamp &&
    copy.spec?.plan === plan &&
    copy.metadata.annotations?.[annotations.consumerUid] === object.metadata.uid
  );
}

/** Scenarios without the backend. */
export const objectScenarios = {
  create: {
    writes: ['patch frails', 'apply frails'],
    act: ({ clusters, frails: { resource } }, name) =>
      clusters.consumer.create(resource, userObject(resource, name)),
    done: (fixture, name) => isSynced(fixture, name, 'small'),
  },
  update: {
    writes: ['apply frails'],
    prepare: ({ frails }, name) => frails.create(name),
    act: ({ frails }, name) => frails.patch(name, { spec: { plan: 'big' } }),
    done: (fixture, name) => isSynced(fixture, name, 'big'),
  },
  status: {
    writes: ['patch frails/status'],
    prepare: ({ frails }, name) => frails.create(name),
    act: ({ frails }, name) => frails.setStatus(name, { phase: 'Ready' }),
    done: async (fixture, name) =>
      (await fixture.frails.object(name))?.status?.phase === 'Ready' &&
      isSynced(fixture, name, 'small'),
  },
  delete: {
    writes: ['patch apiservicebindings', 'delete frails', 'patch frails'],
    prepare: async (fixture, name) => {
      await fixture.frails.create(name);
      await fixture.restartKonnector();
    },
    act: ({ frails, deleted }, name) => {
      deleted.add(name);
      return frails.delete(name);
    },
    done: async ({ frails }, name) =>
      !(await frails.object(name)) && !(await frails.copy(name)),
  },
} satisfies Record<string, Scenario>;

/** Scenarios that wait for the backend. */
export const namespaceScenarios: Record<string, Scenario> = {
  'create in a new namespace': {
    writes: ['create apiservicenamespaces', 'patch frails', 'apply frails'],
    prepare: ({ clusters }, name) =>
      clusters.consumer.create(core.namespaces, {
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: { name },
      }),
    act: ({ clusters, frails: { resource } }, name) =>
      clusters.consumer.create(
        resource,
        userObject(resource, 'only', { plan: 'small' }, name),
      ),
    done: ({ clusters, frails }, name) =>
      new UserView(clusters, frails.resource, name).copy('only'),
  },
};
