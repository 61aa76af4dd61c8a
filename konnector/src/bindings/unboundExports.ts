/** Tells the control plane about exports that no binding of this app cluster uses. */
import {
  apiServiceExportResource,
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
import { idOf } from '../singleObjectWatches';
import { planExportStatus, unboundExport } from './planConditions';

/** Keys are `<cluster namespace>/<export>`. */
export function createUnboundExports(options: {
  appCluster: AppCluster;
  /** Control plane. */
  client: KubeClient;
  exports: Cache<APIServiceExport>;
  /** Bindings that use another kubeconfig do not count. */
  secretRef: { namespace: string; name: string };
  logger: Logger;
}): Controller {
  const { appCluster, client, exports: apiExports } = options;
  const secretId = idOf(options.secretRef);
  const clusterNamespaces = () =>
    new Set(apiExports.list().map(({ metadata }) => metadata.namespace));

  return createController({
    name: 'unbound-exports',
    logger: options.logger,
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
      const bound = appCluster.bindings
        .byIndex(bindingIndexes.secret, secretId)
        .some(
          ({ metadata }) =>
            metadata.name === name && !metadata.deletionTimestamp,
        );
      if (bound) return;
      const patch = planExportStatus(apiExport, unboundExport, new Date());
      if (!patch) return;
      await client.mergePatch(
        apiServiceExportResource,
        { namespace, name },
        patch,
        { subresource: 'status', fieldManager: fieldManagers.status },
      );
    },
  });
}
