/** The kinds of issues that a binding reports by name, each in its own condition: add new kinds here. */
import { parseKey } from '@klutch/kube';
import { annotations, conditions } from '../markers';
import { truncateMessage } from './truncateMessage';
import {
  emptyReport,
  formatNames,
  isClaimedObjectName,
  mergeReports,
  type IssueReport,
} from './IssueReport';

/**
 * Two watches are never in sync: an issue seen by comparing both counts only when it persists this long; milliseconds.
 */
export const watchLagToleranceMs = 10_000;

/**
 * How one kind is counted and reported: a warning condition, `True` while there
 * are issues and absent otherwise, without effect on readiness.
 */
export interface IssueKind {
  condition: string;
  reason: string;
  /** How long an issue must persist to count; default: counts immediately. Milliseconds. */
  afterMs?: number;
  /**
   * Reports only the transition between zero and non-zero, as many issues come and go in a row; default: each change.
   */
  transitionsOnly?: boolean;
  /** Message of the condition when there are issues: what happened, and what an operator can do. */
  message: (found: IssueReport) => string;
}

/** Claimed objects cannot be taken over, and the provider's object of that name may be a credential in use. */
const adviceTexts = {
  own: `Of objects of this API, rename the one on the app cluster or remove the one on the control plane. The object on the control plane can also be taken over if its owner annotates it with ${annotations.adopt}=true or, where it is the copy of another app cluster, with the UID of this app cluster.`,
  claimed:
    'Of claimed objects, which are named with their type, rename the one on the app cluster, or remove it if it is not needed; the one on the control plane may be in use.',
};

/** Advice for the named objects. */
const advice = ({ names }: IssueReport): string =>
  [
    !names.every(isClaimedObjectName) && adviceTexts.own,
    names.some(isClaimedObjectName) && adviceTexts.claimed,
  ]
    .filter(Boolean)
    .join(' ');

/** Command that deletes the first of them. */
const deletionOf = ({ names: [first = ''] }: IssueReport): string => {
  const [type = '', key = ''] = first.split(' ');
  const { namespace, name } = parseKey(key);
  return `kubectl delete ${type} ${name}${namespace ? ` -n ${namespace}` : ''}`;
};

const kinds = {
  /** Copies on the control plane whose object is missing, without an observed deletion. */
  orphans: {
    condition: conditions.orphanedCopies,
    reason: 'ObjectsMissing',
    afterMs: watchLagToleranceMs,
    message: found =>
      `${found.count} on the control plane have no object on the app cluster: ${formatNames(found)}. They are kept, as no deletion of their objects was observed. To restore an object, create it again; to delete its copy, create the object and then delete it.`,
  },
  /** Claimed copies on the app cluster whose original is missing, and which do not record their control plane. */
  orphansOnAppCluster: {
    condition: conditions.orphanedAppClusterCopies,
    reason: 'OriginalsMissing',
    afterMs: watchLagToleranceMs,
    message: found =>
      `${found.count} on the app cluster were copied from a control plane by another konnector and have no original on this control plane: ${formatNames(found)}. They are kept, as they do not record their control plane. If no other control plane has the original and nothing uses the copy, delete it: ${deletionOf(found)}`,
  },
  /** Objects whose name on the other cluster is used by a foreign object. */
  collisions: {
    condition: conditions.nameCollisions,
    reason: 'NameCollisions',
    message: found =>
      `${found.count} have the name of an object on the control plane that is not a copy from this app cluster: ${formatNames(found)}. Both stay as they are. ${advice(found)}`,
  },
  /**
   * Rejected objects without an app cluster object that an Event could reference: claimed ones, or those to be adopted.
   */
  refused: {
    condition: conditions.refusedObjects,
    reason: 'WritesRefused',
    message: found =>
      `${found.count} cannot be synced: ${formatNames(found)}. ${found.names[0]}: ${truncateMessage(found.why ?? '')}`,
  },
  /** Objects that this process could not check since its start, so the other kinds may be incomplete. */
  unchecked: {
    condition: conditions.uncheckedObjects,
    reason: 'InitialScanFailed',
    afterMs: watchLagToleranceMs,
    transitionsOnly: true,
    message: found =>
      `${found.count} could not be checked yet: ${formatNames(found)}. The other conditions that list objects by name do not include them. The checks are retried. ${found.names[0]}: ${truncateMessage(found.why ?? '')}`,
  },
} satisfies Record<string, IssueKind>;

export type IssueKindName = keyof typeof kinds;

export const issueKinds: Readonly<Record<IssueKindName, IssueKind>> = kinds;

/** Names in the order of {@link issueKinds}. */
export const issueKindNames = Object.keys(kinds) as IssueKindName[];

export const perKind = <T>(make: (name: IssueKindName) => T) =>
  Object.fromEntries(issueKindNames.map(name => [name, make(name)])) as Record<
    IssueKindName,
    T
  >;

/** Report of each kind; undefined while unknown. */
export type IssueReports = Readonly<
  Record<IssueKindName, IssueReport | undefined>
>;

/** Reports without issues. */
export const emptyReports: IssueReports = perKind(() => emptyReport);

/** Reports while nothing is known. */
export const unknownReports: IssueReports = perKind(() => undefined);

/** Whether the number of issues of each kind is known and only changes with new events. */
export const areFinal = (reports: IssueReports): boolean =>
  Object.values(reports).every(report => report !== undefined) &&
  reports.unchecked?.count === 0;

/**
 * Merges reports of several parts, kind by kind.
 * @param parts - undefined: a part without known reports.
 */
export const mergeReportsByKind = (
  parts: readonly (IssueReports | undefined)[],
): IssueReports =>
  perKind(name => mergeReports(parts.map(part => part?.[name])));
