/** Which other claims a claim gives access to. */
import type { ClaimRef, Schemas } from '@klutch/backstage-plugin-klutch-common';

type Claim = Schemas['Claim'];

/** Reads claims and finds APIs. */
export interface ClaimSourceLookup {
  claim(ref: ClaimRef): Promise<Claim | undefined>;
  /** The API for backups of the instances of an API. */
  backupApi(instanceResource: string): string | undefined;
}

/**
 * The claims whose data a claim hands over: the instance of a service binding or backup; for a restore, the backup and
 * the instance that the backup was taken of, too. Without them, an order of one's own would open what belongs to others.
 * A backup of a deleted instance stands for itself: it has the owner that the instance had.
 *
 * @returns undefined for each claim that does not exist
 */
export async function claimSources(
  row: Claim,
  { claim, backupApi }: ClaimSourceLookup,
): Promise<(Claim | undefined)[]> {
  if (row.type === 'instance') return [];
  const { cluster, namespace } = row;
  const at = async (resource?: string, name?: string) =>
    resource && name
      ? claim({ cluster, namespace, resource, name })
      : undefined;
  const instanceOf = async (related: Claim | undefined) =>
    related && at(related.instanceResource, related.instanceRef);
  const instance = await instanceOf(row);
  if (row.type !== 'restore') return [instance];
  const backup = await at(backupApi(row.instanceResource ?? ''), row.backupRef);
  const backedUp = await instanceOf(backup);
  return backedUp ? [instance, backup, backedUp] : [instance, backup];
}
