/** Names used only by the binding backend; names of the wire contract come from bind-api. */

const program = 'klutch-binding-backend';

/** Fixed names of roles, labels, annotations and token secrets of this backend. */
export const backendNames = {
  /**
   * Name of the command, and of the backend in the audit, in requests to clusters (field manager) and in its own
   * Deployment.
   */
  program,
  /** ClusterRole of the backend's own identity; aggregates the rules of all labelled ClusterRoles. */
  role: program,
  /** ClusterRole with the rights that the backend always needs. */
  baseRole: `${program}-base`,
  /** ValidatingAdmissionPolicy that restricts which Secrets app clusters may write. */
  tenantPolicy: 'klutch-binder-secrets',
  /**
   * ClusterRole that lets an app cluster list and watch Secrets in its cluster namespace, as the reference's konnector
   * does; also the RoleBinding of the same name, which has no subjects where these rights are not needed.
   */
  secretReader: 'klutch-secret-reader',
  /** Default name of the Lease for leader election, and of its Role. */
  lease: program,
  /** Prefix of the ClusterRole with the rights on one offered API, and of the RoleBindings that grant it to app clusters. */
  apiRolePrefix: 'klutch-api-',
  /** Prefix of the ClusterRole that lets the backend grant the role of an API; aggregated into the backend's role. */
  templateRolePrefix: 'klutch-template-',
  /** The two Secrets that tokens are bound to alternately; deleting a Secret revokes its token. */
  tokenSecrets: ['klutch-binder-token-a', 'klutch-binder-token-b'],
} as const;

/** ResourceQuota in a cluster namespace that limits the number of requested service namespaces. */
export const serviceNamespaceQuota = {
  name: 'service-namespaces',
  /**
   * Annotation: the limit that the backend wrote, 0 for no limit. A different limit in the ResourceQuota was set by an
   * operator.
   */
  limit: 'klutch.anynines.com/provisioned-limit',
} as const;

/** Annotations that record which konnector an app cluster runs. */
export const konnectorAnnotations = {
  /**
   * On the ClusterBinding, set by an operator: `reference` for a konnector that watches Secrets, whatever the heartbeat
   * reports.
   */
  konnector: 'klutch.anynines.com/konnector',
  /**
   * On RoleBinding `klutch-secret-reader`: time at which its subjects were removed, RFC 3339; open watches may continue
   * for an hour after this time.
   */
  narrowedAt: 'klutch.anynines.com/narrowed-at',
} as const;

/** State of the token: annotations of the kubeconfig secret in the cluster namespace. */
export const tokenAnnotations = {
  /** Name of the Secret that the current token is bound to. */
  secret: 'klutch.anynines.com/token-secret',
  /** UID of that Secret. */
  secretUid: 'klutch.anynines.com/token-secret-uid',
  /** UID of the service account that the token authenticates as. */
  serviceAccountUid: 'klutch.anynines.com/token-service-account-uid',
  /** When the token was issued, RFC 3339. */
  issuedAt: 'klutch.anynines.com/token-issued-at',
  /** When the token expires, RFC 3339. */
  expiresAt: 'klutch.anynines.com/token-expires-at',
  /** Secret of the previous token, kept until that token expires. */
  previousSecret: 'klutch.anynines.com/previous-token-secret',
  /** UID of the previous token's Secret. */
  previousSecretUid: 'klutch.anynines.com/previous-token-secret-uid',
  /** When the previous token expires, RFC 3339. */
  previousExpiresAt: 'klutch.anynines.com/previous-token-expires-at',
  /** When all tokens were revoked, RFC 3339: no token is issued before the next bind or renew. */
  revokedAt: 'klutch.anynines.com/tokens-revoked-at',
  /** Time of the last revocation, RFC 3339; stays when a new token is issued. */
  lastRevokedAt: 'klutch.anynines.com/tokens-last-revoked-at',
  /** Secrets of the revoked tokens: `<name>/<UID>`, separated by commas. */
  revokedSecrets: 'klutch.anynines.com/revoked-token-secrets',
  /**
   * On the kubeconfig secret, also beside a new token: a revocation has not yet determined whether a non-expiring token
   * of the reference has to be revoked as well.
   */
  partiallyRevoked: 'klutch.anynines.com/tokens-revoked-in-part',
  /**
   * Time before which no token is written to the kubeconfig secret, RFC 3339. Replicas of earlier versions read this
   * key, so it keeps its name.
   */
  publishAfter: 'klutch.anynines.com/token-withheld-until',
} as const;

/** Who may bind: annotations of an export template, which has no fields for it; see `mayBind`. */
export const policyAnnotations = {
  /** Groups, or `<issuer>#<group>`, separated by commas. */
  groups: 'klutch.anynines.com/allowed-groups',
  /** Subjects, or `<issuer>#<subject>`, separated by commas. */
  users: 'klutch.anynines.com/allowed-users',
  /** Issuers, all of whose users may bind, separated by commas. */
  issuers: 'klutch.anynines.com/allowed-issuers',
} as const;

/**
 * APIs with a restricted audience that an app cluster may request, each with an expiry time: annotation of the
 * kubeconfig secret in the cluster namespace, which app clusters cannot write; see `grants`.
 */
export const grantsAnnotation = 'klutch.anynines.com/granted-apis';

/**
 * The join token that was used last: annotations of the kubeconfig secret in the cluster namespace; see
 * `lastUsedJoinToken`. Replicas of earlier versions read these keys, so they keep their names.
 */
export const joinTokenAnnotations = {
  /** Id of the join token; not a secret. */
  id: 'klutch.anynines.com/taken-invitation',
  /** Time of use, RFC 3339. */
  at: 'klutch.anynines.com/invitation-taken-at',
} as const;

/** Display texts of an API: annotations of its CRD. */
export const offerAnnotations = {
  title: 'klutch.anynines.com/title',
  description: 'klutch.anynines.com/description',
} as const;

/** Condition types that the reference does not define; other backends and konnectors ignore them. */
export const backendConditions = {
  /** ClusterBinding: the backend may grant all rights that its exports need. */
  rightsGranted: 'RightsGranted',
  /** ClusterBinding: `True` while a non-expiring token, created by the reference, is valid. */
  nonExpiringToken: 'NonExpiringToken',
  /** ClusterBinding: every requested service namespace could be created. */
  serviceNamespacesReady: 'ServiceNamespacesReady',
  /** ClusterBinding: the konnector's token exists and has not expired. */
  tokenIssued: 'TokenIssued',
  /** APIServiceExport: `True` when no export template offers the API any more; the export remains usable. */
  withdrawn: 'Withdrawn',
} as const;

/** Reasons of the backend's conditions that the reference does not define. */
export const backendReasons = {
  clusterWideGrant: 'ClusterWideGrant',
  crdNotFound: 'CustomResourceDefinitionNotFound',
  exportDeleting: 'ExportBeingDeleted',
  missingPolicy: 'MissingAdmissionPolicy',
  missingRights: 'MissingRights',
  createdByReference: 'CreatedByReference',
  notAClusterNamespace: 'NotAClusterNamespace',
  serviceNamespaceProblems: 'ServiceNamespaceProblems',
  templateDeleted: 'TemplateDeleted',
  templateNotFound: 'TemplateNotFound',
  tokenExpired: 'TokenExpired',
  tokenMissing: 'TokenMissing',
  tokenUnpublished: 'TokenNotPublished',
  tokensRevoked: 'TokensRevoked',
  tokensPartiallyRevoked: 'TokensPartiallyRevoked',
} as const;
