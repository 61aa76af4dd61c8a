/** Keeps the objects of one claimed type in step: its watches on both clusters feed one reconcile. */
import type { PermissionClaim } from '@klutch/bind-api';
import {
  createCache,
  createController,
  keyOf,
  metadataOf,
  type KubeObject,
  type Resource,
} from '@klutch/kube';
import type { Breaker } from '../deletion/breaker/Breaker';
import { labels } from '../markers';
import { perServiceNamespace } from '../copies/perServiceNamespace';
import { namespacedMapping } from '../mapping/namespaced';
import { followTrouble, type Trouble } from '../trouble';
import { coversLabels } from './claimSelection';
import { createEvidence } from './evidence';
import { createFieldSelections } from './fieldSelections';
import { HeldDeletions } from './heldDeletions';
import { platformFields } from './platformObjects';
import { createClaimReconcile } from './reconcileClaimed';
import type { RelatedObjectsParts } from './relatedObjects';

/** One claimed type at work. */
export interface ClaimSync {
  /** The claims on the type changed: looks at everything again. */
  claimsChanged(): void;
  /** What keeps it from following one of the clusters. */
  trouble(): Trouble | undefined;
}

/** What {@link startClaimSync} needs. `claims` are those in force at the moment of the call; another list when they changed. */
export interface ClaimSyncOptions extends Omit<
  RelatedObjectsParts,
  'breakerOf'
> {
  /** Of the binding whose deletions these are. */
  breaker: Breaker;
  resource: Resource;
  claims: () => readonly PermissionClaim[];
  /** Whether objects of the app cluster matter that are no copies of ours; others are not even watched then. */
  watchesConsumers: boolean;
}

/** Slim: what decides whether a body is read at all. */
const toMetadata = ({ apiVersion, kind, metadata }: KubeObject): KubeObject => {
  const { name, namespace, uid, resourceVersion, labels: marks } = metadata;
  const { deletionTimestamp, annotations } = metadata;
  return {
    apiVersion,
    kind,
    metadata: {
      name,
      namespace,
      uid,
      resourceVersion,
      deletionTimestamp,
      labels: marks,
      annotations,
    },
  };
};

const byNamespace = 'namespace';

/** Bodies are never watched. */
export function startClaimSync(options: ClaimSyncOptions): ClaimSync {
  const { resource, signal, metrics, serviceNamespaces } = options;
  const logger = options.logger.child({ claim: resource.plural });
  const slim = metadataOf(resource);
  const fieldSelector = platformFields(resource);

  const consumers = createCache({
    client: options.consumerClient,
    resource: slim,
    labelSelector: options.watchesConsumers
      ? undefined
      : `${labels.resourceOwner}=Provider`,
    fieldSelector,
    project: toMetadata,
    indexes: { [byNamespace]: ({ metadata }) => [metadata.namespace ?? ''] },
    logger,
    metrics,
  });
  const evidence = createEvidence(consumers, options.consumerClient, resource);
  const mapping = namespacedMapping(resource, serviceNamespaces);
  const providers = perServiceNamespace({
    client: options.providerClient,
    resource: slim,
    serviceNamespaces,
    fieldSelector,
    project: toMetadata,
    changed: ({ object }) => enqueue(mapping.consumerKeyOf(object)),
    becameKnown: enqueueAll,
    healthChanged: options.changed,
    signal,
    logger,
    metrics,
  });
  const fields = createFieldSelections({
    ...options,
    resource: slim,
    mapping,
    changed: enqueue,
    healthChanged: options.changed,
    logger,
  });
  fields.follow(options.claims());
  const held = new HeldDeletions(enqueue);
  const leaveBreaker = options.breaker.join(held);
  signal.addEventListener('abort', leaveBreaker, { once: true });
  const controller = createController({
    name: 'claims',
    logger,
    metrics,
    watches: [{ cache: consumers }],
    reconcile: createClaimReconcile({
      ...options,
      mapping,
      consumers,
      providers,
      evidence,
      held,
      selects: (claim, side, object) =>
        coversLabels(claim, object.metadata.labels) &&
        fields.select(claim, side, object),
    }),
  });
  const consumerTrouble = followTrouble(consumers, 'of the app cluster');
  consumers.onHealth(() => {
    if (!signal.aborted) options.changed();
  });
  consumers.start(signal);
  controller.start(signal);
  options.duty.onLead(() => {
    consumers.list().map(keyOf).forEach(enqueue);
    providers.all().map(mapping.consumerKeyOf).forEach(enqueue);
  }, signal);

  function enqueue(key: string | undefined): void {
    if (key) controller.enqueue(key);
  }
  function enqueueAll(namespace: string): void {
    providers
      .list(serviceNamespaces.of(namespace) ?? '')
      .map(mapping.consumerKeyOf)
      .forEach(enqueue);
    // A copy whose original went away while nobody watched is found from this side, and what belongs to the app cluster.
    consumers
      .byIndex(byNamespace, namespace)
      .map(({ metadata }) => `${namespace}/${metadata.name}`)
      .forEach(enqueue);
  }

  return {
    claimsChanged() {
      fields.follow(options.claims());
      serviceNamespaces.cache
        .list()
        .forEach(({ metadata }) => enqueueAll(metadata.name ?? ''));
    },
    trouble: () => consumerTrouble() ?? providers.trouble() ?? fields.trouble(),
  };
}
