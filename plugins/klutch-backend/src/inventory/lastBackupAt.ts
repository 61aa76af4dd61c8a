/** When the last good backup of an instance finished. Pure functions. */
import type { ClaimObject } from '../claimApis/claimResource';
import { finishedAt } from './claimSummary';

const isReady = ({ status }: ClaimObject) =>
  status?.conditions?.some(
    ({ type, status: is }) => type === 'Ready' && is === 'True',
  );

/**
 * RFC 3339; undefined if there is none.
 *
 * @param backups - those that refer to an instance of this name in its namespace
 * @param serviceType - of the instance; another service may have an instance of the same name
 */
export const lastBackupAt = (
  { metadata: { creationTimestamp = '' } }: ClaimObject,
  backups: readonly ClaimObject[],
  serviceType: string | undefined,
): string | undefined =>
  backups
    .filter(
      backup =>
        isReady(backup) &&
        !backup.metadata.deletionTimestamp &&
        // Not one of an earlier instance of the same name.
        (backup.metadata.creationTimestamp ?? '') >= creationTimestamp &&
        (!serviceType || backup.spec?.serviceInstanceType === serviceType),
    )
    .flatMap(
      backup => finishedAt(backup) ?? backup.metadata.creationTimestamp ?? [],
    )
    .sort()
    .at(-1);
