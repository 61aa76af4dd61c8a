/** Tells the control plane about exports that no binding of this app cluster uses. */
import {
  bindResources,
  fieldManagers,
  type APIServiceExport,
} from '@klutch/bind-api';
import {
  createController,
  parseKey,
  type Cache,
  type Controller,
  type KubeClient,
  type Logger,
} from '@klutch/kube';
import { bindingIndexes, type AppCluster } from '../appCluster';
import { annotations } from '../markers';
import { idOf } from '../singleObjectWatches';
import { planExportStatus, unboundExport } from '../bindings/exportStatus';

/** Keys are `<cluster namespace>/<export>`. */
export function createUnboundExports(options: {
  appCluster: AppCluster;
  /** Control plane. */
  client: KubeClient;
  exports: Cache<APIServiceExport>;
  /** Bindings to another control plane do not count. */
  secretRef: { namespace: string; name: string };
  /** UID of the cluster namespace, once known: by it, bindings with another kubeconfig for the same are told. */
  providerNamespaceUid: () => string | undefined;
  logger: Logger;
}): Controller {
  const { appCluster, client, exports: apiExports } = options;
  const secretId = idOf(options.secretRef);
  const clusterNamespaces = () =>
    new Set(apiExports.list().map(({ metadata }) => metadata.namespace));

  return createController({
    name: 'unbound-exports',
    logger: options.logger,
    metrics: appCluster.metrics,
    watches: [
      { cache: apiExports },
      {
        cache: appCluster.bindings,
        key: binding =>
          [...clusterNamespaces()].map(
            namespace => `${namespace}/${binding.metadata.name}`,
          ),
      },
    ],
    async reconcile(key) {
      const apiExport = apiExports.get(key);
      if (!apiExport || apiExport.metadata.deletionTimestamp) return;
      const { namespace, name } = parseKey(key);
      const uid = options.providerNamespaceUid();
      const bound = appCluster.bindings
        .byIndex(bindingIndexes.api, name)
        .some(
          ({ metadata, spec }) =>
            !metadata.deletionTimestamp &&
            ((spec && idOf(spec.kubeconfigSecretRef) === secretId) ||
              (uid !== undefined &&
                metadata.annotations?.[annotations.providerNamespaceUid] ===
                  uid)),
        );
      if (bound) return;
      const patch = planExportStatus(apiExport, unboundExport, new Date());
      if (!patch) return;
      await client.mergePatch(
        bindResources.exports,
        { namespace, name },
        patch,
        { subresource: 'status', fieldManager: fieldManagers.status },
      );
    },
  });
}
