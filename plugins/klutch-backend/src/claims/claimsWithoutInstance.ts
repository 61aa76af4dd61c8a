/** Finds the claims whose instance is gone, such as backups that stayed on the cluster. Pure functions. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { instanceKey } from '../inventory/claimsOfInstance';

type Claim = Schemas['Claim'];

/**
 * The candidates that refer to an instance that does not exist.
 *
 * @param rows - all claims
 * @param areInstancesKnown - whether all instances of the API on the app cluster are among the rows
 */
export function claimsWithoutInstance(
  candidates: readonly Claim[],
  rows: readonly Claim[],
  areInstancesKnown: (cluster: string, resource: string) => boolean,
): Claim[] {
  const instances = new Set(
    rows
      .filter(({ type }) => type === 'instance')
      .map(row => instanceKey(row, row.resource, row.name)),
  );
  return candidates.filter(
    row =>
      row.instanceRef &&
      row.instanceResource &&
      !instances.has(instanceKey(row, row.instanceResource, row.instanceRef)) &&
      areInstancesKnown(row.cluster, row.instanceResource),
  );
}
