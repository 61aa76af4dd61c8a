/** The kinds of things that a binding tells of by name, each in a condition of its own: a further kind is added here. */
import { parseKey } from '@klutch/kube';
import { annotations, conditions } from '../markers';
import { truncateMessage } from './truncateMessage';
import { watchLagToleranceMs } from './IssueCounter';
import {
  isClaimedObjectName,
  formatNames,
  type IssueReport,
} from './IssueReport';

/** How one kind is counted and told: a warning, `True` while there are some and else absent, which keeps nothing from being ready. */
export interface IssueKind {
  /** Type of the condition. */
  condition: string;
  /** Of the condition. */
  reason: string;
  /** How long something must last to count; default: it counts at once. Milliseconds. */
  afterMs?: number;
  /** Many come and go in a row; default: each is news. */
  transitionsOnly?: boolean;
  /** Message of the condition when there are some: what is so, and what a person can do. */
  message: (found: IssueReport) => string;
}

/** What is claimed cannot be taken over, and what the provider has of it may be a credential that is in use. */
const adviceTexts = {
  own: `Of objects of this API rename the one here or remove the one there; it may also be taken over, if its owner annotates it there with ${annotations.adopt}=true, or, where it is the copy of another app cluster, with the UID of this one.`,
  claimed:
    'Of claimed objects, which are named with their type, rename the one here, or remove it if it is not needed; the one there may be in use.',
};

/** On what is named. */
const advice = ({ names }: IssueReport): string =>
  [
    !names.every(isClaimedObjectName) && adviceTexts.own,
    names.some(isClaimedObjectName) && adviceTexts.claimed,
  ]
    .filter(Boolean)
    .join(' ');

/** How to delete the first of them. */
const deletionOf = ({ names: [first = ''] }: IssueReport): string => {
  const [type = '', key = ''] = first.split(' ');
  const { namespace, name } = parseKey(key);
  return `kubectl delete ${type} ${name}${namespace ? ` -n ${namespace}` : ''}`;
};

const kinds = {
  /** Copies on the control plane whose object is gone, and nobody was seen to delete it. */
  orphans: {
    condition: conditions.orphanedCopies,
    reason: 'ObjectsMissing',
    afterMs: watchLagToleranceMs,
    message: found =>
      `${found.count} on the control plane have no object here: ${formatNames(found)}. They stay, as nobody was seen to ask for their deletion. To have one back, create its object again; to have it deleted, delete that object then.`,
  },
  /** Claimed copies on the app cluster whose original is gone, and which do not say which control plane it was on. */
  orphansOnAppCluster: {
    condition: conditions.orphanedAppClusterCopies,
    reason: 'OriginalsMissing',
    afterMs: watchLagToleranceMs,
    message: found =>
      `${found.count} on the app cluster came from a control plane by another konnector, and have no original on this one: ${formatNames(found)}. They stay, as they do not say which control plane it was. If no other one has the original and nothing uses the copy, delete it: ${deletionOf(found)}`,
  },
  /** Objects whose place on the other side is somebody else's. */
  collisions: {
    condition: conditions.nameCollisions,
    reason: 'NamesTaken',
    message: found =>
      `${found.count} have the name of something on the control plane that did not come from here: ${formatNames(found)}. Both stay as they are. ${advice(found)}`,
  },
  /** What a cluster does not take while the app cluster has no object that an Event could be about: claimed, or to be adopted. */
  refused: {
    condition: conditions.refusedObjects,
    reason: 'WritesRefused',
    message: found =>
      `${found.count} cannot be kept in step: ${formatNames(found)}. Of ${found.names[0]}: ${truncateMessage(found.why ?? '')}`,
  },
  /** What this process could not look at since it began, so that nobody knows whether it is among the others. */
  unchecked: {
    condition: conditions.uncheckedObjects,
    reason: 'LooksFailed',
    afterMs: watchLagToleranceMs,
    transitionsOnly: true,
    message: found =>
      `${found.count} could not be looked at yet: ${formatNames(found)}. What else this binding tells of objects by name leaves them out. They are tried again. Of ${found.names[0]}: ${truncateMessage(found.why ?? '')}`,
  },
} satisfies Record<string, IssueKind>;

/** Which kind. */
export type IssueKindName = keyof typeof kinds;

/** All kinds. */
export const issueKinds: Readonly<Record<IssueKindName, IssueKind>> = kinds;

/** In the order of {@link issueKinds}. */
export const issueKindNames = Object.keys(kinds) as IssueKindName[];

/** One of something for each kind. */
export const perKind = <T>(make: (name: IssueKindName) => T) =>
  Object.fromEntries(issueKindNames.map(name => [name, make(name)])) as Record<
    IssueKindName,
    T
  >;
