/** Looks into a service namespace before it may go: which objects of the app cluster's APIs are still there. Reads only. */
import {
  annotations,
  apiName,
  recordedTypes,
  unrecordedTypesMarker,
  type APIServiceExport,
  type APIServiceNamespace,
  type CustomResourceDefinition,
} from '@klutch/bind-api';
import {
  isForbidden,
  isNotFound,
  metadataOf,
  type KubeClient,
  type KubeObject,
  type Resource,
} from '@klutch/kube';
import { exportApi } from '../apiResource';
import { unrecordedTypes, type Remaining } from './serviceNamespacePlan';

/** Objects of a type in a namespace; undefined when it cannot be known: no rights, or the type is not served now. */
export const objectsIn = async (
  client: KubeClient,
  namespace: string,
  resource: Resource<KubeObject>,
): Promise<readonly KubeObject[] | undefined> => {
  try {
    const { items } = await client.list(metadataOf(resource), { namespace });
    return items;
  } catch (error) {
    if (isForbidden(error) || isNotFound(error)) return undefined;
    throw error;
  }
};

/** Objects go with their CRD, but those of a CRD that serves no version are there all the same. */
const remainingOf = async (
  client: KubeClient,
  namespace: string,
  { spec }: CustomResourceDefinition,
): Promise<Remaining> => {
  const { group, names, versions } = spec;
  const { plural, kind } = names;
  const api = apiName({ group, resource: plural });
  const version = versions.find(({ served }) => served)?.name;
  if (!version) return { api, objects: undefined };
  const resource = { group, version, plural, kind, namespaced: true };
  return { api, objects: await objectsIn(client, namespace, resource) };
};

/** One note that is all suffices: the konnector writes it before objects, the backend before it grants rights on them. */
const recordedTypesOf = (object: APIServiceNamespace) => {
  const notes = [annotations.syncedTypes, annotations.exportedTypes].map(note =>
    recordedTypes(object, note),
  );
  return {
    types: notes.flatMap(noted => [...(noted ?? [])]),
    isComplete: notes.some(noted => noted && !noted.has(unrecordedTypesMarker)),
  };
};

/** Where and of what it is looked for. */
export interface RemainingObjectsQuery {
  /** The service namespace. */
  namespace: string;
  object: APIServiceNamespace;
  /** Of the cluster namespace. */
  exports: readonly APIServiceExport[];
  /** All of the control plane. */
  crds: readonly CustomResourceDefinition[];
}

/**
 * Live lists of every type that is exported or noted; where notes are not all, of every other custom type, too, until one
 * of them cannot be looked at. One after the other: tenants cause this, and others need the client meanwhile.
 */
export const remainingObjects = async (
  client: KubeClient,
  { namespace, object, exports, crds }: RemainingObjectsQuery,
): Promise<Remaining[]> => {
  const { types, isComplete } = recordedTypesOf(object);
  const used = new Set([
    ...types,
    ...exports.map(apiExport => apiName(exportApi(apiExport))),
  ]);
  const isUsed = ({ metadata }: CustomResourceDefinition) =>
    used.has(metadata.name ?? '');
  const namespaced = crds.filter(({ spec }) => spec.scope === 'Namespaced');
  const remaining: Remaining[] = [];
  for (const crd of namespaced.filter(isUsed)) {
    remaining.push(await remainingOf(client, namespace, crd));
  }
  if (isComplete) return remaining;
  for (const crd of namespaced.filter(one => !isUsed(one))) {
    const other = await remainingOf(client, namespace, crd);
    if (!other.objects) {
      return [...remaining, { api: unrecordedTypes, objects: undefined }];
    }
    remaining.push(other);
  }
  return remaining;
};
