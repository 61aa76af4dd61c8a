/** The control plane cluster's half of a binding, for an app cluster that receives its half by other means. */
import type { AcceptablePermissionClaim, ApiResource } from '@klutch/bind-api';
import { grantedApis, requireAllowed } from '../offers/allowedOffers';
import { offerSource } from '../offers/offers';
import type { Principal } from '../policy/mayBind';
import type { TenantIdentity } from '../identity/tenantIdentity';
import { provisionTenant, type Provisioned } from '../provision/provision';
import { recordUsedJoinToken } from '../provision/usedJoinToken';
import type { BindContext } from './bind';
import { answerClaims, type AcceptedClaims } from './claims';
import { ensureExport } from './ensureExport';

/** An API, and the decision on its permission claims. */
export interface RequestedApi {
  /** The API to bind. */
  resource: ApiResource;
  /** `'all'`, or the accepted claims. */
  acceptedClaims: AcceptedClaims;
}

/** What to bind, and for whom. */
export interface BindingRequest {
  /** The user who binds; the template's policy decides about the user. */
  binder: Principal;
  /** Identity of the app cluster and its owner. */
  identity: TenantIdentity;
  /** APIs to bind: all of them, or none. */
  apis: readonly RequestedApi[];
}

/** An exported API, with the decision on each of its claims. */
export interface PreparedBinding {
  /** The exported API. */
  api: ApiResource;
  /** Each claim of the export, accepted or rejected. */
  claims: AcceptablePermissionClaim[];
}

/** What to deliver to an app cluster. */
export interface PreparedBindings extends Provisioned {
  /** In the order of the request. */
  bindings: PreparedBinding[];
}

/**
 * Nothing is provisioned before all APIs are known to be offered to the user. A repeated call renews the kubeconfig and
 * creates no duplicates.
 * @param joinTokenId - id of the join token that is redeemed with this call; recorded
 * @throws BindingError when the user or an operator has to act
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
