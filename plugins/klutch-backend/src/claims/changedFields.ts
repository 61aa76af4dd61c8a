/** Names what a change sets in the spec of a claim. Pure function. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';

/** Names of fields, settings as `parameters.<name>`; no values, which may be secret. */
export const changedFields = (
  spec: NonNullable<Schemas['ClaimChange']['spec']>,
): string[] =>
  Object.entries(spec).flatMap(([field, value]) => {
    const settings =
      field === 'parameters' && typeof value === 'object' && value !== null
        ? Object.keys(value)
        : [];
    return settings.length > 0
      ? settings.map(name => `${field}.${name}`)
      : [field];
  });
