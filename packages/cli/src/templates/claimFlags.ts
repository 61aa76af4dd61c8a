/** `--claim` and `--without-claim`: changes to the suggested permission claims. Pure functions. */
import { parseApiName, type PermissionClaim } from '@klutch/bind-api';
import { claimType } from './claimText';

/** Claims that were given as flags. */
export interface ClaimChanges {
  /** Claims to make, in the form of {@link parseClaim}; in place of the suggested ones on their types. */
  claim?: string[];
  /** Types of claims to leave out, `<plural>[.<group>]`. */
  withoutClaim?: string[];
}

const form = /^([a-z0-9.-]+)(?:\/(v\w+))?(?::(\w+))?(:required)?$/;

const owners: Record<string, 'Provider' | 'Consumer' | undefined> = {
  provider: 'Provider',
  consumer: 'Consumer',
  both: undefined,
};

/**
 * A claim from `<plural>[.<group>][/<version>][:Provider|Consumer|Both][:required]`. Default: version `v1`, objects of
 * the provider.
 *
 * @throws Error for anything else
 */
export function parseClaim(text: string): PermissionClaim {
  const [, type = '', version = 'v1', owner = 'Provider', required] =
    form.exec(text) ?? [];
  const known = owner.toLowerCase();
  if (!type || !(known in owners)) {
    throw new Error(
      `"${text}" is not a permission claim. Write <plural>[.<group>][/<version>][:Provider|Consumer|Both][:required], such as secrets:Provider.`,
    );
  }
  const chosen = owners[known];
  return {
    ...parseApiName(type),
    version,
    ...(required && { required: true }),
    ...(chosen && { selector: { owner: chosen } }),
  };
}

/**
 * The claims after the flags.
 *
 * @throws Error when a claim to leave out is not there, or a claim has another form
 */
export function changeClaims(
  suggested: readonly PermissionClaim[],
  { claim = [], withoutClaim = [] }: ClaimChanges,
): PermissionClaim[] {
  const added = claim.map(parseClaim);
  const suggestedTypes = suggested.map(claimType);
  const unknown = withoutClaim.find(type => !suggestedTypes.includes(type));
  if (unknown !== undefined) {
    throw new Error(
      `No permission claim on "${unknown}" is suggested. Suggested are: ${suggestedTypes.join(', ') || 'none'}.`,
    );
  }
  const replaced = [...withoutClaim, ...added.map(claimType)];
  return [
    ...suggested.filter(one => !replaced.includes(claimType(one))),
    ...added,
  ];
}
