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
  const unbound = (namespace: string, apis: readonly string[]) =>
    audit({
      action: 'unbind',
      outcome: 'succeeded',
      actor: backendActor,
      namespace,
      tenant: identityOfNamespace(caches.namespaces.get(namespace)),
      apis,
    });
  const ends = [
    caches.exports.subscribe(({ type, object: { metadata } }) => {
      if (type !== 'deleted') return;
      unbound(metadata.namespace ?? '', [metadata.name ?? '']);
    }),
    caches.requests.subscribe(({ type, object }) => {
      if (type !== 'deleted' || !isPending(object)) return;
      unbound(object.metadata.namespace ?? '', requestedApis(object));
    }),
  ];
  const end = () => ends.forEach(one => one());
  signal.addEventListener('abort', end, { once: true });
};
