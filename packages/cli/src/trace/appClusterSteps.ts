/** The steps of a claim as the app cluster shows them. Pure functions. */
import {
  conditionTypes,
  finalizers,
  getCondition,
  type APIServiceBinding,
} from '@klutch/bind-api';
import { resourceName, type KubeEvent } from '@klutch/kube';
import type { ClaimCondition } from '../claims/ClaimApi';
import {
  claimMessage,
  claimState,
  conditionStatus,
} from '../claims/claimState';
import type { FoundClaim } from '../claims/readClaims';
import type { TraceStep } from './TraceStep';

/** What was read of a claim on the app cluster. */
export interface AppClusterFacts extends FoundClaim {
  /** The binding of its API; `unreadable` without the right to read it. */
  binding: APIServiceBinding | 'unreadable' | undefined;
  /** Warnings about the claim, the newest one first. */
  warnings: readonly KubeEvent[];
}

type Found = Pick<TraceStep, 'state' | 'message' | 'remedy' | 'finding'>;

/** The type of the konnector's condition on objects that it could not sync. */
const konnectorSynced = 'KonnectorSynced';

const conditionOf = (
  { claim }: FoundClaim,
  type: string,
): ClaimCondition | undefined =>
  claim.status?.conditions?.find(condition => condition.type === type);

function requestOf({ claim }: AppClusterFacts): Found {
  const { deletionTimestamp, finalizers: kept = [] } = claim.metadata;
  return deletionTimestamp
    ? {
        state: 'waiting',
        finding: 'BeingDeleted',
        message: `It is being deleted, and waits for ${kept.join(', ') || 'its dependents'}.`,
        remedy:
          'Wait until its provider copy is deleted; do not remove finalizers by hand, because the data behind it may stay.',
      }
    : { state: 'done' };
}

function bindingOf({ api, binding }: AppClusterFacts): Found {
  if (binding === 'unreadable') {
    return {
      state: 'unknown',
      finding: 'NotReadable',
      message: 'You may not read it.',
    };
  }
  if (!binding) {
    return {
      state: 'failed',
      finding: 'ApiNotBound',
      message: 'The API is not bound on this app cluster, so nothing syncs it.',
      remedy: `Bind ${resourceName(api)} with "kubectl klutch bind <url>".`,
    };
  }
  const ready = getCondition(binding.status?.conditions, conditionTypes.ready);
  if (ready?.status === 'True') return { state: 'done' };
  return ready
    ? {
        state: 'failed',
        finding: 'KonnectorNotReporting',
        message: ready.message ?? ready.reason,
        remedy: 'Read "kubectl klutch status", which names each problem.',
      }
    : {
        state: 'waiting',
        finding: 'KonnectorNotReporting',
        message: 'The konnector has not reported about it.',
        remedy:
          'Check that the konnector runs: kubectl -n klutch-bind get deployment konnector',
      };
}

function konnectorOf(facts: AppClusterFacts): Found {
  const { claim, warnings } = facts;
  const refusal = conditionOf(facts, konnectorSynced);
  const [warning] = warnings;
  if (refusal?.status === 'False') {
    return {
      state: 'failed',
      finding: 'NotPickedUp',
      message: refusal.message ?? refusal.reason,
      remedy: 'Correct the object, or ask the provider for the right.',
    };
  }
  if (claim.metadata.finalizers?.includes(finalizers.syncer)) {
    return { state: 'done' };
  }
  return {
    state: warning ? 'failed' : 'waiting',
    finding: 'NotPickedUp',
    message: warning?.message ?? 'The konnector has not picked it up.',
    remedy:
      'Check the binding of the API, and that the konnector runs: kubectl klutch status',
  };
}

function controlPlaneOf(facts: AppClusterFacts): Found {
  const synced = conditionOf(facts, 'Synced');
  if (synced?.status === 'True') return { state: 'done' };
  return synced
    ? {
        state: 'failed',
        finding: 'NotComposed',
        message: synced.message ?? synced.reason,
        remedy:
          'Look at its objects on the control plane: add --control-plane-kubeconfig, or ask its operator.',
      }
    : {
        state: 'waiting',
        finding: 'NotComposed',
        message: 'The control plane has not reported about it.',
      };
}

function serviceOf({ claim }: AppClusterFacts): Found {
  if (conditionStatus(claim, 'Ready') === 'True') return { state: 'done' };
  const state = claimState(claim);
  const message = claimMessage(claim) || `It is ${state}.`;
  return state.toLowerCase() === 'failed'
    ? {
        state: 'failed',
        finding: 'ServiceNotReady',
        message,
        remedy: "Ask the control plane's operator about its provider.",
      }
    : { state: 'waiting', finding: 'ServiceNotReady', message };
}

/**
 * The steps in their order; the binding is that of the claim's API.
 */
export function appClusterSteps(facts: AppClusterFacts): TraceStep[] {
  const { api, claim } = facts;
  const location = 'appCluster';
  const own = `${api.singular}/${claim.metadata.name}`;
  const bound = `apiservicebinding/${resourceName(api)}`;
  return [
    { step: 'request', location, object: own, ...requestOf(facts) },
    { step: 'binding', location, object: bound, ...bindingOf(facts) },
    { step: 'konnector', location, object: own, ...konnectorOf(facts) },
    { step: 'control plane', location, object: own, ...controlPlaneOf(facts) },
    { step: 'service', location, object: own, ...serviceOf(facts) },
  ];
}
