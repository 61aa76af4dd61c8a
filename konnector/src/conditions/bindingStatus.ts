/** Status of a binding: conditions with the reference's types and reasons. Pure. */
import {
  conditionReasons as reasons,
  conditionTypes as types,
  getCondition,
  type APIServiceBinding,
  type NewCondition,
  type ReadConditions,
} from '@klutch/bind-api';
import type { IssueReports } from '../feedback/issueKinds';
import { issueKinds, issueKindNames } from '../feedback/issueKinds';
import { conditions } from '../markers';
import {
  falseCondition,
  conditionOrPending,
  statusPatch,
  toCondition,
  withConditions,
  type ConditionResult,
} from './conditionResult';

/** Observed state of a binding. A missing field is not known now: its condition stays as it is, or becomes pending. */
export interface BindingState {
  secretValid?: ConditionResult;
  informersSynced?: ConditionResult;
  heartbeating?: ConditionResult;
  connected?: ConditionResult;
  schemaInSync?: ConditionResult;
  /** Whether objects are synced. */
  syncing?: ConditionResult;
  /** Warning that the token never expires. The condition exists only while true, and does not affect readiness. */
  nonExpiringToken?: boolean;
  /**
   * Why a renewed kubeconfig cannot be written into its Secret; false: it can.
   * The condition exists only while there is a message.
   */
  kubeconfigNotWritten?: string | false;
  /**
   * Message that the kubeconfig's token was not renewed in time, with its
   * expiry; false: none. The condition exists only while there is a message.
   */
  tokenNotRenewed?: { message: string } | false;
  /** Issues to list by name; each kind's condition exists only while there are such issues. */
  issueReports?: IssueReports;
  /**
   * Whether all accepted claims are served; false when there are no claims, then the condition is removed. `unknown`
   * keeps the present condition, and sets status Unknown when there is none.
   */
  claimsServed?: ConditionResult | 'unknown' | false;
  providerPrettyName?: string;
}

/** A condition that exists only while it applies; false: none, undefined: unknown, so the present condition stays. */
type TransientCondition = [
  type: string,
  condition: NewCondition | false | undefined,
];

/** Conditions that list issues by name, one for each kind. @param reports - undefined: not known now. */
const issueConditions = (
  reports: IssueReports | undefined,
): TransientCondition[] =>
  issueKindNames.map(name => {
    const { condition: type, reason, message } = issueKinds[name];
    const report = reports?.[name];
    if (!report) return [type, undefined];
    const isSome = report.count > 0;
    return [
      type,
      isSome && { type, status: 'True', reason, message: message(report) },
    ];
  });

/** Whether the state is final for now: the objects are synced, or a condition gives the reason why not. */
export const isConclusive = (state: BindingState): boolean =>
  state.informersSynced !== undefined ||
  [state.secretValid, state.connected, state.schemaInSync, state.syncing].some(
    result => result?.ok === false,
  );

const nonExpiringToken: NewCondition = {
  type: conditions.nonExpiringToken,
  status: 'True',
  reason: 'TokenNeverExpires',
  message:
    'The token of the kubeconfig never expires: anyone who obtains it can use it forever. Issue tokens that expire, and rotate them.',
};

/** @param message - false: no problem; undefined: unknown, so the condition stays as it is. */
const warning = (
  type: string,
  reason: string,
  message: string | false | undefined,
): TransientCondition => [
  type,
  typeof message === 'string'
    ? { type, status: 'True', reason, message }
    : message,
];

const pending = falseCondition(reasons.pending, 'Not checked yet.', 'Info');

function claimsServedCondition(
  { claimsServed: served }: BindingState,
  present: ReadConditions,
): TransientCondition[1] {
  const type = conditions.permissionClaimsServed;
  if (served !== 'unknown') return served && toCondition(type, served);
  if (getCondition(present, type)) return undefined;
  const message = 'It is not known yet whether the claims are served.';
  return { type, status: 'Unknown', reason: reasons.pending, message };
}

const transientConditions = (
  state: BindingState,
  present: ReadConditions,
): TransientCondition[] => [
  [conditions.nonExpiringToken, state.nonExpiringToken && nonExpiringToken],
  warning(
    conditions.kubeconfigUpdateFailed,
    'SecretNotWritten',
    state.kubeconfigNotWritten,
  ),
  warning(
    conditions.tokenNotRenewed,
    'RenewalOverdue',
    state.tokenNotRenewed && state.tokenNotRenewed.message,
  ),
  ...issueConditions(state.issueReports),
  [conditions.permissionClaimsServed, claimsServedCondition(state, present)],
];

/** Merge patch that updates a binding's status, or undefined when it is current. */
export function planBindingStatus(
  binding: APIServiceBinding,
  state: BindingState,
  now: Date,
): object | undefined {
  const results: [string, ConditionResult | undefined][] = [
    [types.secretValid, state.secretValid],
    [types.informersSynced, state.informersSynced],
    [types.heartbeating, state.heartbeating],
    [types.bindingConnected, state.connected],
    [types.schemaInSync, state.schemaInSync],
  ];
  const present = binding.status?.conditions;
  const changes = results.flatMap(([type, result]) =>
    conditionOrPending(present, type, result, pending),
  );
  if (state.syncing) {
    changes.push(toCondition(conditions.syncing, state.syncing));
  }
  const cleared = new Set<string>();
  for (const [type, condition] of transientConditions(state, present)) {
    if (condition) changes.push(condition);
    else if (condition === false) cleared.add(type);
  }
  const kept = present?.filter(({ type }) => !cleared.has(type));
  return statusPatch(binding, {
    conditions: withConditions(kept, changes, now),
    ...(state.providerPrettyName !== undefined && {
      providerPrettyName: state.providerPrettyName,
    }),
  });
}
