/** The steps of a claim for support, from the request to the service, with what is found at each. Pure functions. */
import type {
  Explanation,
  Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import { traceDocsUrl } from '@klutch/control-plane-health';
import type { ClaimFacts, HopId } from '../../inventory/ClaimFacts';
import { deriveClaimState } from '../../inventory/claimState';
import { hopsOf } from '../../inventory/hops';
import {
  composedSteps,
  type ComposedObjects,
  type ComposedSteps,
} from './composedSteps';

type Step = Schemas['SupportTraceStep'];
type Finding = Schemas['SupportTraceFinding'];

/** What the steps are derived from. */
export interface SupportFacts {
  /** With the provider copy in place of a claim that the portal does not see on the app cluster. */
  claim: ClaimFacts;
  /** Why the portal sees the claim on the control plane only. */
  notSeen?: {
    finding: 'AppClusterNotConnected' | 'ClaimMissing';
    explanation: Explanation;
  };
  /** The objects on the control plane, or why these may not be read; undefined without a provider copy. */
  composed?: ComposedObjects | Explanation;
}

const isDeleting = ({ claim }: SupportFacts) =>
  claim.object.metadata.deletionTimestamp !== undefined;

function konnectorFinding(facts: SupportFacts): Finding {
  const { controlPlaneProblem, konnectorProblem } = facts.claim;
  if (isDeleting(facts)) return 'BeingDeleted';
  if (konnectorProblem) return 'KonnectorNotReporting';
  return controlPlaneProblem ? 'ControlPlaneUnreachable' : 'NotPickedUp';
}

const findings: Record<HopId, (facts: SupportFacts) => Finding | undefined> = {
  request: () => undefined,
  appCluster: () => 'AppClusterUnreachable',
  konnector: konnectorFinding,
  controlPlane: facts => (isDeleting(facts) ? 'BeingDeleted' : 'NotComposed'),
  service: facts => (isDeleting(facts) ? 'BeingDeleted' : 'ServiceNotReady'),
};

/**
 * The steps as the claim's status shows them. An unreachable app cluster is one step that failed, and hides none of
 * the others.
 */
function stepsOfClaim(facts: SupportFacts): Record<HopId, Step> {
  const { clusterProblem, ...claim } = facts.claim;
  const steps = hopsOf(claim, deriveClaimState(claim)).map(
    ({ title: _title, ...hop }): Step => {
      const isOpen = hop.state === 'active' || hop.state === 'failed';
      const finding = isOpen ? findings[hop.id](facts) : undefined;
      return { ...hop, ...(finding && { finding }) };
    },
  );
  const byId = Object.fromEntries(steps.map(step => [step.id, step])) as Record<
    HopId,
    Step
  >;
  const withAppCluster = (
    state: 'failed' | 'unknown',
    finding: Finding,
    explanation: Explanation,
  ) => ({
    ...byId,
    appCluster: { id: 'appCluster' as const, state, finding, ...explanation },
  });
  if (facts.notSeen) {
    const { finding, explanation } = facts.notSeen;
    const state = finding === 'ClaimMissing' ? 'failed' : 'unknown';
    return withAppCluster(state, finding, explanation);
  }
  return clusterProblem
    ? withAppCluster('failed', 'AppClusterUnreachable', clusterProblem)
    : byId;
}

const unknownStep = (
  id: Step['id'],
  finding: Finding,
  explanation: Explanation,
): Step => ({ id, state: 'unknown', finding, ...explanation });

/** The konnector has not deleted the provider copy of a claim that is being deleted. */
function undeletedCopy(facts: SupportFacts): Step | undefined {
  const { konnectorProblem, providerCopy } = facts.claim;
  return isDeleting(facts) &&
    typeof providerCopy === 'object' &&
    !providerCopy.metadata.deletionTimestamp
    ? {
        id: 'konnector',
        state: konnectorProblem ? 'failed' : 'active',
        finding: konnectorProblem ? 'KonnectorNotReporting' : 'NotPickedUp',
        ...konnectorProblem,
      }
    : undefined;
}

/** The steps on the control plane, of which the claim's status shows only the first. */
function stepsOnControlPlane(
  { claim, composed }: SupportFacts,
  controlPlane: Step,
): ComposedSteps {
  const problem = claim.controlPlaneProblem;
  if (problem) {
    const finding = 'ControlPlaneUnreachable';
    return {
      controlPlane: unknownStep('controlPlane', finding, problem),
      composite: unknownStep('composite', finding, problem),
      managedResource: unknownStep('managedResource', finding, problem),
    };
  }
  if (!composed) {
    return {
      controlPlane,
      composite: { id: 'composite', state: 'waiting' },
      managedResource: { id: 'managedResource', state: 'waiting' },
    };
  }
  if (!('trace' in composed)) {
    return {
      controlPlane,
      composite: unknownStep('composite', 'NotReadable', composed),
      managedResource: unknownStep('managedResource', 'NotReadable', composed),
    };
  }
  const steps = composedSteps(composed);
  const own = steps.controlPlane;
  const isExplained = own?.state === controlPlane.state && controlPlane.message;
  return isExplained
    ? { ...steps, controlPlane: { ...own, ...controlPlane } }
    : steps;
}

const isOpen = (step: Step | undefined) =>
  step?.state === 'failed' || step?.state === 'active';

/** All steps that the claim has, in their order. */
export function supportSteps(facts: SupportFacts): Step[] {
  const { request, appCluster, konnector, controlPlane, service } =
    stepsOfClaim(facts);
  const plane = stepsOnControlPlane(facts, controlPlane);
  const waits = service.state !== 'done' && Object.values(plane).some(isOpen);
  return [
    request,
    appCluster,
    undeletedCopy(facts) ?? konnector,
    plane.controlPlane,
    plane.composite,
    plane.managedResource,
    waits ? { id: service.id, state: 'waiting' as const } : service,
  ].flatMap(step => {
    if (!step) return [];
    const { finding } = step;
    return [{ ...step, ...(finding && { docsUrl: traceDocsUrl(finding) }) }];
  });
}

/** The first failed step, or else the first one that is active. */
export const stoppedAt = (steps: readonly Step[]): Step['id'] | undefined =>
  (
    steps.find(({ state }) => state === 'failed') ??
    steps.find(({ state }) => state === 'active')
  )?.id;
