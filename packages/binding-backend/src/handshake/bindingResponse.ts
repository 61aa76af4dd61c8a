/** The binding response: a kubeconfig, and the export requests to create with it. */
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
 * The binding response in the format of upstream Klutch.
 * @param sessionId - the client's id of its login; undefined for clients without a browser
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

/** A provisioned tenant and the offers that it may request. */
export interface PreparedTenant extends Provisioned {
  offers: Offer[];
}

/** Parameters of {@link prepareTenant}. */
export interface PrepareTenantParams {
  clusterId: string;
  apis: readonly ApiResource[];
  /** `digestOf` the offers that the user accepted; undefined for machine clients, which see no consent page. */
  offersDigest?: string;
}

const requireUnchangedOffers = (
  offers: readonly Offer[],
  offersDigest?: string,
) => {
  if (offersDigest === undefined || offersDigest === digestOf(offers)) return;
  throw new HandshakeError(
    'Changed',
    'The permission claims of this API have changed since you saw them, so nothing was bound. Start again from your terminal, and read the new claims.',
  );
};

/**
 * Checks the policy and that the offers are unchanged since consent; then provisions the tenant and grants the APIs,
 * or only renews the credentials when no API is requested.
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
