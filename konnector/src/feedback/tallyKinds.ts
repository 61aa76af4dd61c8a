/** The kinds of things that a binding tells of by name, each in a condition of its own: a further kind is added here. */
import { parseKey } from '@klutch/kube';
import { annotations, conditions } from '../markers';
import { cutShort } from './cutShort';
import { watchesAgreeMs } from './Tally';
import { isOfClaimed, listOf, type TallyReport } from './TallyReport';

/** How one kind is counted and told: a warning, `True` while there are some and else absent, which keeps nothing from being ready. */
export interface TallyKind {
  /** Type of the condition. */
  condition: string;
  /** Of the condition. */
  reason: string;
  /** How long something must last to count; default: it counts at once. Milliseconds. */
  afterMs?: number;
  /** Many come and go in a row; default: each is news. */
  inRows?: boolean;
  /** Message of the condition when there are some: what is so, and what a person can do. */
  says: (found: TallyReport) => string;
}

/** What is claimed cannot be taken over, and what the provider has of it may be a credential that is in use. */
const adviceOn = {
  own: `Of objects of this API rename the one here or remove the one there; it may also be taken over, if its owner annotates it there with ${annotations.adopt}=true, or, where it is the copy of another app cluster, with the UID of this one.`,
  claimed:
    'Of claimed objects, which are named with their type, rename the one here, or remove it if it is not needed; the one there may be in use.',
};

/** On what is named. */
const advice = ({ names }: TallyReport): string =>
  [
    !names.every(isOfClaimed) && adviceOn.own,
    names.some(isOfClaimed) && adviceOn.claimed,
  ]
    .filter(Boolean)
    .join(' ');

/** How to delete the first of them. */
const deletionOf = ({ names: [first = ''] }: TallyReport): string => {
  const [type = '', key = ''] = first.split(' ');
  const { namespace, name } = parseKey(key);
  return `kubectl delete ${type} ${name}${namespace ? ` -n ${namespace}` : ''}`;
};

const kinds = {
  /** Copies on the control plane whose object is gone, and nobody was seen to delete it. */
  orphans: {
    condition: conditions.orphanedCopies,
    reason: 'ObjectsMissing',
    afterMs: watchesAgreeMs,
    says: found =>
      `${found.count} on the control plane have no object here: ${listOf(found)}. They stay, as nobody was seen to ask for their deletion. To have one back, create its object again; to have it deleted, delete that object then.`,
  },
  /** Claimed copies on the app cluster whose original is gone, and which do not say which control plane it was on. */
  orphansOnAppCluster: {
    condition: conditions.orphanedAppClusterCopies,
    reason: 'OriginalsMissing',
    afterMs: watchesAgreeMs,
    says: found =>
      `${found.count} on the app cluster came from a control plane by another konnector, and have no original on this one: ${listOf(found)}. They stay, as they do not say which control plane it was. If no other one has the original and nothing uses the copy, delete it: ${deletionOf(found)}`,
  },
  /** Objects whose place on the other side is somebody else's. */
  collisions: {
    condition: conditions.nameCollisions,
    reason: 'NamesTaken',
    says: found =>
      `${found.count} have the name of something on the control plane that did not come from here: ${listOf(found)}. Both stay as they are. ${advice(found)}`,
  },
  /** What a cluster does not take while the app cluster has no object that an Event could be about: claimed, or to be adopted. */
  refused: {
    condition: conditions.refusedObjects,
    reason: 'WritesRefused',
    says: found =>
      `${found.count} cannot be kept in step: ${listOf(found)}. Of ${found.names[0]}: ${cutShort(found.why ?? '')}`,
  },
  /** What this process could not look at since it began, so that nobody knows whether it is among the others. */
  unseen: {
    condition: conditions.uncheckedObjects,
    reason: 'LooksFailed',
    afterMs: watchesAgreeMs,
    inRows: true,
    says: found =>
      `${found.count} could not be looked at yet: ${listOf(found)}. What else this binding tells of objects by name leaves them out. They are tried again. Of ${found.names[0]}: ${cutShort(found.why ?? '')}`,
  },
} satisfies Record<string, TallyKind>;

/** Which kind. */
export type TallyName = keyof typeof kinds;

/** All kinds. */
export const tallyKinds: Readonly<Record<TallyName, TallyKind>> = kinds;

/** In the order of {@link tallyKinds}. */
export const tallyNames = Object.keys(kinds) as TallyName[];

/** One of something for each kind. */
export const perKind = <T>(make: (name: TallyName) => T) =>
  Object.fromEntries(tallyNames.map(name => [name, make(name)])) as Record<
    TallyName,
    T
  >;
