/** All that a binding tells of by name: what is counted of each kind, as one value. */
import { Tally, type TallyOptions } from './Tally';
import { joined, nothingCounted, type TallyReport } from './TallyReport';
import { perKind, tallyKinds, type TallyName } from './tallyKinds';

/** What is told of each kind; undefined as long as that is not known. */
export type TallyReports = Readonly<Record<TallyName, TallyReport | undefined>>;

/** It was looked, and there is nothing of any kind. */
export const nothingOfAnyKind: TallyReports = perKind(() => nothingCounted);

/** Nobody can say anything yet. */
export const nothingKnown: TallyReports = perKind(() => undefined);

/** Whether it is known how many there are of each kind, and will change only with what happens. */
export const areFinal = (reports: TallyReports): boolean =>
  Object.values(reports).every(report => report !== undefined) &&
  reports.unseen?.count === 0;

/** What several counted, kind by kind. @param parts - undefined stands for somebody who cannot say anything yet. */
export const joinedByKind = (
  parts: readonly (TallyReports | undefined)[],
): TallyReports => perKind(name => joined(parts.map(part => part?.[name])));

/** A tally of each kind, of one API or claimed type. */
export interface Tallies extends Readonly<Record<TallyName, Tally>> {
  /** This one is nothing of any kind, or not any more. */
  settle(name: string): void;
  /** It may be one of some kind, which has yet to last. */
  isPending(name: string): boolean;
  /** All that were found, of any kind: what has yet to last has to be looked at again, too, else it stays pending. */
  names(): Set<string>;
  report(): TallyReports;
}

/** Each kind counts, and tells of changes, as {@link tallyKinds} says. */
export function createTallies(
  options: Pick<TallyOptions, 'changed' | 'now'>,
): Tallies {
  const { changed, now } = options;
  const tallies = perKind(
    name => new Tally({ ...tallyKinds[name], changed, now }),
  );
  const all = Object.values(tallies);
  return {
    ...tallies,
    settle: name => all.forEach(tally => tally.settle(name)),
    isPending: name => all.some(tally => tally.isPending(name)),
    names: () => new Set(all.flatMap(tally => tally.names())),
    report: () => perKind(name => tallies[name].report()),
  };
}
