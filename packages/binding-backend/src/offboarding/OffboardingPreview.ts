/** What offboarding an app cluster deletes, as data and as text; pure. */
import {
  type APIServiceExport,
  type APIServiceNamespace,
} from '@klutch/bind-api';
import type { KubeObject, Namespace } from '@klutch/kube';
import {
  namespaceOwnership,
  type NamespaceOwnership,
  type Remaining,
} from '../controllers/serviceNamespaceOwnership';
import { identityOfNamespace } from '../identity/clusterNamespace';

/** Number of objects of one type in a service namespace. */
export interface TypeCount {
  /** `<plural>.<group>` */
  type: string;
  /** Number of objects that are not being deleted; undefined where they may not be listed. */
  live: number | undefined;
  /** True for the bound APIs, false for types of permission claims. */
  data: boolean;
}

/** One service namespace. */
export interface ServiceNamespacePreview {
  /** Name on the control plane cluster, if there is one. */
  name: string;
  /** The app cluster's namespace that the service namespace mirrors. */
  appClusterNamespace: string;
  /** Only a namespace with ownership `ours` is deleted. */
  ownership: NamespaceOwnership;
  /** Objects in the namespace, by type. */
  objects: TypeCount[];
}

/** What would be deleted. */
export interface OffboardingPreview {
  /** Name of the cluster namespace. */
  namespace: string;
  /** Identity of the app cluster. */
  identity: string;
  /** Names of exports. */
  exports: string[];
  /** All namespaces requested for app cluster namespaces, also those that are kept. */
  serviceNamespaces: ServiceNamespacePreview[];
  /** Secrets that tokens are bound to. */
  tokenSecrets: string[];
  /** Number of data objects that would be deleted for good. */
  liveObjects: number;
  /** Types that could not be counted in at least one namespace. */
  uncounted: string[];
  /** The preview as text. */
  text: string;
}

/** State of one service namespace. */
export interface FoundServiceNamespace {
  object: APIServiceNamespace;
  /** Name in its status, or derived from the names. */
  name: string;
  namespace?: Namespace;
  data: readonly Remaining[];
  claimed: readonly Remaining[];
}

/** Observed state of an app cluster. */
export interface OffboardingFacts {
  clusterNamespace: Namespace;
  exports: readonly APIServiceExport[];
  serviceNamespaces: readonly FoundServiceNamespace[];
  tokenSecrets: readonly KubeObject[];
}

const nameOf = ({ metadata }: KubeObject) => metadata.name ?? '';

const counts = (found: readonly Remaining[], data: boolean): TypeCount[] =>
  found
    .map(({ api, objects }) => ({
      type: api,
      live: objects?.filter(({ metadata }) => !metadata.deletionTimestamp)
        .length,
      data,
    }))
    .filter(({ live }) => live !== 0);

const preview = (found: FoundServiceNamespace): ServiceNamespacePreview => ({
  name: found.name,
  appClusterNamespace: nameOf(found.object),
  ownership: namespaceOwnership(found.object, found.namespace),
  objects: [...counts(found.data, true), ...counts(found.claimed, false)],
});

const contentText = (objects: readonly TypeCount[]) =>
  objects.length === 0
    ? 'empty'
    : objects
        .map(({ type, live }) =>
          live === undefined ? `${type} (not counted)` : `${live} ${type}`,
        )
        .join(', ');

const ownershipText = (one: ServiceNamespacePreview): string => {
  const what = `${one.name} (${one.appClusterNamespace})`;
  if (one.ownership === 'absent') return `- ${what}: already deleted`;
  if (one.ownership === 'terminating')
    return `- ${what}: already being deleted`;
  return one.ownership === 'ours'
    ? `- ${what}: deleted with ${contentText(one.objects)}`
    : `- ${what}: kept, it was not created for this app cluster`;
};

const textOf = (result: Omit<OffboardingPreview, 'text'>): string => {
  const { namespace, identity, exports, serviceNamespaces } = result;
  const lost = result.liveObjects > 0 || result.uncounted.length > 0;
  return [
    `Offboarding the app cluster of ${namespace} (${identity}) revokes its tokens and removes:`,
    `- exports: ${exports.join(', ') || 'none'}`,
    ...serviceNamespaces.map(ownershipText),
    `- cluster namespace ${namespace}`,
    ...(result.liveObjects > 0
      ? [
          `Live objects, deleted for good with the services they represent: ${result.liveObjects}.`,
        ]
      : []),
    ...(result.uncounted.length > 0
      ? [
          `Not counted, because the binding backend may not list them: ${result.uncounted.join(', ')}.`,
        ]
      : []),
    ...(lost ? [`To continue, confirm with the name ${namespace}.`] : []),
    'Nothing on the app cluster is changed: unbind there first, or its objects keep the finalizer of a konnector that may no longer sync.',
  ].join('\n');
};

/** Builds the preview. Only service namespaces with the ownership annotation are deleted. */
export const previewOf = (facts: OffboardingFacts): OffboardingPreview => {
  const namespace = nameOf(facts.clusterNamespace);
  const serviceNamespaces = facts.serviceNamespaces.map(preview);
  const lost = serviceNamespaces
    .filter(({ ownership }) => ownership === 'ours')
    .flatMap(({ objects }) => objects)
    .filter(({ data }) => data);
  const result = {
    namespace,
    identity: identityOfNamespace(facts.clusterNamespace) ?? '',
    exports: facts.exports.map(nameOf).sort(),
    serviceNamespaces,
    tokenSecrets: facts.tokenSecrets.map(nameOf),
    liveObjects: lost.reduce((sum, { live = 0 }) => sum + live, 0),
    uncounted: [
      ...new Set(
        lost.filter(({ live }) => live === undefined).map(({ type }) => type),
      ),
    ].sort(),
  };
  return { ...result, text: textOf(result) };
};

/** The part of a preview that a user consents to. */
export type ShownLoss = Pick<OffboardingPreview, 'liveObjects' | 'uncounted'>;

/** The input of the user who requests the offboarding. */
export interface OffboardingConsent {
  /** The typed name of the cluster namespace. */
  confirm?: string;
  /** The preview that the user read. Default: no limit. */
  shown?: ShownLoss;
}

const isMore = (now: ShownLoss, shown: ShownLoss): boolean =>
  now.liveObjects > shown.liveObjects ||
  now.uncounted.some(type => !shown.uncounted.includes(type));

const lossText = ({ liveObjects, uncounted }: ShownLoss): string =>
  `live objects: ${liveObjects}, not counted: ${uncounted.join(', ') || 'none'}`;

/**
 * The message that refuses the offboarding; undefined when it may continue.
 * @param progress - what was changed already
 */
export const refusalOf = (
  found: OffboardingPreview,
  { confirm, shown }: OffboardingConsent,
  progress = 'Nothing was changed',
): string | undefined => {
  const { namespace, liveObjects, uncounted, text } = found;
  if (confirm !== undefined && confirm !== namespace) {
    return `Confirmed was ${JSON.stringify(confirm.slice(0, 80))}, but cluster namespace ${namespace} would be deleted. ${progress}.`;
  }
  const lost = liveObjects > 0 || uncounted.length > 0;
  if (lost && confirm === undefined) {
    return `${progress}, because data would be lost. ${text}`;
  }
  return shown && isMore(found, shown)
    ? `${progress}, because more would be lost now than was shown before (${lossText(shown)}). Review the preview again, then confirm it. ${text}`
    : undefined;
};
