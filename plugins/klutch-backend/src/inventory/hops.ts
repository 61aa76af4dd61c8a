/** The way of a claim from the request to the service, hop by hop; pure. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import type { ClaimFacts, ClaimStanding, HopId } from './claimState';

const order: readonly HopId[] = [
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
const activities: Record<HopId, string> = {
  request: 'The order is being checked.',
  appCluster: 'The order is being stored on the app cluster.',
  konnector: 'The konnector takes the order to the control plane.',
  controlPlane: 'The control plane composes what the service is made of.',
  service: 'The provider is at work.',
};

const removals: Partial<Record<HopId, string>> = {
  konnector: 'The konnector lets go of the object on the app cluster.',
  controlPlane: 'The control plane removes its copy.',
  service: 'The provider removes the service.',
};

/** When each hop was done, as far as the objects tell. */
function timesOf({ object, copy }: ClaimFacts): Partial<Record<HopId, string>> {
  const timeOf = (type: string) =>
    object.status?.conditions?.find(condition => condition.type === type)
      ?.lastTransitionTime;
  return {
    request: object.metadata.creationTimestamp,
    appCluster: object.metadata.creationTimestamp,
    ...(typeof copy === 'object' && {
      konnector: copy.metadata.creationTimestamp,
    }),
    controlPlane: timeOf('Synced'),
    service: timeOf('Ready'),
  };
}

const hasFailed = ({ state }: ClaimStanding) =>
  state === 'Failed' || state === 'Degraded' || state === 'Unknown';

/** All five hops: those behind are done, the present one is at work or has failed, the others wait. */
export function hopsOf(
  facts: ClaimFacts,
  standing: ClaimStanding,
): Schemas['Hop'][] {
  const times = timesOf(facts);
  const present =
    standing.at === 'done' ? order.length : order.indexOf(standing.at);
  return order.map((id, index) => {
    const hop = { id, title: titles[id] };
    if (index < present) {
      const at = times[id];
      return { ...hop, state: 'done' as const, ...(at && { at }) };
    }
    if (index > present) return { ...hop, state: 'waiting' as const };
    const activity =
      (standing.state === 'Deleting' ? removals[id] : undefined) ??
      activities[id];
    return {
      ...hop,
      state: hasFailed(standing) ? ('failed' as const) : ('active' as const),
      message: standing.message ?? activity,
    };
  });
}
