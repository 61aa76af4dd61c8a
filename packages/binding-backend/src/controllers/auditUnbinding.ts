/** Writes down what app clusters lose. Who took it away is known to the API server's own audit log only. */
import { backendActor } from '../audit/Audit';
import { identityOfNamespace } from '../identity/clusterNamespace';
import type { ControllerContext } from './context';
import { isPending, requestedApis } from './exportRequest';

/** One event for each export that goes, and for each request that goes before it was answered; until the signal aborts. */
export const auditUnbinding = (
  { audit, caches }: Pick<ControllerContext, 'audit' | 'caches'>,
  signal: AbortSignal,
): void => {
  const auditUnbound = (namespace: string, apis: readonly string[]) =>
    audit({
      action: 'unbind',
      outcome: 'succeeded',
      actor: backendActor,
      namespace,
      tenant: identityOfNamespace(caches.namespaces.get(namespace)),
      apis,
    });
  const unsubscribes = [
    caches.exports.subscribe(({ type, object: { metadata } }) => {
      if (type !== 'deleted') return;
      auditUnbound(metadata.namespace ?? '', [metadata.name ?? '']);
    }),
    caches.requests.subscribe(({ type, object }) => {
      if (type !== 'deleted' || !isPending(object)) return;
      auditUnbound(object.metadata.namespace ?? '', requestedApis(object));
    }),
  ];
  const unsubscribeAll = () => unsubscribes.forEach(one => one());
  signal.addEventListener('abort', unsubscribeAll, { once: true });
};
