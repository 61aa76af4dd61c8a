/** The steps of a claim as the objects on the control plane show them. Pure functions. */
import {
  causeOf,
  claimProblem,
  type ClaimTrace,
  type TraceFinding,
  type TraceNode,
} from '@klutch/control-plane-health';
import type { Unstructured } from '@klutch/kube';
import type { StepState, TraceStep } from './TraceStep';

interface Condition {
  type: string;
  status: string;
}

const conditionsOf = ({ status }: Unstructured): Condition[] =>
  Array.isArray(status?.conditions) ? (status.conditions as Condition[]) : [];

const statusOf = (object: Unstructured, type: string) =>
  conditionsOf(object).find(condition => condition.type === type)?.status;

function stateOf({ object, missing }: TraceNode): StepState {
  if (!object) return missing === 'Forbidden' ? 'unknown' : 'failed';
  if (statusOf(object, 'Synced') === 'False') return 'failed';
  const isWaiting =
    object.metadata.deletionTimestamp !== undefined ||
    conditionsOf(object).some(
      ({ type, status }) => type === 'Ready' && status !== 'True',
    );
  return isWaiting ? 'waiting' : 'done';
}

const objectName = ({ reference }: TraceNode): string => {
  const { kind, name, namespace } = reference;
  return `${kind.toLowerCase()}/${namespace ? `${namespace}/` : ''}${name}`;
};

const stepOf = (depth: number): TraceStep['step'] =>
  (['control plane', 'composite'] as const)[depth] ?? 'managed resource';

/** The finding at an object that stops the claim, or may not be read. */
function findingOf(
  { missing, object }: TraceNode,
  depth: number,
): TraceFinding {
  if (missing) return missing === 'Forbidden' ? 'NotReadable' : 'ObjectMissing';
  if (object?.metadata.deletionTimestamp) return 'BeingDeleted';
  return (
    (['NotComposed', 'CompositeNotReady'] as const)[depth] ??
    'ManagedResourceNotReady'
  );
}

/** The copy of the claim, its composite and what is composed for it, each object before its own. */
export function controlPlaneSteps(trace: ClaimTrace): TraceStep[] {
  const cause = causeOf(trace);
  const problem = cause && claimProblem(trace);
  const below = (node: TraceNode, depth: number): TraceStep[] => [
    {
      step: stepOf(depth),
      location: 'controlPlane',
      object: objectName(node),
      state: stateOf(node),
      ...((node === cause || node.missing === 'Forbidden') && {
        finding: findingOf(node, depth),
      }),
      ...(node === cause && {
        message: problem?.message,
        remedy: problem?.remedy,
      }),
    },
    ...node.children.flatMap(child => below(child, depth + 1)),
  ];
  return below(trace, 0);
}
