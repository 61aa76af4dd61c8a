/** What somebody may bind: the offers as they are now, less those that the policy keeps from this person. */
import { apiName, type ApiResource } from '@klutch/bind-api';
import { notOffered, type Offer } from '../offers/offers';
import { mayBind, type Binder } from '../policy/mayBind';
import type { HandshakeBackend } from './Handshake';

/** Offers that this person may bind, by title. */
export const allowedOffers = async (
  { offers }: Pick<HandshakeBackend, 'offers'>,
  person: Binder,
): Promise<Offer[]> =>
  (await offers()).filter(({ policy }) => mayBind(policy, person));

/**
 * The offers of these APIs, each once.
 * @throws BindingError `NotOffered`, with the same words for what somebody may not bind and for what is not there
 */
export const requireAllowed = async (
  backend: Pick<HandshakeBackend, 'offers'>,
  person: Binder,
  apis: readonly ApiResource[],
): Promise<Offer[]> => {
  if (apis.length === 0) return [];
  const allowed = await allowedOffers(backend, person);
  const names = [...new Set(apis.map(apiName))];
  return names.map(name => {
    const offer = allowed.find(({ api }) => apiName(api) === name);
    if (offer) return offer;
    throw notOffered(name);
  });
};
