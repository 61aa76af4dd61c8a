/** The control plane's half of a binding, for an app cluster that gets its own half by other ways. */
import type { AcceptablePermissionClaim, ApiResource } from '@klutch/bind-api';
import { grantedApis, requireAllowed } from '../offers/allowedOffers';
import { offerSource } from '../offers/offers';
import type { Binder } from '../policy/mayBind';
import type { TenantIdentity } from '../identity/tenantIdentity';
import { provisionTenant, type Provisioned } from '../provision/provision';
import { recordUsedJoinToken } from '../provision/usedJoinToken';
import type { BindContext } from './bind';
import { answerClaims, type AcceptedClaims } from './claims';
import { ensureExport } from './ensureExport';

/** An API, and the answer to what it asks for. */
export interface RequestedApi {
  /** The API to bind. */
  resource: ApiResource;
  /** `'all'`, or the claims that were accepted. */
  acceptedClaims: AcceptedClaims;
}

/** What to bind, and for whom. */
export interface BindingRequest {
  /** Who binds; the template's policy decides. */
  binder: Binder;
  /** Whose the app cluster is. */
  identity: TenantIdentity;
  /** All of them, or none. */
  apis: readonly RequestedApi[];
}

/** An API that is exported, with the answer to each of its claims. */
export interface PreparedBinding {
  /** The API that is exported. */
  api: ApiResource;
  /** Each claim of the export, accepted or rejected. */
  claims: AcceptablePermissionClaim[];
}

/** What an app cluster is to be given. */
export interface PreparedBindings extends Provisioned {
  /** In the order in which they were wished for. */
  bindings: PreparedBinding[];
}

/**
 * Nothing is provisioned before all APIs are known to be offered to whoever binds. Doing it again renews the kubeconfig
 * and creates nothing twice.
 * @param joinTokenId - id of the join token that is redeemed so; recorded
 * @throws BindingError in words
 */
export const prepareBindings = async (
  context: BindContext,
  { apis, binder, identity }: BindingRequest,
  joinTokenId?: string,
): Promise<PreparedBindings> => {
  const { audience, client, deadline } = context;
  const wanted = apis.map(({ resource }) => resource);
  const offered = await requireAllowed(
    offerSource(client, audience),
    binder,
    wanted,
  );
  const provisioned = await provisionTenant(
    context,
    identity,
    grantedApis(offered),
  );
  const { namespace } = provisioned;
  const bindings = await Promise.all(
    apis.map(async ({ acceptedClaims, resource: api }) => {
      const params = { client, namespace, api, deadline };
      const { spec } = await ensureExport(params);
      const claims = answerClaims(spec.permissionClaims ?? [], acceptedClaims);
      return { api, claims };
    }),
  );
  if (joinTokenId) await recordUsedJoinToken(context, namespace, joinTokenId);
  return { ...provisioned, bindings };
};
