/** What a binding says about itself: conditions with the reference's types and reasons. Pure. */
import {
  conditionReasons as reasons,
  conditionTypes as types,
  type APIServiceBinding,
  type NewCondition,
} from '@klutch/bind-api';
import { listOf, type FindingReport } from '../feedback/Findings';
import { annotations, conditions } from '../markers';
import {
  because,
  known,
  statusPatch,
  toCondition,
  withAll,
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
  /** Copies whose object is gone: present while there are some, then gone. */
  orphans?: FindingReport;
  /** Objects whose place is somebody else's: likewise. */
  collisions?: FindingReport;
  /** Whether all accepted claims are served; false when there are none, and then gone. */
  claimsServed?: Verdict | false;
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

const orphanedCopies = (found: FindingReport): NewCondition => ({
  type: conditions.orphanedCopies,
  status: 'True',
  reason: 'ObjectsMissing',
  message: `${found.count} on the control plane have no object here: ${listOf(found)}. They stay, as nobody was seen to ask for their deletion. To have one back, create its object again; to have it deleted, delete that object then.`,
});

const nameCollisions = (found: FindingReport): NewCondition => ({
  type: conditions.nameCollisions,
  status: 'True',
  reason: 'NamesTaken',
  message: `${found.count} have the name of something on the control plane that did not come from here: ${listOf(found)}. Both stay as they are. Rename the object here or remove the one there; an object of this API may also be taken over, if its owner annotates it there with ${annotations.adopt}=true.`,
});

/** A condition that is there while there is something to say; undefined when that is not known now. */
type Passing = NewCondition | false | undefined;

const passing = (state: BindingState): [type: string, says: Passing][] => {
  const { orphans, collisions, claimsServed } = state;
  return [
    [conditions.longLivedToken, state.longLivedToken && longLivedToken],
    [
      conditions.orphanedCopies,
      orphans && orphans.count > 0 && orphanedCopies(orphans),
    ],
    [
      conditions.nameCollisions,
      collisions && collisions.count > 0 && nameCollisions(collisions),
    ],
    [
      conditions.permissionClaimsServed,
      claimsServed &&
        toCondition(conditions.permissionClaimsServed, claimsServed),
    ],
  ];
};

const pending = because(reasons.pending, 'Not looked at yet.', 'Info');
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
    known(present, type, verdict, pending),
  );
  if (state.syncing) {
    changes.push(toCondition(conditions.syncing, state.syncing));
  }
  const over = new Set<string>();
  for (const [type, says] of passing(state)) {
    if (says) changes.push(says);
    else if (says === false) over.add(type);
  }
  const kept = present?.filter(({ type }) => !over.has(type));
  return statusPatch(binding, {
    conditions: withAll(kept, changes, now),
    ...(state.providerPrettyName !== undefined && {
      providerPrettyName: state.providerPrettyName,
    }),
  });
}
