/** The current offers that a user may bind according to the policy. */
import { apiName, type ApiResource } from '@klutch/bind-api';
import { isRestricted, mayBind, type Principal } from '../policy/mayBind';
import { notOffered, type Offer, type OfferSource } from './offers';

/** Offers that the user may bind, by title. */
export const allowedOffers = async (
  source: OfferSource,
  person: Principal,
  only?: readonly ApiResource[],
): Promise<Offer[]> =>
  (await source.offers(only)).filter(({ policy }) => mayBind(policy, person));

/**
 * The offers of these APIs, without duplicates.
 * @throws BindingError `NotOffered`, with the same message for a denied and for a missing API
 */
export const requireAllowed = async (
  source: OfferSource,
  person: Principal,
  apis: readonly ApiResource[],
): Promise<Offer[]> => {
  if (apis.length === 0) return [];
  const allowed = await allowedOffers(source, person, apis);
  const names = [...new Set(apis.map(apiName))];
  return names.map(name => {
    const offer = allowed.find(({ api }) => apiName(api) === name);
    if (offer) return offer;
    throw notOffered(name);
  });
};

/** The APIs with a restricted audience among permitted offers: the APIs to grant by provisioning. */
export const grantedApis = (allowed: readonly Offer[]): ApiResource[] =>
  allowed.filter(({ policy }) => isRestricted(policy)).map(({ api }) => api);
