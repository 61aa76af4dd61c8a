import type { EditedClaim } from './claimFields';

/** Properties of the editors of a claim's fields. */
export interface ClaimFieldsProps {
  claim: EditedClaim;
  onChange: (claim: EditedClaim) => void;
}
