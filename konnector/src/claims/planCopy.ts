/** What has to happen to the app cluster's copy of a provider-owned object. Pure; nothing here ever writes upwards. */
import type { PermissionClaim } from '@klutch/bind-api';
import type { Unstructured } from '@klutch/kube';
import { annotations, labels, type ClusterPins } from '../markers';
import { claimCovers } from './claimFilter';
import {
  contentOf,
  sameContent,
  type ClaimedView,
  type Digest,
} from './digest';
import { isConsumerOwned, isPlatformObject } from './platformObjects';
import { isJsonObject } from '../sync/projection';

/** What the decision rests on. */
export interface ClaimFacts {
  /** The object in the service namespace. */
  provider: ClaimedView | undefined;
  /** The object of the same name on the app cluster; read live when no marked copy is known. */
  consumer: ClaimedView | undefined;
  /** Accepted claims on this type. */
  claims: readonly PermissionClaim[];
  /** The app cluster's namespace. */
  namespace: string;
  /** True when the name on the app cluster is a kubeconfig secret of a binding. */
  reserved: boolean;
  pins: ClusterPins;
}

/** One step for the copy. */
export type ClaimStep =
  | { step: 'nothing' }
  | { step: 'create' }
  | { step: 'update' }
  /** Delete and create: the type of a Secret cannot be changed in place. */
  | { step: 'recreate' }
  | { step: 'delete' }
  /** Somebody else's object has the name; it stays as it is. */
  | { step: 'conflict'; why: string };

const markersOf = (pins: ClusterPins) => ({
  labels: { [labels.resourceOwner]: 'Provider' },
  annotations: {
    [annotations.resourceOwner]: 'Provider',
    [annotations.providerNamespaceUid]: pins.providerNamespaceUid,
  },
});

/** Our copy, from this cluster namespace; copies of the reference's konnector lack the second marker. */
const isOurCopy = (consumer: ClaimedView, pins: ClusterPins) => {
  const marks = consumer.metadata.annotations ?? {};
  const provider = marks[annotations.providerNamespaceUid];
  return (
    marks[annotations.resourceOwner] === 'Provider' &&
    (provider === undefined || provider === pins.providerNamespaceUid)
  );
};

const isFullyMarked = (consumer: ClaimedView, pins: ClusterPins) =>
  consumer.metadata.labels?.[labels.resourceOwner] === 'Provider' &&
  consumer.metadata.annotations?.[annotations.providerNamespaceUid] ===
    pins.providerNamespaceUid;

/** Is the provider's object one that an accepted claim covers? */
const coveringClaims = (facts: ClaimFacts, provider: ClaimedView) =>
  facts.reserved || isPlatformObject(provider) || isConsumerOwned(provider)
    ? []
    : facts.claims.filter(claim =>
        claimCovers(claim, provider, facts.namespace),
      );

/** Decides the next step for one object. */
export function planClaimedCopy(facts: ClaimFacts): ClaimStep {
  const { provider, consumer, pins } = facts;
  if (!provider) {
    return consumer &&
      isOurCopy(consumer, pins) &&
      isFullyMarked(consumer, pins)
      ? { step: 'delete' }
      : { step: 'nothing' };
  }
  const covering = coveringClaims(facts, provider);
  if (covering.length === 0) return { step: 'nothing' };
  if (!consumer) return { step: 'create' };
  if (consumer.metadata.deletionTimestamp) return { step: 'nothing' };
  if (
    !isOurCopy(consumer, pins) &&
    !covering.some(claim => claim.create?.replaceExisting)
  ) {
    return {
      step: 'conflict',
      why: `the ${consumer.kind} exists already and did not come from this binding`,
    };
  }
  if ((consumer.type ?? '') !== (provider.type ?? '')) {
    return { step: 'recreate' };
  }
  const equal = sameContent(provider.digest, consumer.digest);
  return equal && isFullyMarked(consumer, pins)
    ? { step: 'nothing' }
    : { step: 'update' };
}

/** The copy as it is created on the app cluster. */
export function claimedCopy(
  provider: Unstructured,
  namespace: string,
  pins: ClusterPins,
): Unstructured {
  return {
    ...contentOf(provider),
    apiVersion: provider.apiVersion,
    kind: provider.kind,
    metadata: {
      name: provider.metadata.name,
      namespace,
      ...markersOf(pins),
    },
  };
}

/** Merge patch that makes an existing copy say exactly what the provider says, and nothing more. */
export function claimedCopyPatch(
  provider: Unstructured,
  consumer: ClaimedView,
  pins: ClusterPins,
): object {
  const content = contentOf(provider);
  return {
    ...removals(consumer.digest, content),
    metadata: {
      uid: consumer.metadata.uid,
      resourceVersion: consumer.metadata.resourceVersion,
      ...markersOf(pins),
    },
  };
}

/** The provider's content, with null for each field and map key that only the copy has. */
function removals(
  copy: Digest,
  content: Record<string, unknown>,
): Record<string, unknown> {
  const patch = { ...content };
  for (const path of Object.keys(copy)) {
    const [field = '', ...rest] = path.split('/');
    const key = rest.join('/');
    const value = patch[field];
    if (value === undefined || value === null) patch[field] = null;
    else if (isJsonObject(value) && rest.length > 0 && !(key in value)) {
      patch[field] = { ...value, [key]: null };
    }
  }
  return patch;
}
