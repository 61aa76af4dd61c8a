/** Namespaced APIs: the copy has the object's name, in the service namespace of the object's namespace. */
import {
  keyOf,
  resourceName,
  type ObjectKey,
  type Resource,
} from '@klutch/kube';
import type { ServiceNamespaces } from '../namespaces/ServiceNamespaces';
import type { Mapping } from './Mapping';

/** @param resource - the same on both clusters. */
export function namespacedMapping(
  resource: Resource,
  serviceNamespaces: ServiceNamespaces,
): Mapping {
  const type = resourceName(resource);
  const consumerKeyAt = ({ namespace: serviceNamespace, name }: ObjectKey) => {
    const namespace = serviceNamespaces.consumerOf(serviceNamespace ?? '');
    return namespace && keyOf({ metadata: { namespace, name } });
  };
  return {
    consumer: resource,
    provider: resource,
    marks: { annotations: {} },
    singleTenant: false,
    locate({ namespace = '', name }) {
      const found = serviceNamespaces.of(namespace);
      if (found) return { at: 'ready', key: { namespace: found, name } };
      const impossible = serviceNamespaces.impossibleReason(namespace);
      return impossible
        ? {
            at: 'impossible',
            why: { state: 'NameTooLong', message: impossible },
          }
        : { at: 'waiting', why: serviceNamespaces.notReadyReason(namespace) };
    },
    async locateLive({ namespace = '', name }) {
      const found = await serviceNamespaces.getLive(namespace);
      if (found.at === 'waiting') return found;
      if (found.at === 'ready') {
        return { at: 'ready', key: { namespace: found.name, name } };
      }
      const { formerName } = found;
      return {
        at: 'missing',
        ...(formerName && { formerKey: { namespace: formerName, name } }),
      };
    },
    consumerKeyAt,
    consumerKeyOf: ({ metadata: { namespace, name = '' } }) =>
      consumerKeyAt({ namespace, name }),
    request: ({ namespace = '' }) => serviceNamespaces.request(namespace, type),
    recordSyncedType: ({ namespace = '' }) =>
      serviceNamespaces.syncedTypes.record(namespace, type),
  };
}
