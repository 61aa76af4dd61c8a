/** Binding: from an offered API to an APIServiceBinding on the app cluster, step by step. */
import { apiName, type ApiResource } from '@klutch/bind-api';
import type { KubeClient } from '@klutch/kube';
import { personId } from '../audit/Audit';
import { withAuditEvent, type EnrichAuditEvent } from '../audit/withAuditEvent';
import { auditTokenIssued } from '../audit/auditTokenIssued';
import { grantedApis, requireAllowed } from '../offers/allowedOffers';
import { offerSource } from '../offers/offers';
import type { Audience, Binder } from '../policy/mayBind';
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
import { ensureKubeconfigSecret } from './kubeconfigSecret';
import { ensureExport } from './ensureExport';

/** What to bind, where, and for whom. */
export interface BindOptions {
  /** Who binds; the template's policy decides. */
  binder: Binder;
  /** Whose the app cluster is. */
  identity: TenantIdentity;
  /** Acts as the person who binds; needs the rights it passes on to the konnector. */
  appCluster: KubeClient;
  /** The API to bind. */
  resource: ApiResource;
  /** `'all'`, or the claims that were accepted. */
  acceptedClaims: AcceptedClaims;
  /** Runs before anything is made, once it is certain that the API is offered to whoever binds. */
  beforeChanges?: () => Promise<unknown>;
}

/** Where it ended up. */
export interface BindResult {
  /** The cluster namespace on the control plane. */
  namespace: string;
  /** Name of the APIServiceBinding in `klutch-bind`. */
  binding: string;
}

/** What is the same for every binding. */
export interface BindContext extends ProvisionContext {
  /** How long to wait for each of the other parts, in milliseconds. */
  deadline: number;
  /** How templates say who may bind. */
  audience: Audience;
}

/** @param enrich - hears what the audit is to know of it */
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
 * Nothing is provisioned before the API is known to be offered to whoever binds. Doing it again converges: it renews the kubeconfig,
 * the konnector's rights and the answers to the claims, and creates nothing twice.
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
