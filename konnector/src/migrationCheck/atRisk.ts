/** Reads from both clusters what the reference's konnector would delete, overwrite or no longer keep. */
import {
  bindResources,
  syncedVersion,
  type APIServiceBinding,
  type APIServiceExport,
  type APIServiceNamespace,
  type PermissionClaim,
} from '@klutch/bind-api';
import {
  core,
  keyOf,
  metadataOf,
  parseKey,
  resourceName,
  type KubeClient,
  type KubeObject,
  type Resource,
  errorMessage,
} from '@klutch/kube';
import { acceptedClaims } from '../claims/planClaims';
import { claimedName } from '../pairs/claimedObject/planClaimedType';
import { servedResource } from '../crds/syncedApi';
import { formerClusterOf } from '../formerCluster';
import type { Marks } from '../mapping/Mapping';
import { clusterScopedMapping } from '../mapping/clusterScoped';
import { findType } from '../typeDiscovery';
import { outcomeOfClaimed, outcomeOfCopy, type Outcome } from './outcomes';

/** An object whose data is lost, or may be. */
export interface AtRisk {
  outcome: Outcome;
  /** `<plural>.<group>`. */
  type: string;
  /** `namespace/name` on the app cluster, whether or not the object exists. */
  object: string;
  /** Key of the copy on the control plane; absent when the object on the app cluster is lost. */
  copy?: string;
  /** True for an object of a permission claim. */
  claimed?: boolean;
  /**
   * True when the API is not bound now; the outcome follows as soon as the API is bound with the reference's konnector.
   */
  unbound?: boolean;
}

/** An app cluster, and a control plane to which the cluster is bound. */
export interface ClusterPair {
  consumer: KubeClient;
  provider: KubeClient;
  clusterNamespace: string;
  /** UID of the app cluster's `kube-system`. */
  consumerCluster: string;
  /** The bindings that target this cluster namespace. */
  bindings: readonly APIServiceBinding[];
}

/** The objects at risk, and messages for the user about what could not be read. */
export interface RiskScanResult {
  atRisk: AtRisk[];
  problems: string[];
}

/** Data read once for all types. */
interface ScanContext extends ClusterPair {
  clusterNamespaceUid: string;
  serviceNamespaces: readonly APIServiceNamespace[];
}

/** Where copies are, their keys on the app cluster, and their marks. */
interface CopyLayout {
  /** Namespaces of the copies; `[undefined]` for a cluster-scoped type. */
  namespaces: readonly (string | undefined)[];
  keyOf: (copy: KubeObject) => string | undefined;
  marks: Marks;
}

function inServiceNamespaces({ serviceNamespaces }: ScanContext): CopyLayout {
  const namespaceOf = new Map(
    serviceNamespaces.flatMap(({ metadata, status }) =>
      status?.namespace ? [[status.namespace, metadata.name ?? '']] : [],
    ) as [string, string][],
  );
  return {
    namespaces: [...namespaceOf.keys()],
    keyOf: ({ metadata: { namespace = '', name } }) =>
      keyOf({ metadata: { namespace: namespaceOf.get(namespace), name } }),
    marks: { annotations: {} },
  };
}

/**
 * The layout of copies; undefined for isolations that the reference's konnector does not support, so that these
 * copies are not at risk.
 */
function copyLayoutOf(
  scanContext: ScanContext,
  resource: Resource,
  { clusterScopedIsolation = 'Prefixed' }: APIServiceExport['spec'],
): CopyLayout | undefined {
  if (resource.namespaced) return inServiceNamespaces(scanContext);
  if (clusterScopedIsolation !== 'Prefixed') return undefined;
  const { clusterNamespace: name, clusterNamespaceUid: uid } = scanContext;
  const mapping = clusterScopedMapping(resource, 'Prefixed', { name, uid });
  return {
    namespaces: [undefined],
    keyOf: copy => mapping.consumerKeyOf(copy),
    marks: mapping.marks,
  };
}

type ByKey = Map<string, KubeObject>;

async function readObjects(
  client: KubeClient,
  resource: Resource,
): Promise<ByKey> {
  const { items } = await client.list(metadataOf(resource));
  return new Map(items.map(object => [keyOf(object), object]));
}

/** Copies by key of the app cluster. */
async function readCopies(
  client: KubeClient,
  resource: Resource,
  copies: CopyLayout,
): Promise<ByKey> {
  const found: ByKey = new Map();
  for (const namespace of copies.namespaces) {
    const { items } = await client.list(metadataOf(resource), { namespace });
    for (const copy of items) {
      const key = copies.keyOf(copy);
      if (key !== undefined) found.set(key, copy);
    }
  }
  return found;
}

