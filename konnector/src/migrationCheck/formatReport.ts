/** Formats the report as text. Pure. */
import { annotations, unbindFinalizer } from '../markers';
import type { AtRisk } from './atRisk';
import type { MigrationReport } from './migrationReport';
import type { Outcome } from './outcomes';
import type { Leftovers } from './leftovers';

const headings: Record<Outcome, string> = {
  Orphaned:
    'Deleted within seconds, because the object on the other side does not exist',
  DeletionWaiting:
    'Deleted within seconds, because the deletion of the object is pending',
  Overwritten:
    'Overwritten by the object of the same name, of which it is not a copy',
  KeepForgotten: `Deleted together with the object, because the reference's konnector ignores the annotation ${annotations.deletion}=keep`,
};

const advice: Record<Outcome, string> = {
  Orphaned: `To keep the data, create the object again on the app cluster while our konnector runs; or remove the annotation ${annotations.bound} from the copy, from which the reference's konnector then creates an object on the app cluster (its namespace must exist there). A copy in a service namespace cannot be hidden from the reference's konnector. If the data is not needed, delete the copy.`,
  DeletionWaiting: `Approve the deletion, or keep the data while our konnector runs: annotate the object with ${annotations.deletion}=keep, so that the object is deleted and its copy stays. Then run this command again: the copy is listed as one without an object.`,
  Overwritten:
    'Rename the object on the app cluster, or remove one of the two, while our konnector runs.',
  KeepForgotten:
    'Do not delete the object on the app cluster as long as the data is needed.',
};

const claimedOrphans = `For an object of a permission claim, the annotation ${annotations.bound} has no effect: create the missing object again while our konnector runs, with the data of the remaining one, which is overwritten; or save the data elsewhere.`;

/** Outcomes, most severe first. */
const outcomes = Object.keys(headings) as Outcome[];

const lineOf = ({ type, object, copy, unbound }: AtRisk): string => {
  const where = copy
    ? `on the control plane: ${copy}`
    : 'on the app cluster; its original on the control plane does not exist any more';
  const later = unbound
    ? '; when this API is bound again with the reference’s konnector'
    : '';
  return `  ${type} ${object} (${where}${later})`;
};

const sectionOf = (outcome: Outcome, atRisk: readonly AtRisk[]): string[] => {
  const found = atRisk.filter(one => one.outcome === outcome);
  const hasClaimedOrphans =
    outcome === 'Orphaned' && found.some(({ claimed }) => claimed);
  return found.length === 0
    ? []
    : [
        `${headings[outcome]}: ${found.length}`,
        ...found.map(lineOf),
        `  ${advice[outcome]}`,
        ...(hasClaimedOrphans ? [`  ${claimedOrphans}`] : []),
        '',
      ];
};

/** One line per binding with leftovers. */
const leftoverLine = (found: Leftovers): string => {
  const marks = [
    ...(found.finalizer ? [`finalizer ${unbindFinalizer}`] : []),
    ...(found.conditions.length > 0
      ? [`conditions ${found.conditions.join(', ')}`]
      : []),
  ].join('; ');
  return found.unbinding
    ? `  ${found.binding}: is being deleted. Let our konnector finish this first, or its objects can never be deleted`
    : `  ${found.binding}: ${marks}`;
};

const leftoverLines = (leftovers: readonly Leftovers[]): string[] =>
  leftovers.length === 0
    ? ['The bindings have no finalizer or conditions of ours.']
    : [
        "Left on bindings, where the reference's konnector neither removes nor updates them; --apply removes them once our konnector is stopped:",
        ...leftovers.map(leftoverLine),
      ];

/** The whole report, as lines. */
export const formatReport = ({
  atRisk,
  leftovers,
  running,
  problems,
}: MigrationReport): string[] => [
  ...(atRisk.length > 0
    ? ["What happens when the reference's konnector starts:", '']
    : ["The reference's konnector would delete or overwrite nothing.", '']),
  ...outcomes.flatMap(outcome => sectionOf(outcome, atRisk)),
  ...leftoverLines(leftovers),
  ...(running.length > 0
    ? ['', `A konnector of ours is running: Lease ${running.join(', ')}.`]
    : []),
  ...(problems.length > 0
    ? ['', 'Not everything could be checked, so more may be lost:']
    : []),
  ...problems.map(problem => `  ${problem}`),
];

/** Formats what `--apply` did, as lines. @param found - the leftovers before the removal. */
export const formatRemoval = (found: readonly Leftovers[]): string[] => {
  const done = found.filter(({ unbinding }) => !unbinding);
  const left = found.filter(({ unbinding }) => unbinding);
  return [
    ...(done.length > 0
      ? ['Removed from the bindings:', ...done.map(leftoverLine)]
      : ['There was nothing to remove from the bindings.']),
    ...(left.length > 0 ? ['Not changed:', ...left.map(leftoverLine)] : []),
  ];
};
