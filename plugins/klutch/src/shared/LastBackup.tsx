/** When the last good backup of an instance finished. */
import type { Claim } from '../api/types';
import { RelativeTime } from './RelativeTime';

export function LastBackup(props: {
  instance: Claim;
  /** What is shown when there is none. */
  none: string;
}) {
  const { lastBackupAt, lastSeenAt } = props.instance;
  if (lastBackupAt) return <RelativeTime at={lastBackupAt} />;
  // While its app cluster is away, a later one may exist.
  return <>{lastSeenAt ? '–' : props.none}</>;
}
