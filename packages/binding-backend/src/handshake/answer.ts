/** What a client gets in the end: a connection, and the requests to make with it. */
import {
  apiName,
  names,
  type ApiResource,
  type APIServiceExportRequestResponse,
  type BindingResponse,
} from '@klutch/bind-api';
import type { Offer } from '../offers/offers';
import type { SignedIn } from '../oidc/IdentityProvider';
import { isForSome } from '../policy/mayBind';
import type { Provisioned } from '../provision/provision';
import { requireAllowed } from './allowedOffers';
import { personId, tenantOf, type HandshakeBackend } from './Handshake';

const requestOf = ({
  api,
  claims,
}: Offer): APIServiceExportRequestResponse => ({
  kind: 'APIServiceExportRequest',
  apiVersion: names.apiVersion,
  metadata: { name: apiName(api) },
  spec: {
    resources: [
      { ...api, ...(claims.length > 0 && { permissionClaims: [...claims] }) },
    ],
  },
  status: {},
});

/**
 * The answer, as the reference's.
 * @param sessionId - the client's id of its login; none for clients that had no browser
 */
export const answerOf = (
  person: SignedIn,
  sessionId: string | undefined,
  kubeconfig: string,
  offers: readonly Offer[],
): BindingResponse => ({
  kind: 'BindingResponse',
  apiVersion: names.apiVersion,
  authentication:
    sessionId === undefined
      ? {}
      : { oauth2CodeGrant: { sid: sessionId, id: personId(person) } },
  kubeconfig: Buffer.from(kubeconfig).toString('base64'),
  requests: offers.map(requestOf),
});

/** A tenant that is ready, and what it may ask for. */
export interface Prepared extends Provisioned {
  offers: Offer[];
}

/**
 * Asks the policy first; then provisions and notes what may be asked for, or renews what is there when no API is wanted.
 * @throws BindingError `NotOffered`, `NotBound` and those of provisioning
 */
export const prepare = async (
  backend: HandshakeBackend,
  person: SignedIn,
  clusterId: string,
  apis: readonly ApiResource[],
): Promise<Prepared> => {
  const offers = await requireAllowed(backend, person, apis);
  const tenant = tenantOf(person, clusterId);
  const granted = offers
    .filter(({ policy }) => isForSome(policy))
    .map(({ api }) => api);
  const provisioned = await (apis.length > 0
    ? backend.provision(tenant, granted)
    : backend.renew(tenant));
  return { ...provisioned, offers };
};
