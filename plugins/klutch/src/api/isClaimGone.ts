/** Tells a claim that does not exist from one that the portal cannot reach, such as one whose API is no longer bound. */
import { KlutchError } from './KlutchError';

const reasons = new Set(['ClaimNotFound', 'ClaimGone', 'ObjectNotFound']);

/** Whether the app cluster itself says that the claim does not exist. */
export const isClaimGone = (error: unknown): boolean =>
  error instanceof KlutchError && reasons.has(error.reason ?? '');
