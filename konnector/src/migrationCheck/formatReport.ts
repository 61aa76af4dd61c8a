/** The report for people. Pure. */
import { annotations, unbindFinalizer } from '../markers';
import type { AtRisk } from './atRisk';
import type { MigrationReport } from './migrationReport';
import type { Outcome } from './outcomes';
import type { Leftovers } from './leftovers';

const headings: Record<Outcome, string> = {
  Orphaned: 'Deleted within seconds, as there is no object on the other side',
  DeletionWaiting:
    'Deleted within seconds, as the object is being deleted and its deletion only waits',
  Overwritten:
    'Overwritten by the object of its name, from which it did not come',
  KeepForgotten: `Deleted together with the object, whose annotation ${annotations.deletion}=keep the reference does not know`,
};

const advice: Record<Outcome, string> = {
  Orphaned: `To keep the data, create the object again on the app cluster while our konnector runs; or take the annotation ${annotations.bound} off the copy, from which the reference's konnector then makes an object on the app cluster (its namespace has to exist there). Nothing hides a copy in a service namespace from it. If the data is not needed, delete the copy.`,
  DeletionWaiting: `Approve the deletion, or keep the data while our konnector runs: annotate the object with ${annotations.deletion}=keep, so that it goes and its copy stays. Then run this again: the copy is listed as one without an object.`,
  Overwritten:
    'Rename the object on the app cluster, or remove one of the two, while our konnector runs.',
  KeepForgotten:
    'Do not delete the object on the app cluster as long as the data is needed.',
};

const claimedOrphans = `For an object of a permission claim ${annotations.bound} decides nothing: create the missing one again while our konnector runs, with the data of the one that is left, as that is overwritten; or keep the data elsewhere.`;

/** Worst first. */
const outcomes = Object.keys(headings) as Outcome[];

const lineOf = ({ type, object, copy, unbound }: AtRisk): string => {
  const where = copy
    ? `on the control plane: ${copy}`
    : 'on the app cluster; its original on the control plane is gone';
  const later = unbound
    ? '; when somebody binds this API again with the reference’s'
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

/** What is on one binding. */
const leftoverLine = (found: Leftovers): string => {
  const marks = [
    ...(found.finalizer ? [`finalizer ${unbindFinalizer}`] : []),
    ...(found.conditions.length > 0
      ? [`conditions ${found.conditions.join(', ')}`]
      : []),
  ].join('; ');
  return found.unbinding
    ? `  ${found.binding}: is being unbound. Let our konnector finish that first, or its objects can never be deleted`
    : `  ${found.binding}: ${marks}`;
};

const leftoverLines = (leftovers: readonly Leftovers[]): string[] =>
  leftovers.length === 0
    ? ['Nothing of ours is on the bindings.']
    : [
        "On bindings, where the reference's konnector neither takes it off nor keeps it up to date; --apply removes it, when our konnector is stopped:",
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
    ? ["What happens when the reference's konnector begins:", '']
    : ["The reference's konnector would delete or overwrite nothing.", '']),
  ...outcomes.flatMap(outcome => sectionOf(outcome, atRisk)),
  ...leftoverLines(leftovers),
  ...(running.length > 0
    ? ['', `A konnector of ours is at work: Lease ${running.join(', ')}.`]
    : []),
  ...(problems.length > 0
    ? ['', 'Not everything could be looked at, so more may be lost:']
    : []),
  ...problems.map(problem => `  ${problem}`),
];

/** What `--apply` did, as lines. @param found - before it. */
export const formatRemoval = (found: readonly Leftovers[]): string[] => {
  const done = found.filter(({ unbinding }) => !unbinding);
  const left = found.filter(({ unbinding }) => unbinding);
  return [
    ...(done.length > 0
      ? ['Taken off the bindings:', ...done.map(leftoverLine)]
      : ['There was nothing to take off the bindings.']),
    ...(left.length > 0
      ? ['Left as they are:', ...left.map(leftoverLine)]
      : []),
  ];
};
