/** Creates the parts with which bindings are reconciled, and requeues the bindings that a change concerns. */
import type { CustomResourceDefinition } from '@klutch/bind-api';
import { core, keyOf, type Secret } from '@klutch/kube';
import type { AppCluster } from '../appCluster';
import { Connections } from '../controlPlane/connections';
import { Breakers } from '../deletion/breaker/Breakers';
import { SingleObjectWatches } from '../singleObjectWatches';
import { BindingWriter } from './bindingWriter';
import type { BindingParts } from './reconcileBinding';
import { CrdInstaller } from '../crds/installCrd';
import { openWithOwnKubeConfig } from './openWithOwnKubeConfig';
import { openSecret } from './openSecret';
import { Syncers } from './syncers';

/** Callbacks that requeue bindings: after a change of the syncer, of the secret or connection, or of the CRD. */
export interface RequeueHandlers {
  binding: (key: string) => void;
  secret: (id: string) => void;
  api: (name: string) => void;
}

/** Starts no watch: each watch starts with its first use and ends with the signal. */
export function createBindingParts(
  appCluster: AppCluster,
  signal: AbortSignal,
  requeue: RequeueHandlers,
): BindingParts {
  const { client, bindingCluster, remote, bindings, logger } = appCluster;
  const watching = { signal, logger, metrics: appCluster.metrics };
  const writer = new BindingWriter(bindingCluster, bindings);
  const breakers = new Breakers({
    store: writer,
    limits: appCluster.deletionLimits,
    changed: requeue.binding,
  });
  const secrets = new SingleObjectWatches<Secret>({
    ...watching,
    client: bindingCluster,
    resource: core.secrets,
    changed: requeue.secret,
  });
  const connections = new Connections({
    appCluster,
    breakers,
    signal,
    changed: requeue.secret,
  });
  remote?.onChange(() => bindings.list().map(keyOf).forEach(requeue.binding));
  return {
    appCluster,
    open: remote
      ? openWithOwnKubeConfig(connections, remote)
      : (key, binding) => openSecret({ secrets, connections }, key, binding),
    secrets,
    crds: new SingleObjectWatches<CustomResourceDefinition>({
      ...watching,
      client,
      resource: core.customResourceDefinitions,
      changed: requeue.api,
    }),
    connections,
    breakers,
    syncers: new Syncers({
      breakers,
      signal,
      changed: requeue.binding,
    }),
    installer: new CrdInstaller(client, appCluster.leadership),
    writer,
  };
}
