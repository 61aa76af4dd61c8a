/** Which other claims a claim gives access to. */
import type { ClaimRef, Schemas } from '@klutch/backstage-plugin-klutch-common';

type Claim = Schemas['Claim'];

/** Finds rows and APIs. */
export interface ClaimSourceLookup {
  claim(ref: ClaimRef): Claim | undefined;
  /** The API for backups of the instances of an API. */
  backupApi(instanceResource: string): string | undefined;
}

/**
 * The claims whose data a claim hands over: the instance of a service binding or backup; for a restore, the backup and
 * the instance that the backup was taken of, too. Without them, an order of one's own would open what belongs to others.
 *
 * @returns undefined for each claim that is not known
 */
export function claimSources(
  row: Claim,
  { claim, backupApi }: ClaimSourceLookup,
): (Claim | undefined)[] {
  if (row.type === 'instance') return [];
  const at = (resource = '', name = '') =>
    claim({ cluster: row.cluster, namespace: row.namespace, resource, name });
  const instanceOf = (related: Claim | undefined) =>
    related && at(related.instanceResource, related.instanceRef);
  const instance = instanceOf(row);
  if (row.type !== 'restore') return [instance];
  const backup = at(backupApi(row.instanceResource ?? ''), row.backupRef);
  return [instance, backup, instanceOf(backup)];
}