/** Objects at risk of an exported API, bound or not. */
async function readApi(
  scanContext: ScanContext,
  { metadata, spec }: APIServiceExport,
): Promise<AtRisk[]> {
  const { consumer, provider, bindings, consumerCluster } = scanContext;
  const { name = '' } = metadata;
  const version = syncedVersion(spec)?.name;
  if (!version) return [];
  const { plural, kind } = spec.names;
  const namespaced = spec.scope === 'Namespaced';
  const resource = { group: spec.group, version, plural, kind, namespaced };
  const copies = copyLayoutOf(scanContext, resource, spec);
  if (!copies) return [];
  const crd = await consumer.get(core.customResourceDefinitions, { name });
  const consumerType = crd && servedResource(crd);
  const objects: ByKey = consumerType
    ? await readObjects(consumer, consumerType)
    : new Map();
  const binding = bindings.find(found => found.metadata.name === name);
  const claimant = {
    pins: {
      consumerCluster,
      providerNamespaceUid: scanContext.clusterNamespaceUid,
      formerCluster: binding && formerClusterOf(binding),
    },
    marks: copies.marks,
  };
  const found = await readCopies(provider, resource, copies);
  return [...found].flatMap(([object, copy]) => {
    const outcome = outcomeOfCopy(copy, objects.get(object), claimant);
    if (!outcome) return [];
    const unbound = binding ? {} : { unbound: true };
    return [{ outcome, type: name, object, copy: keyOf(copy), ...unbound }];
  });
}

/** Objects at risk of a claim. None for cluster-scoped types, which the reference's konnector does not sync. */
async function readClaimed(
  scanContext: ScanContext,
  claim: PermissionClaim,
): Promise<AtRisk[]> {
  const { consumer, provider, serviceNamespaces } = scanContext;
  const { group = '', version, resource: plural } = claim;
  const type = { group, version, plural };
  const consumerType = await findType(consumer, type);
  const providerType = await findType(provider, type);
  if (!consumerType?.namespaced || !providerType?.namespaced) return [];
  const mapped = new Set(
    serviceNamespaces.map(({ metadata }) => metadata.name),
  );
  const objects = await readObjects(consumer, consumerType);
  const copies = await readCopies(
    provider,
    providerType,
    inServiceNamespaces(scanContext),
  );
  return [...new Set([...objects.keys(), ...copies.keys()])]
    .filter(key => mapped.has(parseKey(key).namespace))
    .flatMap(object => {
      const copy = copies.get(object);
      const consumerObject = objects.get(object);
      const found = outcomeOfClaimed({
        provider: copy,
        consumer: consumerObject,
      });
      if (!found) return [];
      const where =
        found.side === 'provider' && copy ? { copy: keyOf(copy) } : {};
      const lostType = resourceName(consumerType);
      return [
        {
          outcome: found.outcome,
          type: lostType,
          object,
          claimed: true,
          ...where,
        },
      ];
    });
}

/** Reads only. A type that cannot be read is reported as a problem, and the others are still read. */
export async function readAtRisk(
  clusterPair: ClusterPair,
): Promise<RiskScanResult> {
  const { provider, clusterNamespace: namespace, bindings } = clusterPair;
  const [found, exports, serviceNamespaces] = await Promise.all([
    provider.get(core.namespaces, { name: namespace }),
    provider.list(bindResources.exports, { namespace }),
    provider.list(bindResources.serviceNamespaces, { namespace }),
  ]);
  const scanContext: ScanContext = {
    ...clusterPair,
    clusterNamespaceUid: found?.metadata.uid ?? '',
    serviceNamespaces: serviceNamespaces.items,
  };
  // The reference's konnector acts only on claims accepted in the spec.
  const claims = new Map(
    bindings.flatMap(acceptedClaims).map(claim => [claimedName(claim), claim]),
  );
  const parts = [
    ...exports.items.map(apiExport => ({
      title: apiExport.metadata.name ?? '',
      read: () => readApi(scanContext, apiExport),
    })),
    ...[...claims].map(([name, claim]) => ({
      title: `The claim on ${name}`,
      read: () => readClaimed(scanContext, claim),
    })),
  ];
  const atRisk: AtRisk[] = [];
  const exported = new Set(exports.items.map(({ metadata }) => metadata.name));
  const problems = bindings
    .map(({ metadata: { name = '' } }) => name)
    .filter(name => !exported.has(name))
    .map(
      name =>
        `${name} is not exported any more, so its copies were not checked. They stay until the API is exported again; then copies without an object are deleted.`,
    );
  for (const { title, read } of parts) {
    try {
      atRisk.push(...(await read()));
    } catch (error) {
      problems.push(`${title} could not be checked: ${errorMessage(error)}`);
    }
  }
  return { atRisk, problems };
}
