/**
 * The control plane's side of the Klutch binding: provisioning, exports, rights and tokens.
 *
 * @packageDocumentation
 */
export type { AppClusterBindingOptions } from './appClusterBinding/context';
export { allowableOverrides } from './appClusterBinding/konnectorPlan';
export type {
  AllowableOverride,
  KonnectorPolicy,
} from './appClusterBinding/konnectorPlan';
export {
  appClusterConditions,
  appClusterReasons,
} from './appClusterBinding/verdicts';
export { createBindingBackend } from './backend';
export type { BindingBackend, BindingBackendOptions } from './backend';
export {
  backendConditions,
  backendNames,
  backendReasons,
  policyAnnotations,
} from './backendNames';
export { BindingError } from './errors/BindingError';
export type { BindingErrorReason } from './errors/BindingError';
export type { Bound, BindOptions } from './bind/bind';
export { kubeconfigSecretTarget } from './bind/kubeconfigSecret';
export type {
  BindingWish,
  PreparedBinding,
  PreparedBindings,
  WantedApi,
} from './bind/prepareBindings';
export type { AcceptedClaims } from './bind/claims';
export { personId } from './audit/Audit';
export type { Audit, AuditEvent } from './audit/Audit';
export { createHandshake } from './handshake/createHandshake';
export type { Handshake, HandshakeOptions } from './handshake/createHandshake';
export { HandshakeError } from './errors/HandshakeError';
export type { HandshakeErrorReason } from './errors/HandshakeError';
export { createBindingRouter } from './http/createBindingRouter';
export type { BindingRouterOptions } from './http/createBindingRouter';
export type { RateLimit } from './http/rateLimit';
export type { BindingMetrics } from './metrics/BindingMetrics';
export { createBindingMetrics } from './metrics/createBindingMetrics';
export { createIdentityProviders } from './oidc/createIdentityProviders';
export { identityProviderSchema } from './oidc/identityProviderSchema';
export type {
  AccessTokenOptions,
  IdentityProviderOptions,
  SecretSource,
} from './oidc/identityProviderOptions';
export { SignInError } from './errors/SignInError';
export type { SignInErrorReason } from './errors/SignInError';
export type {
  IdentityProvider,
  SignedIn,
  SignInChecks,
} from './oidc/IdentityProvider';
export type { ExpiringStore, ExpiringStores } from './sessions/ExpiringStore';
export { createInvitations } from './invitation/createInvitations';
export type {
  Invitation,
  Invitations,
  InvitationsOptions,
  InvitationWish,
} from './invitation/createInvitations';
export { createInvitationRouter } from './http/createInvitationRouter';
export type { InvitationRouterOptions } from './http/createInvitationRouter';
export { knexStores } from './sessions/knexStores';
export { memoryStores } from './sessions/memoryStores';
export { runCli } from './server/cli';
export { claimInWords, claimsInWords, wholeClaim } from './offers/claimWords';
export type { Offer, OfferSource } from './offers/offers';
export { titleOfKind } from './offers/titleOfKind';
export { mayBind, policyOf, portalIssuer } from './policy/mayBind';
export type { Binder, Policy } from './policy/mayBind';
export { requireAllowed } from './offers/allowedOffers';
export { offboard, previewOffboarding } from './offboarding/offboard';
export type { OffboardOptions } from './offboarding/offboard';
export type {
  OffboardingPreview,
  ServiceNamespacePreview,
  ShownLoss,
  TypeCount,
} from './offboarding/OffboardingPreview';
export { clusterNamespaceName, identityValue } from './identity/tenantIdentity';
export type { TenantIdentity } from './identity/tenantIdentity';
export { externalEndpoint } from './tokens/externalEndpoint';
export type { ExternalEndpointWish } from './tokens/externalEndpoint';
export type { ExternalEndpoint, KubeconfigTarget } from './tokens/kubeconfig';
export type { Provisioned } from './provision/provision';
export { isTokenLifetime } from './tokenLifetime';
export type { TakenInvitation } from './provision/takenInvitation';
export { apiName, konnectorApiRole } from '@klutch/bind-api';
export type { ApiResource } from '@klutch/bind-api';
export { appClusterBindingRoles } from './roles/appClusterBindingRoles';
export { backendAdmissionPolicy } from './roles/backendAdmissionPolicy';
export type { AdmissionObject } from './roles/backendAdmissionPolicy';
export { backendRoleBinding, backendRoles } from './roles/backendRoles';
export { backendLeaseRole } from './roles/leaseRole';
export type { BackendLease } from './leadership/leadAgain';
export { offboardingRoles } from './roles/offboardingRoles';
export { planTemplate, templateRole } from './roles/templateRole';
export type { TemplateInput } from './roles/templateRole';
export { protocolVersion } from './version';
