/** Whether claims of a type can be changed as asked for. */
import { explain, type Schemas } from '@klutch/backstage-plugin-klutch-common';
import { InvalidError } from '../errors/InvalidError';
import type { ClaimLocator, ClaimTarget } from './ClaimLocator';

/**
 * Refuses a change that claims of this type do not have, or that does not name its version.
 *
 * @throws InvalidError, or what {@link ClaimLocator.requireDescribed} throws
 */
export function requireChangeable(
  { info, ref }: ClaimTarget,
  change: Schemas['ClaimChange'],
  locator: Pick<ClaimLocator, 'requireDescribed'>,
): void {
  const { backupSchedule, component, generation, owner, spec } = change;
  const forInstances = [spec, backupSchedule, owner, component];
  const isForInstances = forInstances.some(part => part !== undefined);
  if (isForInstances) {
    locator.requireDescribed(ref);
    if (info.type !== 'instance') {
      throw new InvalidError(explain('NotChangeable', { name: ref.name }));
    }
  }
  if (spec && generation === undefined) {
    throw new InvalidError(explain('GenerationMissing'), [
      { field: 'generation', ...explain('GenerationRule') },
    ]);
  }
}
