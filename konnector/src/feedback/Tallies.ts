/** All that a binding tells of by name: what is counted of each kind, as one value. */
import { Tally, type TallyOptions } from './Tally';
import { joined, nothingCounted, type TallyReport } from './TallyReport';
import { perKind, tallyKinds, type TallyName } from './tallyKinds';

/** What is told of each kind; undefined as long as that is not known. */
export type TallyReports = Readonly<Record<TallyName, TallyReport | undefined>>;

/** It was looked, and there is nothing of any kind. */
export const nothingOfAnyKind: TallyReports = perKind(() => nothingCounted);

/** Whether of each kind is known how many there are. */
export const areKnown = (reports: TallyReports): boolean =>
  Object.values(reports).every(report => report !== undefined);

/** What several counted, kind by kind. @param parts - undefined stands for somebody who cannot say anything yet. */
export const joinedByKind = (
  parts: readonly (TallyReports | undefined)[],
): TallyReports => perKind(name => joined(parts.map(part => part?.[name])));

/** A tally of each kind, of one API or claimed type. */
export interface Tallies extends Readonly<Record<TallyName, Tally>> {
  /** All is looked for from now on. */
  begin(): void;
  /** This one is nothing of any kind, or not any more. */
  settle(name: string): void;
  /** All that count, of any kind. */
  names(): Set<string>;
  report(): TallyReports;
}

/** Each kind counts after the time that {@link tallyKinds} gives it. */
export function createTallies(options: Omit<TallyOptions, 'afterMs'>): Tallies {
  const tallies = perKind(
    name => new Tally({ ...options, afterMs: tallyKinds[name].afterMs }),
  );
  const all = Object.values(tallies);
  return {
    ...tallies,
    begin: () => all.forEach(tally => tally.begin()),
    settle: name => all.forEach(tally => tally.settle(name)),
    names: () => new Set(all.flatMap(tally => [...tally.names()])),
    report: () => perKind(name => tallies[name].report()),
  };
}
