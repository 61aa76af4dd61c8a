/** Sets the status of exports on the control plane that no binding of this app cluster uses. */
import {
  bindResources,
  fieldManagers,
  type APIServiceBinding,
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
import type { AppCluster } from '../appCluster';
import { bindingIndexes } from '../bindingIndexes';
import { planExportStatus, unboundExport } from '../conditions/exportStatus';

/** Keys are `<cluster namespace>/<export>`. Bindings with another target do not count. */
export function createUnboundExports(options: {
  appCluster: AppCluster;
  client: KubeClient;
  exports: Cache<APIServiceExport>;
  targetsThisControlPlane: (binding: APIServiceBinding) => boolean;
  logger: Logger;
}): Controller {
  const {
    appCluster,
    client,
    exports: apiExports,
    targetsThisControlPlane,
  } = options;
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
      const bound = appCluster.bindings
        .byIndex(bindingIndexes.api, name)
        .some(
          binding =>
            !binding.metadata.deletionTimestamp &&
            targetsThisControlPlane(binding),
        );
      if (bound) return;
      const patch = planExportStatus(apiExport, unboundExport, new Date());
      if (!patch) return;
      // With the export's resourceVersion: after a conflict, the controller plans again from the newer export.
      await client.mergePatch(
        bindResources.exports,
        { namespace, name },
        patch,
        { subresource: 'status', fieldManager: fieldManagers.status },
      );
    },
  });
}
