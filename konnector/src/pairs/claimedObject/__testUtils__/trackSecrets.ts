import { claimedObjectName } from '../../../feedback/IssueReport';
import { IssueTracker } from '../../../feedback/IssueTracker';

/** The issues of claimed Secrets, without a scan. @param now - clock in milliseconds. */
export const trackSecrets = (now: () => number): IssueTracker =>
  new IssueTracker(
    {
      changed() {},
      failure: () => undefined,
      keys: () => [],
      hasSynced: () => true,
      enqueue() {},
    },
    key => claimedObjectName('secrets', key),
    now,
  );
