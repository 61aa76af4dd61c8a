/**
 * The control plane cluster's side of the Klutch binding: provisioning, exports, rights and tokens.
 * @packageDocumentation
 */
export { findTemplate, templateApi } from './apiResource';
export type { AppClusterBindingOptions } from './appClusterBinding/context';
export { allowableOverrides } from './appClusterBinding/planKonnector';
export type {
  AllowableOverride,
  KonnectorPolicy,
} from './appClusterBinding/planKonnector';
export type { BindingBackend } from './backend/BindingBackend';
export type { BindingBackendOptions } from './backend/BindingBackendOptions';
export { ControlPlaneAccess } from './backend/ControlPlaneAccess';
export type { ControlPlaneAccessOptions } from './backend/ControlPlaneAccess';
export { createBindingBackend } from './backend/createBindingBackend';
export { policyAnnotations } from './backendNames';
export { BindingError } from './errors/BindingError';
export type { BindingErrorReason } from './errors/BindingError';
export type { BindResult, BindOptions } from './bind/bind';
export {
  ensureAppClusterNamespace,
  ensureBinding,
  ensureBindingCrd,
  existingBinding,
  grantKonnectorRights,
} from './bind/appCluster';
export { acceptedOf, answerClaims } from './bind/claims';
export { ensureKubeconfigSecret } from './bind/ensureKubeconfigSecret';
export { kubeconfigTarget } from './tokens/kubeconfig';
export { kubeconfigSecretTarget } from './bind/planKubeconfigSecret';
export type {
  BindingRequest,
  PreparedBinding,
  PreparedBindings,
  RequestedApi,
} from './bind/prepareBindings';
export type { AcceptedClaims } from './bind/claims';
export { personId } from './audit/Audit';
export type { Audit, AuditEvent } from './audit/Audit';
export { callbackUrls } from './handshake/callbackUrls';
export { createHandshake } from './handshake/createHandshake';
export type { AuthorizationRequest } from './handshake/beginSignIn';
export type { BindWithTokenParams } from './handshake/bindWithToken';
export type {
  Handshake,
  HandshakeOptions,
  SignInChoice,
} from './handshake/createHandshake';
export type { RedirectParams } from './handshake/clientRedirect';
export type { Consent } from './handshake/consent';
export type {
  HandshakeBackend,
  OpenedSession,
  Session,
  WaitingClient,
} from './handshake/HandshakeContext';
export type { SubmittedForm } from './handshake/session';
export { HandshakeError } from './errors/HandshakeError';
export type { HandshakeErrorReason } from './errors/HandshakeError';
export { createBindingRouter } from './http/createBindingRouter';
export type { BindingRouterOptions } from './http/createBindingRouter';
export type { RateLimit } from './http/rateLimit';
export type {
  BindingCounts,
  BindingMetrics,
  BindStage,
  Outcome,
  TenantState,
  TokenResult,
} from './metrics/BindingMetrics';
export { createBindingMetrics } from './metrics/createBindingMetrics';
export { createIdentityProviders } from './oidc/createIdentityProviders';
export { identityProviderSchema } from './oidc/identityProviderSchema';
export { probeRedirectUri } from './oidc/probeRedirectUri';
export type {
  RedirectUriOutcome,
  RedirectUriProbe,
} from './oidc/probeRedirectUri';
export {
  countSigningKeys,
  metadataUrlOf,
  readIssuerMetadata,
} from './oidc/readIssuerMetadata';
export type {
  IssuerAnswer,
  IssuerMetadata,
  ProviderRequestOptions,
} from './oidc/readIssuerMetadata';
export type {
  AccessTokenOptions,
  IdentityProviderOptions,
  SecretSource,
} from './oidc/identityProviderOptions';
export { SignInError } from './errors/SignInError';
export type { SignInErrorReason } from './errors/SignInError';
export type {
  IdentityProvider,
  AuthenticatedUser,
  SignInChecks,
} from './oidc/IdentityProvider';
export type { ExpiringStore, ExpiringStores } from './sessions/ExpiringStore';
export { createJoinTokens } from './joinToken/createJoinTokens';
export type {
  JoinToken,
  JoinTokens,
  JoinTokensOptions,
  JoinTokenRequest,
} from './joinToken/JoinTokens';
export { createJoinRouter } from './http/createJoinRouter';
export type { JoinRouterOptions } from './http/createJoinRouter';
export { knexStores } from './sessions/knexStores';
export type { KnexStoresOptions } from './sessions/knexStores';
export { memoryStores } from './sessions/memoryStores';
export type { MemoryStoresOptions } from './sessions/memoryStores';
export { runCli } from './server/cli';
export { readBackendIdentities } from './server/readBackendIdentities';
export type { BackendIdentity } from './server/readBackendIdentities';
export { requiredRights } from './server/requiredRights';
export type { ServerIdentity } from './server/roleManifests';
export { rolesCommand } from './server/rolesCommand';
export { describeClaim, claimToYaml } from './offers/describeClaim';
export type { Offer, OfferSource } from './offers/offers';
export { titleOfKind } from './offers/titleOfKind';
export { isLoopback } from './loopback';
export { audienceOf } from './policy/audience';
export type { AudienceOptions, DefaultAudience } from './policy/audience';
export {
  effectivePolicy,
  mayBind,
  portalIssuer,
  unqualifiedNames,
} from './policy/mayBind';
export type { Audience, Policy, Principal } from './policy/mayBind';
export { affectedExport } from './templates/affectedExport';
export type { AffectedExport } from './templates/affectedExport';
export {
  audienceAnnotationNames,
  audienceAnnotations,
  templateAudience,
} from './templates/templateAudience';
export type { TemplateAudience } from './templates/templateAudience';
export {
  historyAnnotation,
  historyWith,
  templateRevisions,
  templateState,
} from './templates/templateHistory';
export type {
  TemplateRevision,
  TemplateState,
  TemplateWrite,
} from './templates/templateHistory';
export { requireAllowed } from './offers/allowedOffers';
export { offboard, previewOffboarding } from './offboarding/offboard';
export type { OffboardOptions } from './offboarding/offboard';
export { requireTokenRights } from './offboarding/requireRights';
export type { NamespaceOwnership } from './controllers/serviceNamespaceOwnership';
export type {
  OffboardingPreview,
  ServiceNamespacePreview,
  ShownLoss,
  TypeCount,
} from './offboarding/OffboardingPreview';
export type { TenantIdentity } from './identity/tenantIdentity';
export { externalEndpoint } from './tokens/externalEndpoint';
export type { ExternalEndpointOptions } from './tokens/externalEndpoint';
export type { ExternalEndpoint, KubeconfigTarget } from './tokens/kubeconfig';
export type { Provisioned } from './provision/provision';
export { isServiceNamespaceLimit } from './serviceNamespaceLimit';
export { isTokenLifetime } from './tokenLifetimeBounds';
export type { UsedJoinToken } from './provision/usedJoinToken';
export { apiName, konnectorApiRole } from '@klutch/bind-api';
export type { AdmissionObject, ApiResource } from '@klutch/bind-api';
export { appClusterBindingRoles } from './roles/appClusterBindingRoles';
export { backendAdmissionPolicy } from './roles/backendAdmissionPolicy';
export { missingPolicy } from './roles/missingPolicy';
export type { PolicyState } from './roles/policyState';
export { knownPolicyState, requiredPolicies } from './roles/requiredPolicies';
export type {
  KnownPolicyState,
  RequiredPolicy,
} from './roles/requiredPolicies';
export { tenantAdmissionPolicy } from './roles/tenantAdmissionPolicy';
export { backendRoleBinding, backendRoles } from './roles/backendRoles';
export { backendLeaseRole } from './roles/leaseRole';
export type { BackendLease } from './leaderElection/runWithLeaderElection';
export { offboardingRoles } from './roles/offboardingRoles';
export {
  portalApiRole,
  portalAppClusterRoles,
  portalControlPlaneRoles,
} from './roles/portalRoles';
export type { ImpersonatedSubjects, RbacObject } from './roles/portalRoles';
export {
  offeringRules,
  planTemplate,
  templateRoles,
} from './roles/templateRole';
export type { TemplateInput } from './roles/templateRole';
export { protocolVersion } from './version';
export { revokeTokensIn } from './tokens/revokeTokens';
export type { RevocationContext } from './tokens/revokeTokens';
