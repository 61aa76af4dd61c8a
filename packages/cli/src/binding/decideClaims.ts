/** The user's answers to permission claims. */
import { apiName, type PermissionClaim } from '@klutch/bind-api';
import { describeClaim } from '@klutch/binding-backend';
import { printable } from '../output/table';

/** Answers that were given as flags. */
export interface ClaimFlags {
  /** Accept all claims that no other flag names. */
  yes?: boolean;
  /** Types of claims to accept, `<plural>[.<group>]`. */
  acceptClaim?: string[];
  /** Types of claims to reject. */
  rejectClaim?: string[];
}

/** An API with its claims. */
export interface ClaimingApi {
  /** `<plural>.<group>` */
  name: string;
  claims: readonly PermissionClaim[];
}

/** Asks at the terminal; `undefined` when there is no terminal. */
export type Ask = (question: string) => Promise<boolean | undefined>;

const typeOf = ({ group = '', resource }: PermissionClaim): string =>
  apiName({ group, resource });

/**
 * Checks that the flags name claims of the APIs, and do not contradict each other.
 *
 * @throws Error that lists the claims
 */
export function checkClaimFlags(
  apis: readonly ClaimingApi[],
  { acceptClaim = [], rejectClaim = [] }: ClaimFlags,
): void {
  const types = [...new Set(apis.flatMap(({ claims }) => claims.map(typeOf)))];
  const unknown = [...acceptClaim, ...rejectClaim].find(
    name => !types.includes(name),
  );
  if (unknown !== undefined) {
    throw new Error(
      `There is no permission claim on "${unknown}". The claims are on: ${types.join(', ') || 'nothing'}.`,
    );
  }
  const both = acceptClaim.find(name => rejectClaim.includes(name));
  if (both !== undefined) {
    throw new Error(
      `The claim on "${both}" cannot be both accepted and rejected. Leave out one of the flags.`,
    );
  }
}

function answerByFlag(
  claim: PermissionClaim,
  { acceptClaim = [], rejectClaim = [], yes }: ClaimFlags,
): boolean | undefined {
  const type = typeOf(claim);
  if (acceptClaim.includes(type)) return true;
  if (rejectClaim.includes(type)) return false;
  return yes ? true : undefined;
}

/** The question for one claim. */
export const claimQuestion = (api: string, claim: PermissionClaim): string =>
  printable(
    `${api}: ${describeClaim(claim)}.${claim.required ? ' It does not work without.' : ''} Accept?`,
  );

/**
 * The accepted claims of an API: by flags, or else asked one by one.
 *
 * @throws Error when a required claim is rejected, or there is nobody to ask
 */
export async function decideClaims(
  { name, claims }: ClaimingApi,
  flags: ClaimFlags,
  ask: Ask,
): Promise<PermissionClaim[]> {
  const accepted: PermissionClaim[] = [];
  for (const claim of claims) {
    const answer =
      answerByFlag(claim, flags) ?? (await ask(claimQuestion(name, claim)));
    if (answer === undefined) {
      throw new Error(
        `${name} has permission claims, and there is no terminal to ask at. Add --yes, or --accept-claim and --reject-claim for: ${claims.map(typeOf).join(', ')}.`,
      );
    }
    if (!answer && claim.required) {
      throw new Error(
        `${name} does not work without its claim on "${typeOf(claim)}", so it was not bound. Accept the claim, or leave the API out.`,
      );
    }
    if (answer) accepted.push(claim);
  }
  return accepted;
}
