/** Deletes the APIServiceNamespace of a deleted app cluster namespace once none of our objects is left in it. */
import {
  bindResources,
  recordedTypes,
  unrecordedTypesMarker,
  type APIServiceBinding,
  type APIServiceExport,
  type APIServiceNamespace,
} from '@klutch/bind-api';
import {
  core,
  createController,
  metadataOf,
  resourceName,
  type Cache,
  type Controller,
  type KubeClient,
  type KubeMetrics,
  type Logger,
  type Namespace,
  type ReconcileContext,
} from '@klutch/kube';
import type { CheckedCache } from '../../checkedCache';
import { formerClusterOf } from '../../formerCluster';
import { annotations } from '../../markers';
import { deleteAsRead } from '../deleteAsRead';
import { countRemaining } from './countRemaining';
import { planNamespaceDeletion, type Remainder } from './planNamespaceDeletion';
import type { ServiceNamespaces } from '../../namespaces/ServiceNamespaces';
import { remainingTypes } from './remainingTypes';

/**
 * Retry period: the remaining objects may disappear without an event, such as
 * claimed copies, or an export that was not served.
 */
const recheckMs = 5 * 60_000;

/** Options of {@link createNamespaceDeletion}. */
export interface NamespaceDeletionOptions {
  appCluster: {
    client: KubeClient;
    /** UID that identifies the app cluster, see `ClusterPins`. */
    uid: string;
    namespaces: Cache<Namespace>;
    bindings: Cache<APIServiceBinding>;
    logger: Logger;
    metrics?: KubeMetrics;
  };
  /** Client of the control plane cluster. */
  client: KubeClient;
  clusterNamespace: string;
  serviceNamespaces: ServiceNamespaces;
  exports: CheckedCache<APIServiceExport>;
  targetsThisControlPlane: (binding: APIServiceBinding) => boolean;
}

/** Decides about one namespace at a time, from live reads. */
class NamespaceDeletion {
  constructor(private readonly options: NamespaceDeletionOptions) {}

  async reconcile(
    name: string,
    { logger, requeueAfter }: ReconcileContext,
  ): Promise<void> {
    const { appCluster, client, clusterNamespace, serviceNamespaces } =
      this.options;
    const key = { namespace: clusterNamespace, name };
    if (appCluster.namespaces.get(name)) return;
    if (!serviceNamespaces.cache.get(`${clusterNamespace}/${name}`)) return;
    const found = await client.get<APIServiceNamespace>(
      bindResources.serviceNamespaces,
      key,
    );
    const namespace = await appCluster.client.get(core.namespaces, { name });
    const step = planNamespaceDeletion({
      serviceNamespace: found,
      namespaceExists: namespace !== undefined,
      ownClusters: this.ownClusters(),
      remaining: namespace || !found ? [] : await this.remainders(name, found),
    });
    if (step.step === 'keep') {
      logger.info(
        { namespace: name, why: step.why },
        'the namespace is deleted on the app cluster, its service namespace is kept',
      );
      requeueAfter(recheckMs);
    }
    if (step.step !== 'delete' || !found) return;
    // The namespace may have been recreated while objects were counted.
    if (await appCluster.client.get(core.namespaces, { name })) return;
    await deleteAsRead(client, bindResources.serviceNamespaces, found);
    logger.info(
      { namespace: name },
      'deleted the APIServiceNamespace of a deleted namespace',
    );
  }

  /** A former cluster no longer exists, so one binding with the annotation suffices for all. */
  private ownClusters(): Set<string> {
    const { appCluster, targetsThisControlPlane } = this.options;
    return new Set([
      appCluster.uid,
      ...appCluster.bindings
        .list()
        .filter(targetsThisControlPlane)
        .flatMap(binding => formerClusterOf(binding) ?? []),
    ]);
  }

  /** A service namespace without a name in the status may still exist: a restore loses the status. */
  private async remainders(
    name: string,
    found: APIServiceNamespace,
  ): Promise<Remainder[]> {
    const serviceNamespace = found.status?.namespace;
    if (!serviceNamespace) return [];
    const { client, appCluster, serviceNamespaces } = this.options;
    const { exports, targetsThisControlPlane } = this.options;
    const remaining: Remainder[] = [];
    const recorded = recordedTypes(found, annotations.syncedTypes);
    if (!recorded) remaining.push({ unknownTypes: 'unreadable' });
    if (exports.invalidObjects().size > 0)
      remaining.push({ unknownTypes: 'exports' });
    if (recorded?.has(unrecordedTypesMarker))
      remaining.push({ unknownTypes: 'beforeRecording' });
    if (!(await serviceNamespaces.syncedTypes.canRecord()))
      remaining.push({ unknownTypes: 'unrecorded' });
    const crds = await appCluster.client.list(
      metadataOf(core.customResourceDefinitions),
    );
    const types = remainingTypes({
      apiExports: exports.list(),
      bindings: appCluster.bindings
        .list()
        .map(binding => ({ binding, ours: targetsThisControlPlane(binding) })),
      crds: crds.items,
      recorded: [
        ...[...(recorded ?? [])].filter(one => one !== unrecordedTypesMarker),
        ...serviceNamespaces.syncedTypes.unrecorded(name),
      ],
    });
    for (const type of types) {
      const count = await countRemaining(client, serviceNamespace, type);
      remaining.push({ type: resourceName(type), count });
    }
    return remaining;
  }
}

/** Keys are names of app cluster namespaces. Enqueue one when a copy in its service namespace was deleted. */
export function createNamespaceDeletion(
  options: NamespaceDeletionOptions,
): Controller {
  const { appCluster, serviceNamespaces, exports } = options;
  const namespaceDeletion = new NamespaceDeletion(options);
  return createController({
    name: 'namespace-deletion',
    logger: appCluster.logger,
    metrics: appCluster.metrics,
    watches: [
      {
        cache: serviceNamespaces.cache,
        key: object => object.metadata.name,
      },
      { cache: appCluster.namespaces },
      // Types can be counted once the exports have synced.
      { cache: exports, key: () => undefined },
    ],
    reconcile: (name, context) => namespaceDeletion.reconcile(name, context),
  });
}
