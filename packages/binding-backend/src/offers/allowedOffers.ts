/** What somebody may bind: the offers as they are now, less those that the policy keeps from this person. */
import { apiName, type ApiResource } from '@klutch/bind-api';
import { isRestricted, mayBind, type Binder } from '../policy/mayBind';
import { notOffered, type Offer, type OfferSource } from './offers';

/** Offers that this person may bind, by title. */
export const allowedOffers = async (
  source: OfferSource,
  person: Binder,
  only?: readonly ApiResource[],
): Promise<Offer[]> =>
  (await source.offers(only)).filter(({ policy }) => mayBind(policy, person));

/**
 * The offers of these APIs, each once.
 * @throws BindingError `NotOffered`, with the same words for what somebody may not bind and for what is not there
 */
export const requireAllowed = async (
  source: OfferSource,
  person: Binder,
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

/** Of offers that somebody may bind, the APIs that are not for everybody: what is granted by provisioning. */
export const grantedApis = (allowed: readonly Offer[]): ApiResource[] =>
  allowed.filter(({ policy }) => isRestricted(policy)).map(({ api }) => api);
