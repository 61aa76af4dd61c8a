/** The progress of a claim from the request to the service, in steps (`hops` in the REST document). Pure functions. */
import {
  explain,
  type Explanation,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import {
  explanationIn,
  type ClaimFacts,
  type DerivedClaimState,
  type HopId,
} from './ClaimFacts';

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

/** What happens in the active step when the claim's state does not explain it. */
const activeReasons = {
  request: 'OrderChecked',
  appCluster: 'OrderStored',
  konnector: 'KonnectorApplies',
  controlPlane: 'CrossplaneComposes',
  service: 'ProviderWorks',
} as const;

const deletionReasons = {
  konnector: 'FinalizerRemoved',
  controlPlane: 'CopyRemoved',
  service: 'ServiceRemoved',
} as const;

const hasFailed = ({ state }: DerivedClaimState) =>
  state === 'Failed' || state === 'Degraded' || state === 'Unknown';

function defaultExplanation(
  id: HopId,
  derivedState: DerivedClaimState,
): Explanation {
  if (id === 'service' && hasFailed(derivedState))
    return explain('ProviderFailed');
  const deletionReason =
    derivedState.state === 'Deleting' && id in deletionReasons
      ? deletionReasons[id as keyof typeof deletionReasons]
      : undefined;
  return explain(deletionReason ?? activeReasons[id]);
}

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
    return {
      ...hop,
      state: hasFailed(derivedState)
        ? ('failed' as const)
        : ('active' as const),
      ...(explanationIn(derivedState) ?? defaultExplanation(id, derivedState)),
    };
  });
}
