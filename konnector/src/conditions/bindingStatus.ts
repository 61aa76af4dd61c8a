/** What a binding says about itself: conditions with the reference's types and reasons. Pure. */
import {
  conditionReasons as reasons,
  conditionTypes as types,
  getCondition,
  type APIServiceBinding,
  type NewCondition,
  type ReadConditions,
} from '@klutch/bind-api';
import type { IssueReports } from '../feedback/IssueCounters';
import { conditions } from '../markers';
import type { TransientCondition } from './TransientCondition';
import { issueConditions } from './issueConditions';
import {
  falseVerdict,
  conditionOrPending,
  statusPatch,
  toCondition,
  withConditions,
  type Verdict,
} from './verdict';

/** What is known about a binding; what is left out is not known now: its condition stays as it is, or is pending. */
export interface BindingState {
  secretValid?: Verdict;
  informersSynced?: Verdict;
  heartbeating?: Verdict;
  connected?: Verdict;
  schemaInSync?: Verdict;
  /** Whether data flows. */
  syncing?: Verdict;
  /** Present while it holds, then gone: it is a warning, and keeps nothing from working. */
  longLivedToken?: boolean;
  /** Why a renewed kubeconfig cannot be written into its Secret; likewise. */
  kubeconfigNotWritten?: string | false;
  /** Likewise, in words: when the token of the kubeconfig ends, and that no other one has come in time. */
  tokenNotRenewed?: { message: string } | false;
  /** What it tells of by name: of each kind likewise, present while there are some. */
  issueReports?: IssueReports;
  /**
   * Whether all accepted claims are served; false when there are none, and then gone. `unknown`: what was said of them
   * stays, and where nothing was said, it is said that it is unknown.
   */
  claimsServed?: Verdict | 'unknown' | false;
  providerPrettyName?: string;
}

/** Whether there is nothing more to wait for: its objects are followed, or it says why not. */
export const isConclusive = (state: BindingState): boolean =>
  state.informersSynced !== undefined ||
  [state.secretValid, state.connected, state.schemaInSync, state.syncing].some(
    verdict => verdict?.ok === false,
  );

const longLivedToken: NewCondition = {
  type: conditions.longLivedToken,
  status: 'True',
  reason: 'TokenWithoutEnd',
  message:
    'The token of the kubeconfig never ends: whoever gets hold of it can use it for ever. Give out tokens that end, and rotate them.',
};

/** @param message - false: nothing is wrong; undefined: not known, so the condition stays as it is. */
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

const pending = falseVerdict(reasons.pending, 'Not looked at yet.', 'Info');

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
  [conditions.longLivedToken, state.longLivedToken && longLivedToken],
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

/** The patch that brings a binding's status up to date, or undefined. */
export function planBindingStatus(
  binding: APIServiceBinding,
  state: BindingState,
  now: Date,
): object | undefined {
  const verdicts: [string, Verdict | undefined][] = [
    [types.secretValid, state.secretValid],
    [types.informersSynced, state.informersSynced],
    [types.heartbeating, state.heartbeating],
    [types.bindingConnected, state.connected],
    [types.schemaInSync, state.schemaInSync],
  ];
  const present = binding.status?.conditions;
  const changes = verdicts.flatMap(([type, verdict]) =>
    conditionOrPending(present, type, verdict, pending),
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
