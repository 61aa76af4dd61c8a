/** What a binding says of the things it tells of by name: a condition for each kind. Pure. */
import type { TallyReports } from '../feedback/Tallies';
import { tallyKinds, tallyNames } from '../feedback/tallyKinds';
import type { Passing } from './Passing';

/** @param reports - undefined: nothing is known now. */
export const tallyConditions = (reports: TallyReports | undefined): Passing[] =>
  tallyNames.map(name => {
    const { condition: type, reason, says } = tallyKinds[name];
    const report = reports?.[name];
    if (!report) return [type, undefined];
    const isSome = report.count > 0;
    return [
      type,
      isSome && { type, status: 'True', reason, message: says(report) },
    ];
  });
