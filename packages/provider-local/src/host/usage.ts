/** What an instance uses of its plan, and which changes of it are worth a report. Pure functions. */

/** Each figure only where the server reports it. */
export interface InstanceUsage {
  storageBytes?: number;
  storageLimitBytes?: number;
  connections?: number;
  connectionLimit?: number;
}

/** Differences in shares of the limit that are reported. */
const STORAGE_STEP = 0.01;
const CONNECTION_STEP = 0.05;

const isNotable = (
  before: number | undefined,
  after: number | undefined,
  step: number,
) =>
  before === undefined || after === undefined
    ? before !== after
    : Math.abs(after - before) >= step || (after === 0) !== (before === 0);

/** Whether to report a change: each report is written to the control plane, the app cluster and open pages. */
export function isNotableChange(
  before: InstanceUsage,
  after: InstanceUsage,
): boolean {
  const { storageLimitBytes = 0, connectionLimit = 0 } = after;
  return (
    before.storageLimitBytes !== after.storageLimitBytes ||
    before.connectionLimit !== after.connectionLimit ||
    isNotable(
      before.storageBytes,
      after.storageBytes,
      Math.max(1, storageLimitBytes * STORAGE_STEP),
    ) ||
    isNotable(
      before.connections,
      after.connections,
      Math.max(1, connectionLimit * CONNECTION_STEP),
    )
  );
}
