/** The storage quota of a plan. Servers without quotas are measured, and made read-only above the quota. */

/** Input of the decision, in bytes. */
export interface StorageUsage {
  size: number;
  /** Size at the last check; equal to `size` at the first. */
  previousSize: number;
  quota: number;
  readOnly: boolean;
}

/**
 * - `lock`: newly over the quota: make transactions read-only, and end those that write.
 * - `endWriters`: still over the quota and growing, because a session may override read-only (necessary to delete
 * data): end transactions that write.
 * - `unlock`: within the quota again.
 */
export type QuotaAction = 'none' | 'lock' | 'endWriters' | 'unlock';

/** Decides the action for the size of an instance. Pure function. */
export function planQuotaAction(usage: StorageUsage): QuotaAction {
  if (usage.size <= usage.quota) return usage.readOnly ? 'unlock' : 'none';
  if (!usage.readOnly) return 'lock';
  return usage.size > usage.previousSize ? 'endWriters' : 'none';
}

const mebibytes = (bytes: number) => `${Math.ceil(bytes / (1024 * 1024))} MiB`;

/** Explains to the owner of an instance why it is read-only, and how to free space. */
export function overQuotaMessage(
  planName: string,
  quota: number,
  freeSpace = 'free space',
): string {
  return `The data are larger than the ${mebibytes(
    quota,
  )} of the plan ${planName}, so they are read-only. Order a bigger plan, or ${freeSpace}.`;
}
