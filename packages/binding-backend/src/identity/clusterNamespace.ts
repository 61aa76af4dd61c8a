/** Finds or creates the one cluster namespace of a tenant; safe against concurrent creation by other replicas. */
import { annotations, labels, findPrefixCollisions } from '@klutch/bind-api';
import {
  core,
  retryOnConflict,
  type KubeClient,
  type Namespace,
} from '@klutch/kube';
import { BindingError } from '../errors/BindingError';
import {
  clusterNamespaceName,
  identityValue,
  mayBeNameOf,
  type TenantIdentity,
} from './tenantIdentity';

/** Parameters of the search for cluster namespaces. */
export interface TenantSearch {
  client: KubeClient;
  /** Prefix of the names of new cluster namespaces. */
  namespacePrefix: string;
}

const annotatedIdentity = ({ metadata }: Pick<Namespace, 'metadata'>) =>
  metadata.annotations?.[annotations.identity];

/**
 * The identity that a namespace belongs to, by annotation and name; undefined when it is no cluster namespace. A copied
 * identity annotation under another name makes no cluster namespace.
 */
export const identityOfNamespace = (
  namespace: Pick<Namespace, 'metadata'> | undefined,
): string | undefined => {
  const identity = namespace && annotatedIdentity(namespace);
  return identity && mayBeNameOf(namespace.metadata.name ?? '', identity)
    ? identity
    : undefined;
};

/**
 * The namespace among `candidates` that belongs to the identity, or undefined when none does.
 * @throws BindingError `Conflict` when several do, or when the namespace is being deleted.
 */
export const chooseClusterNamespace = (
  candidates: readonly Namespace[],
  identity: string,
): Namespace | undefined => {
  const ours = candidates.filter(
    namespace => identityOfNamespace(namespace) === identity,
  );
  const [namespace, ...others] = ours;
  if (others.length > 0) {
    throw new BindingError(
      'Conflict',
      `Namespaces ${ours.map(({ metadata }) => metadata.name).join(' and ')} both carry the identity of this app cluster. Remove the annotation ${annotations.identity} from the one that is not in use.`,
    );
  }
  if (namespace?.metadata.deletionTimestamp) {
    throw new BindingError(
      'Conflict',
      `Cluster namespace ${namespace.metadata.name} is being deleted. Bind again when it is gone.`,
    );
  }
  return namespace;
};

const rejectForeign = (name: string): never => {
  throw new BindingError(
    'Conflict',
    `Namespace ${name} exists but does not belong to this app cluster. Rename or remove it, or configure another prefix for cluster namespaces.`,
  );
};

/** Whether a namespace represents an app cluster, whichever backend created and serves it. */
export const isClusterNamespace = (namespace: Namespace) =>
  annotatedIdentity(namespace) !== undefined ||
  namespace.metadata.labels?.[labels.appClusterBindingName] !== undefined;

/**
 * Ensures that copies of cluster-scoped objects in a new cluster namespace cannot get the names of another's.
 * @throws BindingError `Conflict` when they could.
 */
const rejectPrefixCollision = (
  name: string,
  namespaces: readonly Namespace[],
) => {
  const [other] = findPrefixCollisions(
    name,
    namespaces
      .filter(isClusterNamespace)
      .map(({ metadata }) => metadata.name ?? ''),
  );
  if (other === undefined) return;
  throw new BindingError(
    'Conflict',
    `Cluster namespace ${name} would share names with ${other}: one begins with the other and a dash, so cluster-scoped objects of two app clusters could get the same name. Configure another prefix for cluster namespaces.`,
  );
};

/**
 * The tenant's cluster namespace, if it has one: the one with the derived name, or another with its annotation.
 * @throws BindingError `Conflict` when the namespace belongs to another owner or is being deleted
 */
export const findClusterNamespace = async (
  { client, namespacePrefix }: TenantSearch,
  tenant: TenantIdentity,
): Promise<Namespace | undefined> => {
  const identity = identityValue(tenant);
  const name = clusterNamespaceName(namespacePrefix, identity);
  const named = await client.get(core.namespaces, { name });
  if (named) {
    return chooseClusterNamespace([named], identity) ?? rejectForeign(name);
  }
  const { items } = await client.list(core.namespaces);
  return chooseClusterNamespace(items, identity);
};

/**
 * Ensures the tenant's cluster namespace. An existing one (also one of the reference, with a generated name) is found
 * by its annotation. The name of a new one is derived from the identity, so when several replicas create it
 * concurrently one succeeds and the others find its namespace.
 * @throws BindingError `Conflict` when the namespace belongs to another owner or is being deleted, and when names in a
 * new one could collide with those of another cluster namespace.
 */
export const ensureClusterNamespace = async (
  client: KubeClient,
  prefix: string,
  identity: string,
): Promise<Namespace> => {
  const name = clusterNamespaceName(prefix, identity);
  return retryOnConflict(async () => {
    const named = await client.get(core.namespaces, { name });
    if (named) {
      return chooseClusterNamespace([named], identity) ?? rejectForeign(name);
    }
    const { items } = await client.list(core.namespaces);
    const existing = chooseClusterNamespace(items, identity);
    if (existing) return existing;
    rejectPrefixCollision(name, items);
    return client.create(core.namespaces, {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name, annotations: { [annotations.identity]: identity } },
    });
  });
};
