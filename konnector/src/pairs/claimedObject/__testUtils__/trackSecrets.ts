import {
  createIssueCounters,
  type IssueCounters,
} from '../../../feedback/IssueCounters';
import { claimedObjectName } from '../../../feedback/IssueReport';

/** The issues of claimed Secrets. @param now - clock in milliseconds. */
export const trackSecrets = (now: () => number): IssueCounters =>
  createIssueCounters({
    changed() {},
    nameOf: key => claimedObjectName('secrets', key),
    now,
  });
