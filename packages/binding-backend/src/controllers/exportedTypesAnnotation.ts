/**
 * Records on APIServiceNamespaces which types were ever exported to their cluster namespace: exports and roles are
 * deleted before the data, and objects of a type that is not recorded, or that the backend may not list, would be
 * missed. A recorded type is never removed.
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
import {
  namespaceOwnership,
  targetNamespace,
} from './serviceNamespaceOwnership';

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
 * The annotation to write to the APIServiceNamespace before rights are granted in its service namespace; undefined when
 * nothing has to be written. A record that is started before the service namespace is created covers every type that
 * can be in it.
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
  // No app cluster has rights in a foreign or terminating namespace, and its deletion triggers another reconciliation.
  return ownership === 'absent'
    ? { [annotation]: exportedTo(context, clusterNamespace).sort().join(',') }
    : undefined;
};
