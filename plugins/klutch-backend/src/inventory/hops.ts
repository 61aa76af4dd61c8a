/** The progress of a claim from the request to the service, in steps (`hops` in the REST document). Pure functions. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import type { ClaimFacts, DerivedClaimState, HopId } from './ClaimFacts';

const hopOrder: readonly HopId[] = [
  'request',
  'appCluster',
  'konnector',
  'controlPlane',
  'service',
];

const titles: Record<HopId, string> = {
  request: 'Request',
  appCluster: 'App cluster',
  konnector: 'Konnector',
  controlPlane: 'Control plane',
  service: 'Service',
};

/** Message of the active step when the claim's state has none. */
const activeMessages: Record<HopId, string> = {
  request: 'The order is being checked.',
  appCluster: 'The order is being stored on the app cluster.',
  konnector: 'The konnector applies the order to the control plane.',
  controlPlane: 'The control plane composes the resources of the service.',
  service: 'The provider is working.',
};

const deletionMessages: Partial<Record<HopId, string>> = {
  konnector:
    'The konnector removes its finalizer from the object on the app cluster.',
  controlPlane: 'The control plane removes the provider copy.',
  service: 'The provider removes the service.',
};

/** When each step was completed, as far as the objects record it. */
function timesOf({
  object,
  providerCopy,
}: ClaimFacts): Partial<Record<HopId, string>> {
  const timeOf = (type: string) =>
    object.status?.conditions?.find(condition => condition.type === type)
      ?.lastTransitionTime;
  return {
    request: object.metadata.creationTimestamp,
    appCluster: object.metadata.creationTimestamp,
    ...(typeof providerCopy === 'object' && {
      konnector: providerCopy.metadata.creationTimestamp,
    }),
    controlPlane: timeOf('Synced'),
    service: timeOf('Ready'),
  };
}

const hasFailed = ({ state }: DerivedClaimState) =>
  state === 'Failed' || state === 'Degraded' || state === 'Unknown';

/** All five steps: completed ones, the active or failed one, and pending ones. */
export function hopsOf(
  facts: ClaimFacts,
  derivedState: DerivedClaimState,
): Schemas['Hop'][] {
  const times = timesOf(facts);
  const currentIndex =
    derivedState.hop === 'done'
      ? hopOrder.length
      : hopOrder.indexOf(derivedState.hop);
  return hopOrder.map((id, index) => {
    const hop = { id, title: titles[id] };
    if (index < currentIndex) {
      const at = times[id];
      return { ...hop, state: 'done' as const, ...(at && { at }) };
    }
    if (index > currentIndex) return { ...hop, state: 'waiting' as const };
    const defaultMessage =
      (derivedState.state === 'Deleting' ? deletionMessages[id] : undefined) ??
      activeMessages[id];
    return {
      ...hop,
      state: hasFailed(derivedState)
        ? ('failed' as const)
        : ('active' as const),
      message: derivedState.message ?? defaultMessage,
    };
  });
}
