/** Permission claims of every kind, each on a type of its own, with all that may happen to objects of that type. */
import type { PermissionClaim } from '@klutch/bind-api';
import { annotations, labels } from '../../markers';
import {
  goneAbove,
  inTeam,
  isInTeam,
  isNoted,
  isPlanned,
  liveOfConsumers,
  liveOfProviders,
  make,
  noted,
  ownedBy,
  planned,
  provide,
  uidOf,
} from './claimLives';
import type { UserView } from './userView';

/** One kind of claim. */
export interface ClaimKind {
  /** Of the claimed type, as of its scope; version v1 of `example.com`. */
  plural: string;
  scope: 'Namespaced' | 'Cluster';
  /** Less the type. */
  claims: Partial<PermissionClaim>[];
  /** Uses every right that such a claim needs. Resolves when it is all done. */
  live: (view: UserView) => Promise<void>;
}

const adopt = { adopt: 'yes' };
/** A label that comes along. */
const team = { pattern: 'team' };

/** All that the rights of a konnector depend on. */
export const claimKinds: ClaimKind[] = [
  {
    plural: 'prices',
    scope: 'Namespaced',
    claims: [{ selector: { owner: 'Provider' } }],
    async live(view) {
      await provide(view, 'a');
      await liveOfProviders(view, 'a');
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
    async live(view) {
      await provide(view, 'a');
      await view.objectOnce('a', () => true);
      await view.patchCopy('a', inTeam);
      await view.objectOnce('a', isInTeam);
      await liveOfProviders(view, 'a');
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
    async live(view) {
      await provide(view, 'a');
      await view.objectOnce('a', () => true);
      await view.patchCopy('a', planned('big'));
      await view.objectOnce('a', isPlanned('big'));
      await view.delete('a');
      await goneAbove(view, 'a');
      await provide(view, 'b');
      await view.objectOnce('b', () => true);
      await view.deleteCopy('b');
      await view.gone('b');
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
    async live(view) {
      await make(view, 'a');
      await view.copyOnce('a', () => true);
      await view.patchCopy('a', noted);
      await view.objectOnce('a', isNoted);
      await liveOfConsumers(view, 'a');
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
    async live(view) {
      await make(view, 'a');
      await view.copyOnce('a', () => true);
      await view.patch('a', inTeam);
      await view.copyOnce('a', isInTeam);
      await liveOfConsumers(view, 'a');
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
    async live(view) {
      await make(view, 'a', { labels: adopt });
      await view.objectOnce('a', ownedBy('Provider'));
      await view.patch('a', inTeam);
      await view.copyOnce('a', isInTeam);
      await liveOfProviders(view, 'a');
      // One that was shared before the claim adopted, and that the claim selects when the app team deletes it.
      const held = { finalizers: ['example.com/held'] };
      const { metadata } = await make(view, 'b', held);
      const { consumer } = view.world;
      await provide(view, 'b', {
        annotations: {
          [annotations.bound]: 'true',
          [annotations.resourceOwner]: 'Consumer',
          [annotations.consumerCluster]: await uidOf(consumer, 'kube-system'),
          [annotations.consumerUid]: metadata.uid ?? '',
        },
      });
      // Until this one is adopted, both have been seen.
      await make(view, 'c', { labels: adopt });
      await view.objectOnce('c', ownedBy('Provider'));
      await view.delete('b');
      await view.patch('b', { metadata: { labels: adopt } });
      await view.patch('b', { metadata: { finalizers: [] } });
      await goneAbove(view, 'b');
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
    async live(view) {
      await provide(view, 'a');
      await view.copyOnce('a', ownedBy('Consumer'));
      await view.patchCopy('a', noted);
      await view.objectOnce('a', isNoted);
      await liveOfConsumers(view, 'a');
      // The copy of one that went before the claim donated it.
      const { provider, clusterNamespace } = view.world;
      await make(view, 'b', {
        labels: { [labels.resourceOwner]: 'Provider' },
        annotations: {
          [annotations.resourceOwner]: 'Provider',
          [annotations.providerNamespaceUid]: await uidOf(
            provider,
            clusterNamespace,
          ),
        },
      });
      await view.gone('b');
    },
  },
  {
    plural: 'letters',
    scope: 'Namespaced',
    claims: [{}],
    async live(view) {
      await provide(view, 'down');
      await liveOfProviders(view, 'down');
      await make(view, 'up');
      await liveOfConsumers(view, 'up');
    },
  },
  {
    plural: 'streets',
    scope: 'Cluster',
    claims: [{ selector: { owner: 'Provider' } }],
    async live(view) {
      await provide(view, 'a');
      await liveOfProviders(view, 'a');
    },
  },
  {
    plural: 'roofs',
    scope: 'Cluster',
    claims: [{ selector: { owner: 'Consumer' } }],
    async live(view) {
      await make(view, 'a');
      await liveOfConsumers(view, 'a');
    },
  },
];
