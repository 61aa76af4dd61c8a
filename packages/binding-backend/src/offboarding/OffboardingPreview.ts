/** What goes when an app cluster is offboarded, as data and in words; pure. */
import {
  type APIServiceExport,
  type APIServiceNamespace,
} from '@klutch/bind-api';
import type { KubeObject, Namespace } from '@klutch/kube';
import {
  namespaceOwnership,
  type NamespaceOwnership,
  type Remaining,
} from '../controllers/serviceNamespacePlan';
import { identityOfNamespace } from '../identity/clusterNamespace';

/** How much of one type is in a service namespace. */
export interface TypeCount {
  /** `<plural>.<group>` */
  type: string;
  /** Objects that are not being deleted; undefined where they may not be counted. */
  live: number | undefined;
  /** True for the APIs themselves, false for what permission claims brought along. */
  data: boolean;
}

/** One service namespace. */
export interface ServiceNamespacePreview {
  /** Its name on the control plane, as far as it has one. */
  name: string;
  /** The app cluster's namespace that it stands for. */
  appClusterNamespace: string;
  /** Only `ours` is deleted. */
  ownership: NamespaceOwnership;
  /** What is in it. */
  objects: TypeCount[];
}

/** What would go. */
export interface OffboardingPreview {
  /** The cluster namespace. */
  namespace: string;
  /** Whose it is. */
  identity: string;
  /** Names of exports. */
  exports: string[];
  /** All that app cluster namespaces stand for, also those that stay. */
  serviceNamespaces: ServiceNamespacePreview[];
  /** Secrets that tokens are bound to. */
  tokenSecrets: string[];
  /** Data objects that would be deleted for good. */
  liveObjects: number;
  /** Types that could not be counted somewhere. */
  uncounted: string[];
  /** All of it in words. */
  text: string;
}

/** What was found in one service namespace. */
export interface FoundServiceNamespace {
  object: APIServiceNamespace;
  /** The name that its status or its names say. */
  name: string;
  namespace?: Namespace;
  data: readonly Remaining[];
  claimed: readonly Remaining[];
}

/** What was found of an app cluster. */
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
  if (one.ownership === 'absent') return `- ${what}: already gone`;
  if (one.ownership === 'terminating')
    return `- ${what}: already being deleted`;
  return one.ownership === 'ours'
    ? `- ${what}: deleted with ${contentText(one.objects)}`
    : `- ${what}: kept, it was not made for this app cluster`;
};

const textOf = (result: Omit<OffboardingPreview, 'text'>): string => {
  const { namespace, identity, exports, serviceNamespaces } = result;
  const lost = result.liveObjects > 0 || result.uncounted.length > 0;
  return [
    `Offboarding the app cluster of ${namespace} (${identity}) ends its tokens and removes:`,
    `- exports: ${exports.join(', ') || 'none'}`,
    ...serviceNamespaces.map(ownershipText),
    `- cluster namespace ${namespace}`,
    ...(result.liveObjects > 0
      ? [
          `Live objects, deleted for good with what they stand for: ${result.liveObjects}.`,
        ]
      : []),
    ...(result.uncounted.length > 0
      ? [
          `Not counted, because the binding backend may not look: ${result.uncounted.join(', ')}.`,
        ]
      : []),
    ...(lost ? [`To go on, confirm with the name ${namespace}.`] : []),
    'Nothing on the app cluster is changed: unbind there first, or its objects keep the finalizer of a konnector that may no longer sync.',
  ].join('\n');
};

/** Puts together what would go. Only the ownership annotation makes a service namespace one that goes. */
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

/** What of a preview somebody agrees to. */
export type ShownLoss = Pick<OffboardingPreview, 'liveObjects' | 'uncounted'>;

/** What the person who asks for it has typed and seen. */
export interface OffboardingConsent {
  /** The name of the cluster namespace. */
  confirm?: string;
  /** What the preview showed that they read; left out: whatever there is. */
  shown?: ShownLoss;
}

const isMore = (now: ShownLoss, shown: ShownLoss): boolean =>
  now.liveObjects > shown.liveObjects ||
  now.uncounted.some(type => !shown.uncounted.includes(type));

const lossText = ({ liveObjects, uncounted }: ShownLoss): string =>
  `live objects: ${liveObjects}, not counted: ${uncounted.join(', ') || 'none'}`;

/**
 * The sentence that stops it; undefined when it may go on.
 * @param progress - what was changed already
 */
export const refusalOf = (
  found: OffboardingPreview,
  { confirm, shown }: OffboardingConsent,
  progress = 'Nothing was changed',
): string | undefined => {
  const { namespace, liveObjects, uncounted, text } = found;
  if (confirm !== undefined && confirm !== namespace) {
    return `Confirmed was ${JSON.stringify(confirm.slice(0, 80))}, but it is cluster namespace ${namespace} that would go. ${progress}.`;
  }
  const lost = liveObjects > 0 || uncounted.length > 0;
  if (lost && confirm === undefined) {
    return `${progress}, because data would be lost. ${text}`;
  }
  return shown && isMore(found, shown)
    ? `${progress}, because more would be lost by now than was shown before (${lossText(shown)}). Look at it again, then confirm that. ${text}`
    : undefined;
};
