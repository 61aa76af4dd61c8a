/** Audits lost exports. The user who deleted an export is recorded only in the API server's own audit log. */
import { backendActor } from '../audit/Audit';
import { identityOfNamespace } from '../identity/clusterNamespace';
import type { ControllerContext } from './context';
import { isPending, requestedApis } from './exportRequest';

/**
 * Audits one event for each deleted export, and for each request that is deleted while pending; until the signal
 * aborts.
 */
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
