/** The conditions of a binding that list issues by name, one for each kind. Pure. */
import type { IssueReports } from '../feedback/IssueCounters';
import { issueKinds, issueKindNames } from '../feedback/issueKinds';
import type { TransientCondition } from './TransientCondition';

/** @param reports - undefined: not known now. */
export const issueConditions = (
  reports: IssueReports | undefined,
): TransientCondition[] =>
  issueKindNames.map(name => {
    const { condition: type, reason, message } = issueKinds[name];
    const report = reports?.[name];
    if (!report) return [type, undefined];
    const isSome = report.count > 0;
    return [
      type,
      isSome && { type, status: 'True', reason, message: message(report) },
    ];
  });
