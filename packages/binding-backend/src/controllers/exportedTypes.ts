/**
 * Notes on APIServiceNamespaces which types were ever exported to their cluster namespace: exports and roles go before
 * data does, and what nobody names, or may be looked at, would be taken for empty. A note is never taken away.
 */
import {
  annotations,
  apiName,
  bindResources,
  withNotedTypes,
  type APIServiceNamespace,
} from '@klutch/bind-api';
import { core } from '@klutch/kube';
import { exportApi } from '../apiResource';
import { byNamespace } from './caches';
import type { ControllerContext } from './context';
import { patchMetadata } from './metadata';
import { namespaceStanding, targetNamespace } from './serviceNamespacePlan';

const note = annotations.exportedTypes;

const isNoted = ({ metadata }: APIServiceNamespace) =>
  metadata.annotations?.[note] !== undefined;

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
export const exportedTypesNote = async (
  context: ControllerContext,
  object: APIServiceNamespace,
): Promise<Record<string, string> | undefined> => {
  const { namespace: clusterNamespace = '' } = object.metadata;
  const withExported = () =>
    withNotedTypes(object, note, exportedTo(context, clusterNamespace));
  if (isNoted(object)) return withExported();
  const target = targetNamespace(object);
  if (!target.ok) return undefined;
  const live = await context.client.get(core.namespaces, {
    name: target.value,
  });
  const standing = namespaceStanding(object, live);
  if (standing === 'ours') return withExported();
  return standing === 'absent'
    ? { [note]: exportedTo(context, clusterNamespace).sort().join(',') }
    : undefined; // nobody has rights in it; looked at once more when it is gone
};

/** To be called before an app cluster is given rights on what is exported to it by now. */
export const noteExportedTypes = async (
  context: ControllerContext,
  clusterNamespace: string,
): Promise<void> => {
  const { caches, client } = context;
  const exported = exportedTo(context, clusterNamespace);
  await Promise.all(
    caches.serviceNamespaces
      .byIndex(byNamespace, clusterNamespace)
      .filter(isNoted) // the others wait for their own controller
      .map(async object => {
        const added = withNotedTypes(object, note, exported);
        if (!added) return;
        const resource = bindResources.serviceNamespaces;
        await patchMetadata(client, resource, object, { annotations: added });
      }),
  );
};
