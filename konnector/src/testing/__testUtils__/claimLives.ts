/** What may happen to claimed objects, in the words of tests. */
import type { ClaimOwner } from '@klutch/bind-api';
import { core, type KubeClient, type Unstructured } from '@klutch/kube';
import { annotations } from '../../markers';
import { eventually } from './clusterSetup';
import { userObject } from './thingCrd';
import type { UserView } from './userView';

/** A change of the plan. */
export const planned = (plan: string) => ({ spec: { plan } });
/** It has come. */
export const isPlanned = (plan: string) => (object: Unstructured) =>
  object.spec?.plan === plan;
/** A change of a label. */
export const inTeam = { metadata: { labels: { team: 'a' } } };
/** It has come. */
export const isInTeam = ({ metadata }: Unstructured) => metadata.labels?.team;
/** A change of the note. */
export const noted = { spec: { note: 'theirs' } };
/** It has come. */
export const isNoted = ({ spec }: Unstructured) => spec?.note === 'theirs';
/** Whose it says it is. */
export const ownedBy = (owner: ClaimOwner) => (object: Unstructured) =>
  object.metadata.annotations?.[annotations.resourceOwner] === owner;
const anotherThan =
  (before: Unstructured | undefined) =>
  ({ metadata }: Unstructured) =>
    metadata.uid !== before?.metadata.uid;
/** Waits until the copy is gone. */
export const goneAbove = (view: UserView, name: string) =>
  eventually(
    `${name} is gone from the control plane`,
    async () => !(await view.copy(name)),
  );
/** The provider makes an object, by default one that is meant for this app cluster. */
export const provide = (
  view: UserView,
  name: string,
  metadata: Unstructured['metadata'] = {},
) =>
  view.world.provider.create(view.providerResource, {
    ...userObject(view.resource, name),
    metadata: {
      ...view.copyKey(name),
      ...(!view.resource.namespaced && {
        annotations: {
          [annotations.clusterNamespace]: view.world.clusterNamespace,
        },
      }),
      ...metadata,
    },
  });
/** The app team makes an object. */
export const make = (
  view: UserView,
  name: string,
  metadata: Unstructured['metadata'] = {},
) =>
  view.world.consumer.create(view.resource, {
    ...userObject(view.resource, name),
    metadata: { ...view.key(name), ...metadata },
  });

/** The provider's: made, changed, deleted on the app cluster, deleted. */
export async function liveOfProviders(
  view: UserView,
  name: string,
): Promise<void> {
  const copy = await view.objectOnce(name, ownedBy('Provider'));
  await view.patchCopy(name, planned('big'));
  await view.objectOnce(name, isPlanned('big'));
  await view.delete(name);
  await view.objectOnce(name, anotherThan(copy));
  await view.deleteCopy(name);
  await view.gone(name);
}

/** The app team's: made, changed, deleted on the control plane, deleted. */
export async function liveOfConsumers(
  view: UserView,
  name: string,
): Promise<void> {
  const copy = await view.copyOnce(name, ownedBy('Consumer'));
  await view.patch(name, planned('big'));
  await view.copyOnce(name, isPlanned('big'));
  await view.deleteCopy(name);
  await view.copyOnce(name, anotherThan(copy));
  await view.objectOnce(name, ownedBy('Consumer'));
  await view.delete(name);
  await goneAbove(view, name);
}

/** UID of a namespace. */
export const uidOf = async (client: KubeClient, namespace: string) => {
  const found = await client.get(core.namespaces, { name: namespace });
  return found?.metadata.uid ?? '';
};
