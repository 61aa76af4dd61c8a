/** Gives a service namespace back when its app cluster namespace is gone and nothing of ours is left in it. */
import {
  bindResources,
  type APIServiceBinding,
  type APIServiceExport,
  type APIServiceNamespace,
} from '@klutch/bind-api';
import {
  core,
  createController,
  metadataOf,
  type Cache,
  type Controller,
  type KubeClient,
} from '@klutch/kube';
import type { AppCluster } from '../appCluster';
import { annotations } from '../markers';
import { idOf } from '../singleObjectWatches';
import { countLeft } from './countLeft';
import { planNamespaceDeletion } from './planNamespaceDeletion';
import type { ServiceNamespaces } from './serviceNamespaces';
import { typesLeft } from './typesLeft';

/** What keeps a service namespace may go without a word: claimed copies, or an export that was not served. */
const lookAgainMs = 5 * 60_000;

/** How long to wait for exports and the identity of the control plane. */
const notKnownYetMs = 1000;

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
  /** Of the kubeconfig that leads here. */
  secretRef: { namespace: string; name: string };
  /** UID of the cluster namespace, once known: by it, bindings with another kubeconfig for the same are told. */
  providerNamespaceUid: () => string | undefined;
}): Controller {
  const { appCluster, client, clusterNamespace, serviceNamespaces } = options;

  function isOurs({ metadata, spec }: APIServiceBinding): boolean {
    const uid = options.providerNamespaceUid();
    return (
      (spec !== undefined &&
        idOf(spec.kubeconfigSecretRef) === idOf(options.secretRef)) ||
      (uid !== undefined &&
        metadata.annotations?.[annotations.providerNamespaceUid] === uid)
    );
  }

  /** A service namespace without a name in the status may be there all the same: of a restored one it is lost. */
  async function countAll(found: APIServiceNamespace | undefined) {
    const left = new Map<string, number | undefined>();
    const serviceNamespace = found?.status?.namespace;
    if (!serviceNamespace) return left;
    const crds = await appCluster.client.list(
      metadataOf(core.customResourceDefinitions),
    );
    for (const type of typesLeft({
      apiExports: options.exports.list(),
      bindings: appCluster.bindings
        .list()
        .map(binding => ({ binding, ours: isOurs(binding) })),
      crds: crds.items,
    })) {
      left.set(type.name, await countLeft(client, serviceNamespace, type));
    }
    return left;
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
    async reconcile(name, { logger, requeueAfter }) {
      const key = { namespace: clusterNamespace, name };
      if (appCluster.namespaces.get(name)) return;
      if (!serviceNamespaces.cache.get(`${clusterNamespace}/${name}`)) return;
      if (!options.exports.synced || !options.providerNamespaceUid()) {
        requeueAfter(notKnownYetMs);
        return;
      }
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
        left: namespace ? new Map() : await countAll(found),
      });
      if (step.step === 'keep') {
        logger.info(
          { namespace: name, why: step.why },
          'the namespace is gone from the app cluster, its service namespace stays',
        );
        requeueAfter(lookAgainMs);
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
