/** Gives a service namespace back when its app cluster namespace is gone and nothing of ours is left in it. */
import {
  bindResources,
  syncedVersion,
  type APIServiceExport,
  type APIServiceNamespace,
} from '@klutch/bind-api';
import {
  core,
  createController,
  type Cache,
  type Controller,
  type KubeClient,
} from '@klutch/kube';
import type { AppCluster } from '../appCluster';
import { planNamespaceDeletion } from './planNamespaceDeletion';
import type { ServiceNamespaces } from './serviceNamespaces';

/**
 * Keys are names of app cluster namespaces. Enqueue one when a copy in its service namespace has gone.
 */
export function createNamespaceDeletion(options: {
  appCluster: AppCluster;
  /** Control plane. */
  client: KubeClient;
  clusterNamespace: string;
  serviceNamespaces: ServiceNamespaces;
  exports: Cache<APIServiceExport>;
}): Controller {
  const { appCluster, client, clusterNamespace, serviceNamespaces } = options;

  /** Undefined without any export: then there is no telling what may be in the service namespace. */
  async function countCopies(serviceNamespace: string | undefined) {
    const apiExports = options.exports.list();
    if (serviceNamespace === undefined) return 0;
    if (apiExports.length === 0) return undefined;
    let copies = 0;
    for (const { spec } of apiExports) {
      const version = syncedVersion(spec);
      if (!version || spec.scope !== 'Namespaced') continue;
      const { items } = await client.list(
        {
          group: spec.group,
          version: version.name,
          plural: spec.names.plural,
          kind: spec.names.kind,
          namespaced: true,
        },
        { namespace: serviceNamespace },
      );
      copies += items.length;
    }
    return copies;
  }

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
    ],
    async reconcile(name, { logger }) {
      const key = { namespace: clusterNamespace, name };
      if (appCluster.namespaces.get(name)) return;
      if (!serviceNamespaces.cache.get(`${clusterNamespace}/${name}`)) return;
      const found = await client.get<APIServiceNamespace>(
        bindResources.serviceNamespaces,
        key,
      );
      const namespace = await appCluster.client.get(core.namespaces, {
        name,
      });
      const step = planNamespaceDeletion({
        serviceNamespace: found,
        namespaceExists: namespace !== undefined,
        consumerCluster: appCluster.uid,
        copies: namespace
          ? undefined
          : await countCopies(serviceNamespaces.of(name)),
      });
      if (step.step === 'keep') {
        logger.info(
          { namespace: name, why: step.why },
          'the namespace is gone from the app cluster, its service namespace stays',
        );
      }
      if (step.step !== 'delete' || !found) return;
      await client.delete(bindResources.serviceNamespaces, key, {
        preconditions: {
          uid: found.metadata.uid,
          resourceVersion: found.metadata.resourceVersion,
        },
      });
      logger.info(
        { namespace: name },
        'gave the service namespace of a deleted namespace back',
      );
    },
  });
}
