/** Looks into a service namespace before it may go: which objects of bound or offered APIs are still there. */
import { annotations, apiName } from '@klutch/bind-api';
import type { APIServiceNamespace } from '@klutch/bind-api';
import { isForbidden, isNotFound } from '@klutch/kube';
import { exportApi, templateApi } from '../roles/apiResource';
import { byNamespace } from './caches';
import type { ControllerContext } from './context';
import { notedTypes } from './notedTypes';
import type { Remaining } from './serviceNamespacePlan';

/** Where no konnector notes what it has synced, an export that is gone may have been of any type. */
const unnoted = (
  { caches }: ControllerContext,
  { metadata }: APIServiceNamespace,
): string[] =>
  metadata.annotations?.[annotations.syncedTypes] === undefined
    ? caches.crds
        .list()
        .filter(({ spec }) => spec.scope === 'Namespaced')
        .map(crd => crd.metadata.name ?? '')
    : [];

/**
 * Live lists of every type that the cluster namespace has exported, that the konnector noted (of every custom type where
 * none does), or that is offered, in the service namespace. Exports are gone already where somebody deleted the cluster namespace as a whole; then the note is
 * all that tells. A type that nobody names, and that the backend has no rights on, was never granted to anybody.
 */
export const remainingObjects = async (
  context: ControllerContext,
  object: APIServiceNamespace,
  namespace: string,
): Promise<Remaining[]> => {
  const { client, caches } = context;
  const used = [
    ...caches.exports
      .byIndex(byNamespace, object.metadata.namespace ?? '')
      .map(apiExport => apiName(exportApi(apiExport))),
    ...notedTypes(object),
  ];
  const offered = caches.templates
    .list()
    .map(template => apiName(templateApi(template)));
  const apis = [...new Set([...used, ...offered, ...unnoted(context, object)])];

  return Promise.all(
    apis.map(async api => {
      const spec = caches.crds.get(api)?.spec;
      const version = spec?.versions.find(({ served }) => served)?.name;
      if (!spec || !version) return { api, objects: [] };
      const { group, names } = spec;
      const resource = {
        group,
        version,
        plural: names.plural,
        kind: names.kind,
        namespaced: true,
      };
      try {
        const { items } = await client.list(resource, { namespace });
        return { api, objects: items };
      } catch (error) {
        if (isForbidden(error)) {
          return { api, objects: used.includes(api) ? undefined : [] };
        }
        if (!isNotFound(error)) throw error;
        return { api, objects: [] }; // the type went meanwhile, and its objects with it
      }
    }),
  );
};
