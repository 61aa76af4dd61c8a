/** Lists everything of an app cluster on the control plane cluster, live; reads only. */
import {
  annotations,
  apiName,
  bindResources,
  isNeverSynced,
  names,
  parseServiceNamespaceAnnotation,
  type APIServiceExport,
  type APIServiceNamespace,
} from '@klutch/bind-api';
import {
  core,
  metadataOf,
  type KubeClient,
  type KubeObject,
  type Namespace,
  type Resource,
} from '@klutch/kube';
import { backendNames } from '../backendNames';
import {
  objectsIn,
  remainingObjects,
  type RemainingObjectsQuery,
} from '../controllers/remainingObjects';
import { targetNamespace } from '../controllers/serviceNamespaceOwnership';
import { BindingError } from '../errors/BindingError';
import { identityOfNamespace } from '../identity/clusterNamespace';
import {
  type FoundServiceNamespace,
  type OffboardingFacts,
} from './OffboardingPreview';

/** The claimed types, in the version that the claim names. */
const claimedResources = (
  exports: readonly APIServiceExport[],
): ReadonlyMap<string, Resource<KubeObject>> =>
  new Map(
    exports
      .flatMap(({ spec }) => spec.permissionClaims ?? [])
      .filter(({ group = '', resource }) => !isNeverSynced({ group, resource }))
      .map(({ group = '', resource: plural, version }) => [
        apiName({ group, resource: plural }),
        { group, version, plural, kind: plural, namespaced: true },
      ]),
  );

/** Common to all service namespaces of the app cluster. */
type Known = Pick<RemainingObjectsQuery, 'exports' | 'crds'>;

const inspectServiceNamespace = async (
  client: KubeClient,
  { object, name }: ServiceNamespaceRef,
  known: Known,
): Promise<FoundServiceNamespace> => {
  const namespace = name
    ? await client.get(core.namespaces, { name })
    : undefined;
  const found = { object, name: name || (object.metadata.name ?? '') };
  if (!namespace) return { ...found, data: [], claimed: [] };
  const search = { ...known, object, namespace: name };
  const data = await remainingObjects(client, search);
  const others = [...claimedResources(known.exports)].filter(
    ([claimed]) => !data.some(({ api }) => api === claimed),
  );
  const claimed = await Promise.all(
    others.map(async ([api, resource]) => ({
      api,
      objects: await objectsIn(client, name, resource),
    })),
  );
  return { ...found, namespace, data, claimed };
};

/** A service namespace, and the APIServiceNamespace it was created for. */
interface ServiceNamespaceRef {
  object: APIServiceNamespace;
  /** Empty when no valid name can be derived. */
  name: string;
}

const serviceNamespaceRef = (
  object: APIServiceNamespace,
): ServiceNamespaceRef => {
  const target = targetNamespace(object);
  return { object, name: target.ok ? target.value : '' };
};

/** Orphaned service namespaces of the app cluster, without an APIServiceNamespace. */
const orphanedNamespaces = async (
  client: KubeClient,
  clusterNamespace: string,
  known: readonly ServiceNamespaceRef[],
): Promise<ServiceNamespaceRef[]> => {
  const { items } = await client.list(metadataOf(core.namespaces));
  return items.flatMap(({ metadata }) => {
    const { name = '' } = metadata;
    const owner = parseServiceNamespaceAnnotation(
      metadata.annotations?.[annotations.apiServiceNamespace] ?? '',
    );
    if (owner?.clusterNamespace !== clusterNamespace) return [];
    const isKnown = known.some(
      ref => ref.name === name && ref.object.metadata.name === owner.namespace,
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
 * The cluster namespace.
 * @throws BindingError `InvalidInput` when the namespace does not exist, or is no cluster namespace
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
      ? `Namespace ${name} is no cluster namespace of an app cluster, so it is not changed. Choose a namespace with an identity annotation and the matching name.`
      : `There is no cluster namespace ${name}. Look up its name; the namespace may already be deleted.`,
  );
};

/** Lists everything that exists of an app cluster. */
export const takeInventory = async (
  client: KubeClient,
  name: string,
): Promise<OffboardingFacts> => {
  const clusterNamespace = await requireClusterNamespace(client, name);
  const within = { namespace: name };
  const exports = await client.list(bindResources.exports, within);
  const objects = await client.list(bindResources.serviceNamespaces, within);
  const named = objects.items.map(serviceNamespaceRef);
  const refs = [...named, ...(await orphanedNamespaces(client, name, named))];
  const crds = await client.list(core.customResourceDefinitions);
  const known = { exports: exports.items, crds: crds.items };
  const secrets = await Promise.all(
    backendNames.tokenSecrets.map(secret =>
      client.get(metadataOf(core.secrets), { ...within, name: secret }),
    ),
  );
  return {
    clusterNamespace,
    exports: exports.items,
    serviceNamespaces: await Promise.all(
      refs.map(ref => inspectServiceNamespace(client, ref, known)),
    ),
    tokenSecrets: secrets.filter(secret => secret !== undefined),
  };
};
