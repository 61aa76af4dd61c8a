/**
 * Notes on APIServiceNamespaces which types were ever exported to their cluster namespace: exports and roles go before
 * data does, and what nobody names, or may be looked at, would be taken for empty. A note is never taken away.
 */
import {
  annotations,
  apiName,
  withRecordedTypes,
  type APIServiceNamespace,
} from '@klutch/bind-api';
import { core } from '@klutch/kube';
import { exportApi } from '../apiResource';
import { byNamespace } from './caches';
import type { ControllerContext } from './context';
import { namespaceOwnership, targetNamespace } from './serviceNamespacePlan';

const annotation = annotations.exportedTypes;

const isRecorded = ({ metadata }: APIServiceNamespace) =>
  metadata.annotations?.[annotation] !== undefined;

const exportedTo = (
  { caches }: ControllerContext,
  clusterNamespace: string,
): string[] =>
  caches.exports
    .byIndex(byNamespace, clusterNamespace)
    .map(apiExport => apiName(exportApi(apiExport)));

/**
 * The annotation that the APIServiceNamespace is to get before there are rights in its service namespace; undefined when
 * nothing is to be written. What is noted before the service namespace is made is all that can be in it.
 */
export const exportedTypesAnnotation = async (
  context: ControllerContext,
  object: APIServiceNamespace,
): Promise<Record<string, string> | undefined> => {
  const { namespace: clusterNamespace = '' } = object.metadata;
  const withExported = () =>
    withRecordedTypes(
      object,
      annotation,
      exportedTo(context, clusterNamespace),
    );
  if (isRecorded(object)) return withExported();
  const target = targetNamespace(object);
  if (!target.ok) return undefined;
  const live = await context.client.get(core.namespaces, {
    name: target.value,
  });
  const ownership = namespaceOwnership(object, live);
  if (ownership === 'ours') return withExported();
  return ownership === 'absent'
    ? { [annotation]: exportedTo(context, clusterNamespace).sort().join(',') }
    : undefined; // nobody has rights in it; looked at once more when it is gone
};
