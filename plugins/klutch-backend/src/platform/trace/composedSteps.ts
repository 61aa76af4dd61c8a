/** How far the objects on the control plane are: the provider copy, its composite, what is composed. Pure functions. */
import {
  explain,
  type Explanation,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import type { ClaimTrace, TraceNode } from '@klutch/control-plane-health';
import type { Unstructured } from '@klutch/kube';
import type { ClaimObject, KubeCondition } from '../../claimApis/claimResource';
import { findCondition } from '../../inventory/managedStatus';

type Step = Schemas['SupportTraceStep'];

/** The provider copy with everything composed for it. */
export interface ComposedObjects {
  trace: ClaimTrace;
  /** What the provider copy is to Crossplane: a claim with a composite, a composite itself, or none of both. */
  copyIs: 'claim' | 'composite' | 'other';
}

/** The steps that objects on the control plane show; absent ones do not exist for this kind of provider copy. */
export type ComposedSteps = Partial<
  Record<'controlPlane' | 'composite' | 'managedResource', Step>
>;

type StepState = Step['state'];

interface NodeState {
  node: TraceNode;
  state: StepState;
  depth: number;
}

const conditionsOf = ({ status }: Unstructured): KubeCondition[] =>
  (status as ClaimObject['status'])?.conditions ?? [];

/** The condition of an object that says why it is not ready; undefined when it is. */
function failingCondition(object: Unstructured): KubeCondition | undefined {
  const conditions = conditionsOf(object);
  return ['Synced', 'Ready']
    .map(type => findCondition(conditions, type))
    .find(condition => condition && condition.status !== 'True');
}

function stateOf({ object, missing }: TraceNode, isDeletion: boolean) {
  if (!object) {
    if (missing === 'Forbidden') return 'unknown';
    return isDeletion ? 'done' : 'failed';
  }
  if (object.metadata.deletionTimestamp) return 'active';
  const failing = failingCondition(object);
  if (!failing) return 'done';
  return failing.type === 'Synced' && failing.status === 'False'
    ? 'failed'
    : 'active';
}

/** All nodes, each before its own. */
function flatten(
  nodes: readonly TraceNode[],
  isDeletion: boolean,
  depth = 0,
): NodeState[] {
  return nodes.flatMap(node => [
    { node, depth, state: stateOf(node, isDeletion) },
    ...flatten(node.children, isDeletion, depth + 1),
  ]);
}

const worstFirst: readonly StepState[] = [
  'failed',
  'active',
  'unknown',
  'done',
];

/** The object to look at: of those in the worst state the deepest, because what is above waits for what is below. */
function worstOf(nodes: readonly NodeState[]): NodeState | undefined {
  const rank = ({ state }: NodeState) => worstFirst.indexOf(state);
  return [...nodes].sort((a, b) => rank(a) - rank(b) || b.depth - a.depth)[0];
}

function explanationOf({
  node: { object },
}: NodeState): Explanation | undefined {
  if (!object) return undefined;
  const { deletionTimestamp, finalizers = [] } = object.metadata;
  if (deletionTimestamp && finalizers.length > 0) {
    return explain('FinalizersPresent', { finalizers: finalizers.join(', ') });
  }
  const { message, reason } = failingCondition(object) ?? {};
  const text = message || reason;
  return text ? { message: text } : undefined;
}

const notReady = {
  controlPlane: 'NotComposed',
  composite: 'CompositeNotReady',
  managedResource: 'ManagedResourceNotReady',
} as const;

function findingOf(
  id: keyof ComposedSteps,
  { node: { object, missing } }: NodeState,
): Step['finding'] {
  if (missing) return missing === 'Forbidden' ? 'NotReadable' : 'ObjectMissing';
  return object?.metadata.deletionTimestamp ? 'BeingDeleted' : notReady[id];
}

function stepOf(id: keyof ComposedSteps, worst: NodeState | undefined): Step {
  if (!worst) return { id, state: 'waiting' };
  const { node, state } = worst;
  if (state === 'done') {
    const at = node.object?.metadata.creationTimestamp;
    return { id, state, ...(at && { at }) };
  }
  return {
    id,
    state,
    object: node.reference,
    finding: findingOf(id, worst),
    ...explanationOf(worst),
  };
}

const isUnfinished = (states: readonly (NodeState | undefined)[]) =>
  states.some(one => one?.state === 'failed' || one?.state === 'active');

/** What only waits for others is done itself. */
const doneIf = (
  waitsForOthers: boolean,
  worst: NodeState | undefined,
): NodeState | undefined =>
  worst?.state === 'active' && waitsForOthers
    ? { ...worst, state: 'done' }
    : worst;

/** The steps from the provider copy to the composed resources. */
export function composedSteps({
  trace,
  copyIs,
}: ComposedObjects): ComposedSteps {
  const isDeletion = trace.object.metadata.deletionTimestamp !== undefined;
  const own = (node: TraceNode): NodeState => ({
    node,
    depth: 0,
    state: stateOf(node, isDeletion),
  });
  const copy = own(trace);
  if (copyIs === 'other') {
    return { controlPlane: stepOf('controlPlane', copy) };
  }
  const composites = copyIs === 'claim' ? trace.children : [trace];
  const composite = worstOf(composites.map(own));
  const composed = composites.flatMap(({ children }) => children);
  const managed = worstOf(flatten(composed, isDeletion));
  // A claim takes over the readiness of its composite.
  const isDelegated = isDeletion
    ? isUnfinished([composite, managed])
    : composites.length > 0;
  return {
    controlPlane: stepOf(
      'controlPlane',
      copyIs === 'composite'
        ? { ...copy, state: 'done' }
        : doneIf(isDelegated, copy),
    ),
    composite: stepOf('composite', doneIf(isUnfinished([managed]), composite)),
    managedResource: stepOf('managedResource', managed),
  };
}
