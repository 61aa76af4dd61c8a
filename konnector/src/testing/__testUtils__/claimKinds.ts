/** Permission claims of every kind, each on a type of its own, with all operations on objects of that type. */
import type { PermissionClaim } from '@klutch/bind-api';
import { annotations, labels } from '../../markers';
import {
  waitForCopyDeleted,
  inTeam,
  isInTeam,
  isNoted,
  isPlanned,
  exerciseConsumerOwned,
  exerciseProviderOwned,
  createOnConsumer,
  noted,
  ownedBy,
  planned,
  createOnProvider,
  uidOf,
} from './claimLifecycles';
import type { UserView } from './userView';

export interface ClaimKind {
  /** Name and scope of the claimed type; version v1 of `example.com`. */
  plural: string;
  scope: 'Namespaced' | 'Cluster';
  /** Claims without the type. */
  claims: Partial<PermissionClaim>[];
  /** Uses every right that such a claim needs. Resolves when all operations are done. */
  exercise: (view: UserView) => Promise<void>;
}

const adopt = { adopt: 'yes' };
/** A label that is synced. */
const team = { pattern: 'team' };

/** All kinds that affect the rights of a konnector. */
export const claimKinds: ClaimKind[] = [
  {
    plural: 'prices',
    scope: 'Namespaced',
    claims: [{ selector: { owner: 'Provider' } }],
    async exercise(view) {
      await createOnProvider(view, 'a');
      await exerciseProviderOwned(view, 'a');
    },
  },
  {
    plural: 'stamps',
    scope: 'Namespaced',
    claims: [
      {
        selector: { owner: 'Provider' },
        update: { alwaysRecreate: true, labels: [team] },
      },
    ],
    async exercise(view) {
      await createOnProvider(view, 'a');
      await view.waitForObject('a', () => true);
      await view.patchCopy('a', inTeam);
      await view.waitForObject('a', isInTeam);
      await exerciseProviderOwned(view, 'a');
    },
  },
  {
    plural: 'coupons',
    scope: 'Namespaced',
    claims: [
      {
        selector: { owner: 'Provider' },
        onConflict: { recreateWhenConsumerSideDeleted: false },
      },
    ],
    async exercise(view) {
      await createOnProvider(view, 'a');
      await view.waitForObject('a', () => true);
      await view.patchCopy('a', planned('big'));
      await view.waitForObject('a', isPlanned('big'));
      await view.delete('a');
      await waitForCopyDeleted(view, 'a');
      await createOnProvider(view, 'b');
      await view.waitForObject('b', () => true);
      await view.deleteCopy('b');
      await view.waitForObjectDeleted('b');
    },
  },
  {
    plural: 'orders',
    scope: 'Namespaced',
    claims: [
      {
        selector: { owner: 'Consumer' },
        update: { fields: ['spec.note'] },
      },
    ],
    async exercise(view) {
      await createOnConsumer(view, 'a');
      await view.waitForCopy('a', () => true);
      await view.patchCopy('a', noted);
      await view.waitForObject('a', isNoted);
      await exerciseConsumerOwned(view, 'a');
    },
  },
  {
    plural: 'tickets',
    scope: 'Namespaced',
    claims: [
      {
        selector: { owner: 'Consumer' },
        read: { labels: [team] },
        update: { alwaysRecreate: true },
      },
    ],
    async exercise(view) {
      await createOnConsumer(view, 'a');
      await view.waitForCopy('a', () => true);
      await view.patch('a', inTeam);
      await view.waitForCopy('a', isInTeam);
      await exerciseConsumerOwned(view, 'a');
    },
  },
  {
    plural: 'gifts',
    scope: 'Namespaced',
    claims: [
      {
        selector: { owner: 'Consumer', labelSelectors: [adopt] },
        read: {
          labels: [{ pattern: 'adopt' }],
          labelsOnProviderOwnedObjects: [{ pattern: 'adopt' }, team],
        },
        autoAdopt: true,
      },
    ],
    async exercise(view) {
      await createOnConsumer(view, 'a', { labels: adopt });
      await view.waitForObject('a', ownedBy('Provider'));
      await view.patch('a', inTeam);
      await view.waitForCopy('a', isInTeam);
      await exerciseProviderOwned(view, 'a');
      // Shared before the claim adopted it, and selected by the claim when the
      // app team deletes it.
      const held = { finalizers: ['example.com/held'] };
      const { metadata } = await createOnConsumer(view, 'b', held);
      const { consumer } = view.fixture;
      await createOnProvider(view, 'b', {
        annotations: {
          [annotations.bound]: 'true',
          [annotations.resourceOwner]: 'Consumer',
          [annotations.consumerCluster]: await uidOf(consumer, 'kube-system'),
          [annotations.consumerUid]: metadata.uid ?? '',
        },
      });
      // Once this object is adopted, both have been reconciled.
      await createOnConsumer(view, 'c', { labels: adopt });
      await view.waitForObject('c', ownedBy('Provider'));
      await view.delete('b');
      await view.patch('b', { metadata: { labels: adopt } });
      await view.patch('b', { metadata: { finalizers: [] } });
      await waitForCopyDeleted(view, 'b');
    },
  },
  {
    plural: 'samples',
    scope: 'Namespaced',
    claims: [
      {
        selector: { owner: 'Provider' },
        update: { fields: ['spec.note'] },
        autoDonate: true,
      },
    ],
    async exercise(view) {
      await createOnProvider(view, 'a');
      await view.waitForCopy('a', ownedBy('Consumer'));
      await view.patchCopy('a', noted);
      await view.waitForObject('a', isNoted);
      await exerciseConsumerOwned(view, 'a');
      // The copy of an object that was deleted before the claim donated it.
      const { provider, clusterNamespace } = view.fixture;
      await createOnConsumer(view, 'b', {
        labels: { [labels.resourceOwner]: 'Provider' },
        annotations: {
          [annotations.resourceOwner]: 'Provider',
          [annotations.providerNamespaceUid]: await uidOf(
            provider,
            clusterNamespace,
          ),
        },
      });
      await view.waitForObjectDeleted('b');
    },
  },
  {
    plural: 'letters',
    scope: 'Namespaced',
    claims: [{}],
    async exercise(view) {
      await createOnProvider(view, 'down');
      await exerciseProviderOwned(view, 'down');
      await createOnConsumer(view, 'up');
      await exerciseConsumerOwned(view, 'up');
    },
  },
  {
    plural: 'streets',
    scope: 'Cluster',
    claims: [{ selector: { owner: 'Provider' } }],
    async exercise(view) {
      await createOnProvider(view, 'a');
      await exerciseProviderOwned(view, 'a');
    },
  },
  {
    plural: 'roofs',
    scope: 'Cluster',
    claims: [{ selector: { owner: 'Consumer' } }],
    async exercise(view) {
      await createOnConsumer(view, 'a');
      await exerciseConsumerOwned(view, 'a');
    },
  },
];
