/** Conditions of AppClusterBindings: those of the reference, and ours beside them. */
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
  /** The cluster namespace is there and is this AppClusterBinding's (ours). */
  namespaceReady: 'NamespaceReady',
  /** Every API of `spec.apiExports` is exported, bound and served, and no other (ours). */
  apisBound: 'ApisBound',
  /** `False` while an AppClusterBinding that is being deleted waits for something (ours). */
  removed: 'Removed',
} as const;

/** Reasons that the reference does not know. */
export const appClusterReasons = {
  namespaceFailed: 'NamespaceFailed',
  namespaceNameInvalid: 'NamespaceNameInvalid',
  namespaceNotOurs: 'NamespaceNotOurs',
  namespacePrefixCollision: 'NamespacesMeet',
  namespaceTerminating: 'NamespaceEnding',
  apisPending: 'ApisPending',
  bindingsRemain: 'BindingsRemain',
  serviceNamespacesRemain: 'ServiceNamespacesRemain',
  removalFailed: 'RemovalFailed',
} as const;

/** A condition that holds, with what else should be known. */
export const trueCondition = (
  type: string,
  message?: string,
): NewCondition => ({
  type,
  status: 'True',
  ...(message && { message }),
});

/** A condition that does not hold. */
export const falseCondition = (
  type: string,
  reason: string,
  message: string,
  severity: Condition['severity'] = 'Error',
): NewCondition => ({ type, status: 'False', severity, reason, message });

/** Something that was asked for and is not granted, whoever waits. */
export interface Refusal {
  /** A line of the condition's message. */
  message: string;
  /** Which APIs that is about. Default: all. */
  apis?: readonly string[];
}

/** What a step found: a condition, and what of it is a refusal. */
export interface StepResult extends NewCondition {
  refusals?: readonly Refusal[];
}

/** A condition that does not hold because somebody asked for what is not granted. */
export const refusedCondition = (
  type: string,
  reason: string,
  message: string,
): StepResult => ({
  ...falseCondition(type, reason, message),
  refusals: [{ message }],
});

/** All conditions with these ones set, those of `absent` taken away, and `Ready`. */
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
