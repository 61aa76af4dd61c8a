/** Operations on claimed objects for tests. */
import type { ClaimOwner } from '@klutch/bind-api';
import { core, type KubeClient, type Unstructured } from '@klutch/kube';
import { annotations } from '../../markers';
import { eventually } from './clusterSetup';
import { userObject } from './thingCrd';
import type { UserView } from './userView';

/** A change of the plan. */
export const planned = (plan: string) => ({ spec: { plan } });
/** Whether the change of the plan has arrived. */
export const isPlanned = (plan: string) => (object: Unstructured) =>
  object.spec?.plan === plan;
/** A change of a label. */
export const inTeam = { metadata: { labels: { team: 'a' } } };
/** Whether the change of the label has arrived. */
export const isInTeam = ({ metadata }: Unstructured) => metadata.labels?.team;
/** A change of the note. */
export const noted = { spec: { note: 'theirs' } };
/** Whether the change of the note has arrived. */
export const isNoted = ({ spec }: Unstructured) => spec?.note === 'theirs';
/** Whether the object's annotation names this owner. */
export const ownedBy = (owner: ClaimOwner) => (object: Unstructured) =>
  object.metadata.annotations?.[annotations.resourceOwner] === owner;
const isRecreated =
  (before: Unstructured | undefined) =>
  ({ metadata }: Unstructured) =>
    metadata.uid !== before?.metadata.uid;
/** Waits until the copy is deleted. */
export const waitForCopyDeleted = (view: UserView, name: string) =>
  eventually(
    `${name} is deleted on the control plane`,
    async () => !(await view.copy(name)),
  );
/** The provider creates an object, by default one for this app cluster. */
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
/** The app team creates an object. */
export const createOnConsumer = (
  view: UserView,
  name: string,
  metadata: Unstructured['metadata'] = {},
) =>
  view.fixture.consumer.create(view.resource, {
    ...userObject(view.resource, name),
    metadata: { ...view.key(name), ...metadata },
  });

/** An object of the provider: created, changed, deleted on the app cluster, deleted. */
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

/** An object of the app team: created, changed, deleted on the control plane, deleted. */
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

export const uidOf = async (client: KubeClient, namespace: string) => {
  const found = await client.get(core.namespaces, { name: namespace });
  return found?.metadata.uid ?? '';
};
