/** Finds what an app cluster has on the control plane, live; reads only. */
import {
  annotations,
  apiName,
  bindResources,
  isNeverServed,
  names,
  parseServiceNamespaceAnnotation,
  type APIServiceExport,
  type APIServiceNamespace,
  type CustomResourceDefinition,
} from '@klutch/bind-api';
import {
  core,
  isForbidden,
  isNotFound,
  metadataOf,
  type KubeClient,
  type KubeObject,
  type Namespace,
  type Resource,
} from '@klutch/kube';
import { backendNames } from '../backendNames';
import { BindingError } from '../bindingError';
import {
  targetNamespace,
  type Remaining,
} from '../controllers/serviceNamespacePlan';
import { notedTypes } from '../controllers/notedTypes';
import { identityOfNamespace } from '../provision/clusterNamespace';
import {
  type FoundServiceNamespace,
  type OffboardingFacts,
} from './OffboardingPreview';

/** Stands for types that may have been used, and may not be looked at. */
const unnotedTypes = 'types that nobody noted';

type Types = ReadonlyMap<string, Resource<KubeObject>>;

const typeOf = (
  group: string,
  version: string,
  plural: string,
  kind = plural,
): [string, Resource<KubeObject>] => [
  apiName({ group, resource: plural }),
  metadataOf({ group, version, plural, kind, namespaced: true }),
];

/** In a version that is served; none when there is no such. Exports and CRDs say it in the same way. */
const servedType = ({
  group,
  names: { plural, kind },
  versions,
}: Pick<CustomResourceDefinition['spec'], 'group' | 'names' | 'versions'>) => {
  const version = versions.find(({ served }) => served)?.name;
  return version ? [typeOf(group, version, plural, kind)] : [];
};

const dataTypes = (exports: readonly APIServiceExport[]): Types =>
  new Map(exports.flatMap(({ spec }) => servedType(spec)));

const claimedTypes = (exports: readonly APIServiceExport[]): Types =>
  new Map(
    exports
      .flatMap(({ spec }) => spec.permissionClaims ?? [])
      .filter(({ group = '', resource }) => !isNeverServed({ group, resource }))
      .map(({ group = '', resource, version }) =>
        typeOf(group, version, resource),
      ),
  );

/** Every custom type with namespaced objects; what was bound once is among them, whoever noted it. */
const customTypes = async (client: KubeClient): Promise<Types> => {
  const { items } = await client.list(core.customResourceDefinitions);
  return new Map(
    items
      .filter(({ spec }) => spec.scope === 'Namespaced')
      .flatMap(({ spec }) => servedType(spec)),
  );
};

const objectsIn = (
  client: KubeClient,
  namespace: string,
  types: Types,
): Promise<Remaining[]> =>
  Promise.all(
    [...types].map(async ([api, resource]) => {
      try {
        const { items } = await client.list(resource, { namespace });
        return { api, objects: items };
      } catch (error) {
        if (isForbidden(error)) return { api, objects: undefined };
        if (!isNotFound(error)) throw error;
        return { api, objects: [] }; // the type is gone, and its objects with it
      }
    }),
  );

/** What cannot be counted of types that no export names any more: only those that were used matter. */
const hiddenOf = (
  { metadata }: APIServiceNamespace,
  uncounted: readonly string[],
  noted: readonly string[],
): Remaining[] => {
  const isNoted = metadata.annotations?.[annotations.syncedTypes] !== undefined;
  if (!isNoted && uncounted.length > 0) {
    return [{ api: unnotedTypes, objects: undefined }];
  }
  return uncounted
    .filter(api => noted.includes(api))
    .map(api => ({ api, objects: undefined }));
};

const lookInto = async (
  client: KubeClient,
  { object, name }: Place,
  exports: readonly APIServiceExport[],
  custom: Types,
): Promise<FoundServiceNamespace> => {
  const namespace = name
    ? await client.get(core.namespaces, { name })
    : undefined;
  const exported = dataTypes(exports);
  const claimed = claimedTypes(exports);
  const others = new Map(
    [...custom].filter(([api]) => !exported.has(api) && !claimed.has(api)),
  );
  const look = (types: Types) =>
    namespace ? objectsIn(client, name, types) : [];
  const other = await look(others);
  const uncounted = other
    .filter(({ objects }) => !objects)
    .map(({ api }) => api);
  return {
    object,
    name: name || (object.metadata.name ?? ''),
    ...(namespace && { namespace }),
    data: [
      ...(await look(exported)),
      ...other.filter(({ objects }) => objects),
      ...hiddenOf(object, uncounted, notedTypes(object)),
    ],
    claimed: await look(claimed),
  };
};

/** A service namespace, and whom it was made for. */
interface Place {
  object: APIServiceNamespace;
  /** Empty when it can have none. */
  name: string;
}

const placeOf = (object: APIServiceNamespace): Place => {
  const target = targetNamespace(object);
  return { object, name: target.ok ? target.value : '' };
};

/** Namespaces that were made for the app cluster, and that no APIServiceNamespace names any more. */
const leftPlaces = async (
  client: KubeClient,
  clusterNamespace: string,
  known: readonly Place[],
): Promise<Place[]> => {
  const { items } = await client.list(metadataOf(core.namespaces));
  return items.flatMap(({ metadata }) => {
    const { name = '' } = metadata;
    const owner = parseServiceNamespaceAnnotation(
      metadata.annotations?.[annotations.apiServiceNamespace] ?? '',
    );
    if (owner?.clusterNamespace !== clusterNamespace) return [];
    const isKnown = known.some(
      place =>
        place.name === name && place.object.metadata.name === owner.namespace,
    );
    if (isKnown) return [];
    const object: APIServiceNamespace = {
      apiVersion: names.apiVersion,
      kind: bindResources.serviceNamespaces.kind,
      metadata: { namespace: clusterNamespace, name: owner.namespace },
    };
    return [{ object, name }];
  });
};

/**
 * The cluster namespace, if it is one.
 * @throws BindingError `InvalidInput` when it is not there, or stands for no app cluster
 */
const requireClusterNamespace = async (
  client: KubeClient,
  name: string,
): Promise<Namespace> => {
  const found = await client.get(core.namespaces, { name });
  if (found && identityOfNamespace(found)) return found;
  throw new BindingError(
    'InvalidInput',
    found
      ? `Namespace ${name} is no cluster namespace of an app cluster, so it is left alone. Choose one with an identity annotation.`
      : `There is no cluster namespace ${name}. Look up its name; it may be gone already.`,
  );
};

/** Everything that is there of an app cluster. */
export const takeInventory = async (
  client: KubeClient,
  name: string,
): Promise<OffboardingFacts> => {
  const clusterNamespace = await requireClusterNamespace(client, name);
  const within = { namespace: name };
  const exports = await client.list(bindResources.exports, within);
  const objects = await client.list(bindResources.serviceNamespaces, within);
  const named = objects.items.map(placeOf);
  const places = [...named, ...(await leftPlaces(client, name, named))];
  const custom = await customTypes(client);
  const secrets = await Promise.all(
    backendNames.tokenSecrets.map(secret =>
      client.get(metadataOf(core.secrets), { ...within, name: secret }),
    ),
  );
  return {
    clusterNamespace,
    exports: exports.items,
    serviceNamespaces: await Promise.all(
      places.map(place => lookInto(client, place, exports.items, custom)),
    ),
    tokenSecrets: secrets.filter(secret => secret !== undefined),
  };
};
