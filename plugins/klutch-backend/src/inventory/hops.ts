/** The way of a claim from the request to the service, hop by hop; pure. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import type { ClaimFacts, DerivedClaimState, HopId } from './claimState';

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

/** What happens at the hop that a claim stands at, when its state has no message of its own. */
const activeMessages: Record<HopId, string> = {
  request: 'The order is being checked.',
  appCluster: 'The order is being stored on the app cluster.',
  konnector: 'The konnector applies the order to the control plane.',
  controlPlane: 'The control plane composes what the service is made of.',
  service: 'The provider is at work.',
};

const deletionMessages: Partial<Record<HopId, string>> = {
  konnector:
    'The konnector removes its finalizer from the object on the app cluster.',
  controlPlane: 'The control plane removes its copy.',
  service: 'The provider removes the service.',
};

/** When each hop was done, as far as the objects tell. */
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

/** All five hops: those behind are done, the present one is at work or has failed, the others wait. */
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
