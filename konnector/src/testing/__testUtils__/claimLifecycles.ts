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
const isRecreated =
  (before: Unstructured | undefined) =>
  ({ metadata }: Unstructured) =>
    metadata.uid !== before?.metadata.uid;
/** Waits until the copy is gone. */
export const waitForCopyDeleted = (view: UserView, name: string) =>
  eventually(
    `${name} is gone from the control plane`,
    async () => !(await view.copy(name)),
  );
/** The provider makes an object, by default one that is meant for this app cluster. */
export const createOnProvider = (
  view: UserView,
  name: string,
  metadata: Unstructured['metadata'] = {},
) =>
  view.fixture.provider.create(view.providerResource, {
    ...userObject(view.resource, name),
    metadata: {
      ...view.copyKey(name),
      ...(!view.resource.namespaced && {
        annotations: {
          [annotations.clusterNamespace]: view.fixture.clusterNamespace,
        },
      }),
      ...metadata,
    },
  });
/** The app team makes an object. */
export const createOnConsumer = (
  view: UserView,
  name: string,
  metadata: Unstructured['metadata'] = {},
) =>
  view.fixture.consumer.create(view.resource, {
    ...userObject(view.resource, name),
    metadata: { ...view.key(name), ...metadata },
  });

/** The provider's: made, changed, deleted on the app cluster, deleted. */
export async function exerciseProviderOwned(
  view: UserView,
  name: string,
): Promise<void> {
  const copy = await view.waitForObject(name, ownedBy('Provider'));
  await view.patchCopy(name, planned('big'));
  await view.waitForObject(name, isPlanned('big'));
  await view.delete(name);
  await view.waitForObject(name, isRecreated(copy));
  await view.deleteCopy(name);
  await view.waitForObjectDeleted(name);
}

/** The app team's: made, changed, deleted on the control plane, deleted. */
export async function exerciseConsumerOwned(
  view: UserView,
  name: string,
): Promise<void> {
  const copy = await view.waitForCopy(name, ownedBy('Consumer'));
  await view.patch(name, planned('big'));
  await view.waitForCopy(name, isPlanned('big'));
  await view.deleteCopy(name);
  await view.waitForCopy(name, isRecreated(copy));
  await view.waitForObject(name, ownedBy('Consumer'));
  await view.delete(name);
  await waitForCopyDeleted(view, name);
}

/** UID of a namespace. */
export const uidOf = async (client: KubeClient, namespace: string) => {
  const found = await client.get(core.namespaces, { name: namespace });
  return found?.metadata.uid ?? '';
};
