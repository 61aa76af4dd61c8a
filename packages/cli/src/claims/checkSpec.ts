/** Checks an order before it is sent, so that the message names the flag. Pure functions. */
import { ruleViolations } from '@klutch/backstage-plugin-klutch-common';
import type { ClaimApi } from './ClaimApi';
import type { SpecFlag } from './specFlags';

const isAbsent = (spec: Record<string, unknown>, [field = '']: string[]) =>
  spec[field] === undefined;

/**
 * What is wrong with an order, one message each. Only the API server's validation is complete.
 *
 * @param spec - spec of the new claim
 */
export function specProblems(
  { specSchema }: ClaimApi,
  flags: readonly SpecFlag[],
  spec: Record<string, unknown>,
): string[] {
  const missing = flags
    .filter(({ required, path }) => required && isAbsent(spec, path))
    .map(({ name, values }) =>
      values.length > 0
        ? `--${name} is required: ${values.join(', ')}`
        : `--${name} is required`,
    );
  if (missing.length > 0) return missing;
  const flagOf = new Map(
    flags.map(({ name, path }) => [`spec.${path.join('.')}`, `--${name}`]),
  );
  return ruleViolations(specSchema, spec).map(
    ({ field, message }) => `${flagOf.get(field) ?? field}: ${message}`,
  );
}
