/** Keeps the copies of one claimed type in step: its watches on both clusters feed one reconcile. */
import type { PermissionClaim } from '@klutch/bind-api';
import {
  createCache,
  createController,
  defineResource,
  type Resource,
} from '@klutch/kube';
import { labels } from '../markers';
import { startServiceNamespaceCaches } from '../namespaces/serviceNamespaceCaches';
import { followTrouble, type Trouble } from '../trouble';
import { toClaimedView, type ClaimedView } from './digest';
import { createClaimReconcile } from './reconcileClaimed';
import type { RelatedObjectsParts } from './relatedObjects';

/** One claimed type at work. */
export interface ClaimSync {
  /** The claims on the type changed: looks at everything again. */
  claimsChanged(): void;
  /** What keeps it from following one of the clusters. */
  trouble(): Trouble | undefined;
}

/** What {@link startClaimSync} needs. `claims` are those in force at the moment of the call. */
export interface ClaimSyncOptions extends RelatedObjectsParts {
  resource: Resource;
  claims: () => readonly PermissionClaim[];
}

/**
 * The caches keep fingerprints instead of contents. On the app cluster only our own copies are watched, by their label:
 * other secrets of that cluster are none of our business.
 */
export function startClaimSync(options: ClaimSyncOptions): ClaimSync {
  const { resource, signal, serviceNamespaces } = options;
  const logger = options.logger.child({ claim: resource.plural });
  const views = defineResource<ClaimedView>(resource);

  const copies = createCache({
    client: options.consumerClient,
    resource: views,
    labelSelector: `${labels.resourceOwner}=Provider`,
    project: toClaimedView,
    logger,
  });
  const providers = startServiceNamespaceCaches({
    client: options.providerClient,
    resource: views,
    serviceNamespaces,
    project: toClaimedView,
    changed: (namespace, { object }) => enqueue(namespace, object),
    synced: enqueueAll,
    healthChanged: options.changed,
    signal,
    logger,
  });
  const controller = createController({
    name: 'claims',
    logger,
    watches: [{ cache: copies }],
    reconcile: createClaimReconcile({ ...options, copies, providers }),
  });
  const copyTrouble = followTrouble(copies, 'of the app cluster');
  copies.onHealth(() => {
    if (!signal.aborted) options.changed();
  });
  copies.start(signal);
  controller.start(signal);

  function enqueue(namespace: string, { metadata }: ClaimedView): void {
    controller.enqueue(`${namespace}/${metadata.name}`);
  }
  function enqueueAll(namespace: string): void {
    const originals = providers.of(namespace)?.list() ?? [];
    // A copy whose original went away while nobody watched is found from this side.
    const here = copies
      .list()
      .filter(({ metadata }) => metadata.namespace === namespace);
    [...originals, ...here].forEach(object => enqueue(namespace, object));
  }

  return {
    claimsChanged() {
      serviceNamespaces.cache
        .list()
        .forEach(({ metadata }) => enqueueAll(metadata.name ?? ''));
    },
    trouble: () => copyTrouble() ?? providers.trouble(),
  };
}
