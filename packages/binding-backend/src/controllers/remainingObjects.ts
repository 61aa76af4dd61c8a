/** Lists the remaining objects of the app cluster's APIs in a service namespace before its deletion. Reads only. */
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
  resourceName,
  type KubeClient,
  type KubeObject,
  type Resource,
} from '@klutch/kube';
import { exportApi } from '../apiResource';
import { unrecordedTypes, type Remaining } from './serviceNamespaceOwnership';

/**
 * Objects of a type in a namespace; undefined when the backend has no right to list them, or the type is currently not
 * served.
 */
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

/** A deleted CRD deletes its objects, but objects of a CRD without a served version still exist. */
const remainingOf = async (
  client: KubeClient,
  namespace: string,
  { spec }: CustomResourceDefinition,
): Promise<Remaining> => {
  const { group, names, versions } = spec;
  const { plural, kind } = names;
  const api = resourceName({ group, plural });
  const version = versions.find(({ served }) => served)?.name;
  if (!version) return { api, objects: undefined };
  const resource = { group, version, plural, kind, namespaced: true };
  return { api, objects: await objectsIn(client, namespace, resource) };
};

/**
 * One complete record is enough: the konnector writes its record before objects, the backend before granting rights on
 * them.
 */
const recordedTypesOf = (object: APIServiceNamespace) => {
  const records = [annotations.syncedTypes, annotations.exportedTypes].map(
    annotation => recordedTypes(object, annotation),
  );
  return {
    types: records.flatMap(types => [...(types ?? [])]),
    isComplete: records.some(
      types => types && !types.has(unrecordedTypesMarker),
    ),
  };
};

/** The service namespace to search, and the types to search for. */
export interface RemainingObjectsQuery {
  /** The service namespace. */
  namespace: string;
  object: APIServiceNamespace;
  /** Exports of the cluster namespace. */
  exports: readonly APIServiceExport[];
  /** All CRDs of the control plane cluster. */
  crds: readonly CustomResourceDefinition[];
}

/**
 * Live lists of every exported or recorded type; where no record is complete, also of every other custom type, up to
 * the first one that cannot be listed. The lists are sequential: tenants can trigger them, and must not block the
 * client for others.
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
