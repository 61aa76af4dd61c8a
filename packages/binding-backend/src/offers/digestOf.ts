/** Detects whether an offer has changed since it was shown to the user; pure. */
import { createHash } from 'node:crypto';
import { apiName } from '@klutch/bind-api';
import { claimToYaml } from './describeClaim';
import type { Offer } from './offers';

/** Equal for offers of the same APIs with the same permission claims, in any order of the APIs. */
export const digestOf = (
  offers: readonly Pick<Offer, 'api' | 'claims'>[],
): string => {
  const entries = offers
    .map(({ api, claims }) =>
      JSON.stringify([apiName(api), claims.map(claimToYaml)]),
    )
    .sort();
  return createHash('sha256')
    .update(JSON.stringify(entries))
    .digest('base64url');
};
