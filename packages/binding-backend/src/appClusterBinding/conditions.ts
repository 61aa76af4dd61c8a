/** Conditions of AppClusterBindings: those of the reference, and our additional ones. */
import {
  conditionTypes,
  setCondition,
  summarizeReady,
  type AppClusterBinding,
  type Condition,
  type NewCondition,
} from '@klutch/bind-api';
import { withoutCondition } from '../controllers/status';

/** Condition types. */
export const appClusterConditions = {
  secretValid: conditionTypes.secretValid,
  konnectorDeployed: conditionTypes.konnectorDeployed,
  /** The cluster namespace exists and belongs to this AppClusterBinding (ours). */
  namespaceReady: 'NamespaceReady',
  /** Every API of `spec.apiExports` is exported, bound and served, and no other API is (ours). */
  apisBound: 'ApisBound',
  /** `False` while the deletion of an AppClusterBinding waits for something (ours). */
  removed: 'Removed',
} as const;

/** Reasons that the reference does not define. */
export const appClusterReasons = {
  namespaceFailed: 'NamespaceFailed',
  namespaceNameInvalid: 'NamespaceNameInvalid',
  namespaceNotOurs: 'NamespaceNotOurs',
  namespacePrefixCollision: 'NamespacePrefixCollision',
  namespaceTerminating: 'NamespaceTerminating',
  apisPending: 'ApisPending',
  bindingsRemain: 'BindingsRemain',
  serviceNamespacesRemain: 'ServiceNamespacesRemain',
  removalFailed: 'RemovalFailed',
} as const;

/** A condition with status `True`, with an optional hint. */
export const trueCondition = (
  type: string,
  message?: string,
): NewCondition => ({
  type,
  status: 'True',
  ...(message && { message }),
});

/** A condition with status `False`. */
export const falseCondition = (
  type: string,
  reason: string,
  message: string,
  severity: Condition['severity'] = 'Error',
): NewCondition => ({ type, status: 'False', severity, reason, message });

/** A request that is not granted, whatever else is pending. */
export interface Refusal {
  /** A line of the condition's message. */
  message: string;
  /** The APIs that are refused. Default: all. */
  apis?: readonly string[];
}

/** Result of a step: a condition, and the refusals in it. */
export interface StepResult extends NewCondition {
  refusals?: readonly Refusal[];
}

/** A condition with status `False` because a request is not granted. */
export const refusedCondition = (
  type: string,
  reason: string,
  message: string,
): StepResult => ({
  ...falseCondition(type, reason, message),
  refusals: [{ message }],
});

/** All conditions: these set, those of `absent` removed, and `Ready` derived. */
export const appClusterStatus = (
  { status }: AppClusterBinding,
  newConditions: readonly NewCondition[],
  absent: readonly string[],
  now: Date,
): Condition[] =>
  summarizeReady(
    newConditions.reduce<Condition[]>(
      (list, condition) => setCondition(list, condition, now),
      absent.reduce<Condition[]>(withoutCondition, [
        ...(status?.conditions ?? []),
      ]),
    ),
    now,
  );
