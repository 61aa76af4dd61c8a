/** Restricts actions on instances to instances. Pure function. */
import { InputError } from '@backstage/errors';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';

/** @throws InputError for a service binding, backup or restore, or the API of one */
export function requireInstanceType({
  resource,
  type,
}: Pick<Schemas['Claim'], 'resource' | 'type'>): void {
  if (type === 'instance') return;
  throw new InputError(
    `${resource} is not the API of a service instance. Use the resource of a service in list-services.`,
  );
}
