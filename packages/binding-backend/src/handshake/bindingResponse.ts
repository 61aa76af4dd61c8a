/** What a client gets in the end: a connection, and the requests to make with it. */
import {
  apiName,
  names,
  type ApiResource,
  type APIServiceExportRequestResponse,
  type BindingResponse,
} from '@klutch/bind-api';
import { personId } from '../audit/Audit';
import { HandshakeError } from '../errors/HandshakeError';
import { grantedApis, requireAllowed } from '../offers/allowedOffers';
import { digestOf } from '../offers/digestOf';
import type { Offer } from '../offers/offers';
import type { AuthenticatedUser } from '../oidc/IdentityProvider';
import type { Provisioned } from '../provision/provision';
import { tenantOf, type HandshakeBackend } from './HandshakeContext';

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
export const createBindingResponse = (
  person: AuthenticatedUser,
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
export interface PreparedTenant extends Provisioned {
  offers: Offer[];
}

/** What somebody wants of a tenant. */
export interface PrepareTenantParams {
  clusterId: string;
  apis: readonly ApiResource[];
  /** `digestOf` the offers that the person agreed to; machines are shown nothing. */
  offersDigest?: string;
}

const requireUnchangedOffers = (
  offers: readonly Offer[],
  offersDigest?: string,
) => {
  if (offersDigest === undefined || offersDigest === digestOf(offers)) return;
  throw new HandshakeError(
    'Changed',
    'What this API asks for on your app cluster has changed since it was shown to you, so nothing was bound. Begin again from your terminal, and read what it asks for now.',
  );
};

/**
 * Asks the policy first, and whether the offers are still what was agreed to; then provisions and notes what may be asked for, or renews what is there when no API is wanted.
 * @throws BindingError `NotOffered`, `NotBound` and those of provisioning; HandshakeError `Changed`
 */
export const prepareTenant = async (
  backend: HandshakeBackend,
  person: AuthenticatedUser,
  { apis, clusterId, offersDigest }: PrepareTenantParams,
): Promise<PreparedTenant> => {
  const offers = await requireAllowed(backend, person, apis);
  requireUnchangedOffers(offers, offersDigest);
  const tenant = tenantOf(person, clusterId);
  const provisioned = await (apis.length > 0
    ? backend.provision(tenant, grantedApis(offers))
    : backend.renew(tenant));
  return { ...provisioned, offers };
};
