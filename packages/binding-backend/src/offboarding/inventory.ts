/** Finds what an app cluster has on the control plane, live; reads only. */
import {
  apiName,
  bindResources,
  isNeverServed,
  type APIServiceExport,
  type APIServiceNamespace,
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

const dataTypes = (exports: readonly APIServiceExport[]): Types =>
  new Map(
    exports.flatMap(({ spec }) => {
      const version = spec.versions.find(({ served }) => served)?.name;
      const { plural, kind } = spec.names;
      return version ? [typeOf(spec.group, version, plural, kind)] : [];
    }),
  );

const claimedTypes = (exports: readonly APIServiceExport[]): Types =>
  new Map(
    exports
      .flatMap(({ spec }) => spec.permissionClaims ?? [])
      .filter(({ group = '', resource }) => !isNeverServed({ group, resource }))
      .map(({ group = '', resource, version }) =>
        typeOf(group, version, resource),
      ),
  );

/** Types that the konnector noted and no export has any more, as far as they still exist. */
const otherTypes = async (
  client: KubeClient,
  object: APIServiceNamespace,
  known: readonly Types[],
): Promise<Types> => {
  const found = new Map<string, Resource<KubeObject>>();
  for (const name of notedTypes(object)) {
    if (known.some(types => types.has(name))) continue;
    const crd = await client.get(core.customResourceDefinitions, { name });
    const version = crd?.spec.versions.find(({ served }) => served)?.name;
    if (!crd || !version) continue;
    const { plural, kind } = crd.spec.names;
    found.set(...typeOf(crd.spec.group, version, plural, kind));
  }
  return found;
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

const lookInto = async (
  client: KubeClient,
  object: APIServiceNamespace,
  exports: readonly APIServiceExport[],
): Promise<FoundServiceNamespace> => {
  const target = targetNamespace(object);
  const name = target.ok ? target.value : '';
  const namespace = target.ok
    ? await client.get(core.namespaces, { name })
    : undefined;
  const exported = dataTypes(exports);
  const claimed = claimedTypes(exports);
  const others = await otherTypes(client, object, [exported, claimed]);
  const look = (types: Types) =>
    namespace ? objectsIn(client, name, types) : [];
  return {
    object,
    name: name || (object.metadata.name ?? ''),
    ...(namespace && { namespace }),
    data: await look(new Map([...exported, ...others])),
    claimed: await look(claimed),
  };
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
  const secrets = await Promise.all(
    backendNames.tokenSecrets.map(secret =>
      client.get(metadataOf(core.secrets), { ...within, name: secret }),
    ),
  );
  return {
    clusterNamespace,
    exports: exports.items,
    serviceNamespaces: await Promise.all(
      objects.items.map(object => lookInto(client, object, exports.items)),
    ),
    tokenSecrets: secrets.filter(secret => secret !== undefined),
  };
};
