/** Namespaced APIs: the copy has the object's name, in the service namespace of the object's namespace. */
import { keyOf, type Resource } from '@klutch/kube';
import type { ServiceNamespaces } from '../namespaces/serviceNamespaces';
import type { Mapping } from './Mapping';

/** @param resource - the same on both clusters. */
export function namespacedMapping(
  resource: Resource,
  serviceNamespaces: ServiceNamespaces,
): Mapping {
  return {
    consumer: resource,
    provider: resource,
    marks: { annotations: {} },
    place({ namespace = '', name }) {
      const found = serviceNamespaces.of(namespace);
      return found
        ? { at: 'ready', key: { namespace: found, name } }
        : { at: 'waiting', why: serviceNamespaces.whyMissing(namespace) };
    },
    async placeLive({ namespace = '', name }) {
      const found = await serviceNamespaces.askFor(namespace);
      return found ? { namespace: found, name } : undefined;
    },
    consumerKeyOf({ metadata }) {
      const namespace = serviceNamespaces.consumerOf(metadata.namespace ?? '');
      return (
        namespace && keyOf({ metadata: { namespace, name: metadata.name } })
      );
    },
    request: ({ namespace = '' }) => serviceNamespaces.request(namespace),
  };
}
