/** Asks for what a person may do with a claim where the rules of the app cluster do not tell. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import type { AccessReviews, AccessSubject } from '../identity/AccessReviews';
import type { AccessRules } from '../identity/accessRules';
import {
  claimAccess,
  rightsFor,
  type AccessedClaim,
  type Right,
} from './claimAccess';

const keyOf = ({ verb, resource, name = '' }: Right) =>
  `${verb} ${resource} ${name}`;

/**
 * As {@link claimAccess}; incomplete rules, which authorizers of managed clusters cause, are completed by one review for
 * each right. Not for lists over many namespaces: there the cluster decides once the person acts.
 */
export async function reviewAccess(
  reviews: Pick<AccessReviews, 'rulesIn' | 'hasRight'>,
  subject: AccessSubject,
  rules: AccessRules | undefined,
  claim: AccessedClaim,
): Promise<Schemas['ClaimAccess']> {
  if (!rules?.incomplete) return claimAccess(rules, claim);
  const { namespace } = claim.ref;
  const [inNamespace, ...answers] = await Promise.all([
    // Rules for all namespaces know no RoleBinding.
    reviews.rulesIn(subject, namespace),
    ...rightsFor(claim).map(
      async right =>
        [
          keyOf(right),
          await reviews.hasRight(subject, { ...right, namespace }),
        ] as const,
    ),
  ]);
  const answerTo = new Map(answers);
  return claimAccess(inNamespace ?? rules, claim, right =>
    answerTo.get(keyOf(right)),
  );
}
