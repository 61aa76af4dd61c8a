/** Binding: from an offered API to an APIServiceBinding on the app cluster, step by step. */
import { apiName, type ApiResource } from '@klutch/bind-api';
import type { KubeClient } from '@klutch/kube';
import { personId } from '../audit/Audit';
import { withAuditEvent, type EnrichAuditEvent } from '../audit/withAuditEvent';
import { auditTokenIssued } from '../audit/auditTokenIssued';
import { grantedApis, requireAllowed } from '../offers/allowedOffers';
import { offerSource } from '../offers/offers';
import type { Audience, Principal } from '../policy/mayBind';
import type { TenantIdentity } from '../identity/tenantIdentity';
import { provisionTenant, type ProvisionContext } from '../provision/provision';
import {
  ensureAppClusterNamespace,
  ensureBinding,
  ensureBindingCrd,
  existingBinding,
  grantKonnectorRights,
} from './appCluster';
import { acceptedOf, answerClaims, type AcceptedClaims } from './claims';
import { ensureKubeconfigSecret } from './ensureKubeconfigSecret';
import { ensureExport } from './ensureExport';

/** What to bind, where, and for whom. */
export interface BindOptions {
  /** The user who binds; the template's policy decides about the user. */
  binder: Principal;
  /** Identity of the app cluster and its owner. */
  identity: TenantIdentity;
  /** Client that acts as the user who binds, who needs the rights granted to the konnector. */
  appCluster: KubeClient;
  /** The API to bind. */
  resource: ApiResource;
  /** `'all'`, or the accepted claims. */
  acceptedClaims: AcceptedClaims;
  /** Runs before the first write, once the API is known to be offered to the user. */
  beforeChanges?: () => Promise<unknown>;
}

/** Where the API was bound. */
export interface BindResult {
  /** Name of the cluster namespace on the control plane cluster. */
  namespace: string;
  /** Name of the APIServiceBinding in `klutch-bind`. */
  binding: string;
}

/** Context of every binding. */
export interface BindContext extends ProvisionContext {
  /** Timeout of each wait for another component, in milliseconds. */
  deadline: number;
  /** How templates restrict who may bind. */
  audience: Audience;
}

/** @param enrich - receives the details for the audit event */
const executeBind = async (
  context: BindContext,
  options: BindOptions,
  enrich: EnrichAuditEvent,
): Promise<BindResult> => {
  const { audience, audit, client, deadline } = context;
  const { acceptedClaims, appCluster, binder, identity, resource } = options;
  const api = { group: resource.group, resource: resource.resource };

  const offered = await requireAllowed(offerSource(client, audience), binder, [
    api,
  ]);
  await options.beforeChanges?.();

  const { namespace, kubeconfig } = await provisionTenant(
    context,
    identity,
    grantedApis(offered),
  );
  const known = enrich({ namespace });

  const apiExport = await ensureExport({ client, namespace, api, deadline });
  const claims = answerClaims(
    apiExport.spec.permissionClaims ?? [],
    acceptedClaims,
  );

  await ensureAppClusterNamespace(appCluster);
  await ensureBindingCrd(appCluster, deadline);

  const existing = await existingBinding(appCluster, api);
  const secret = await ensureKubeconfigSecret(
    appCluster,
    existing,
    kubeconfig,
    () => auditTokenIssued(audit, known),
  );

  await grantKonnectorRights(appCluster, api, acceptedOf(claims));

  const binding = await ensureBinding(appCluster, api, secret, claims);
  return { namespace, binding };
};

/**
 * Nothing is provisioned before the API is known to be offered to the user. Binding again converges: it renews the
 * kubeconfig, the konnector's rights and the decisions on the claims, and creates no duplicates.
 */
export const bindApi = (
  context: BindContext,
  options: BindOptions,
): Promise<BindResult> => {
  const { binder, identity, resource } = options;
  const auditEvent = {
    action: 'bind',
    actor: personId(binder),
    cluster: identity.clusterId,
    apis: [apiName(resource)],
  } as const;
  return withAuditEvent(context.audit, auditEvent, enrich =>
    executeBind(context, options, enrich),
  );
};
