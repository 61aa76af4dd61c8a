/** Names that only the binding backend uses; names of the wire contract come from bind-api. */

const program = 'klutch-binding-backend';

/** Fixed names of roles, labels, annotations and token secrets of this backend. */
export const backendNames = {
  /** The command; also what the backend is called in the audit, in what it asks clusters, and in a cluster that runs it. */
  program,
  /** ClusterRole of the backend's own identity; its rules are gathered from all labelled ClusterRoles. */
  role: program,
  /** ClusterRole with the rights that the backend always needs. */
  baseRole: `${program}-base`,
  /** ValidatingAdmissionPolicy that bounds which Secrets app clusters write. */
  tenantPolicy: 'klutch-binder-secrets',
  /**
   * ClusterRole that lets an app cluster list and watch Secrets in its cluster namespace, as the reference's konnector does;
   * and the RoleBinding there, whose subjects are empty where that is not needed.
   */
  secretReader: 'klutch-secret-reader',
  /** Lease of the replicas, where no other is named; and the Role for it. */
  lease: program,
  /** Prefix of the ClusterRole with the rights on one offered API, and of the RoleBindings that grant it to app clusters. */
  apiRolePrefix: 'klutch-api-',
  /** Prefix of the ClusterRole that lets the backend grant that one; aggregated into the backend's role. */
  templateRolePrefix: 'klutch-template-',
  /** The two Secrets that tokens are bound to in turn; deleting one ends the token bound to it. */
  tokenSecrets: ['klutch-binder-token-a', 'klutch-binder-token-b'],
} as const;

/** The ResourceQuota of a cluster namespace that bounds how many service namespaces may be asked for. */
export const serviceNamespaceQuota = {
  name: 'service-namespaces',
  /** Annotation: the limit that the backend wrote, 0 for none. Where another one stands in the quota, it is an operator's. */
  limit: 'klutch.anynines.com/provisioned-limit',
} as const;

/** Which konnector an app cluster has: annotations. */
export const konnectorAnnotations = {
  /** ClusterBinding, by an operator: `reference` for one that watches Secrets, whatever reports at the moment. */
  konnector: 'klutch.anynines.com/konnector',
  /** RoleBinding `klutch-secret-reader`: when it lost its subjects, RFC 3339; watches may go on for an hour after that. */
  narrowedAt: 'klutch.anynines.com/narrowed-at',
} as const;

/** Where the state of the token stands: annotations of the kubeconfig secret in the cluster namespace. */
export const tokenAnnotations = {
  /** Name of the Secret that the current token is bound to. */
  secret: 'klutch.anynines.com/token-secret',
  /** UID of that Secret. */
  secretUid: 'klutch.anynines.com/token-secret-uid',
  /** UID of the service account the token stands for. */
  serviceAccountUid: 'klutch.anynines.com/token-service-account-uid',
  /** When the token was made, RFC 3339. */
  issuedAt: 'klutch.anynines.com/token-issued-at',
  /** When the token ends, RFC 3339. */
  expiresAt: 'klutch.anynines.com/token-expires-at',
  /** The Secret of the token before it, kept until that token's end. */
  previousSecret: 'klutch.anynines.com/previous-token-secret',
  /** UID of that Secret. */
  previousSecretUid: 'klutch.anynines.com/previous-token-secret-uid',
  /** When the token before it ends, RFC 3339. */
  previousExpiresAt: 'klutch.anynines.com/previous-token-expires-at',
  /** When all tokens were ended, RFC 3339: nobody gets another one before somebody binds or refreshes. */
  revokedAt: 'klutch.anynines.com/tokens-revoked-at',
  /** The same of the last time, which stays when there is another token. */
  lastRevokedAt: 'klutch.anynines.com/tokens-last-revoked-at',
  /** The Secrets that end with them: `<name>/<UID>`, separated by commas. */
  revokedSecrets: 'klutch.anynines.com/revoked-token-secrets',
  /** There, also beside the next token: whether the reference's token without an end had to end, too, was not seen yet. */
  partiallyRevoked: 'klutch.anynines.com/tokens-revoked-in-part',
  /** Until when no token is put into the kubeconfig secret, RFC 3339. */
  publishAfter: 'klutch.anynines.com/token-withheld-until',
} as const;

/** Who may bind: annotations of an export template, which has no fields for it; see `mayBind`. */
export const policyAnnotations = {
  /** Groups, or `<issuer>#<group>`, separated by commas. */
  groups: 'klutch.anynines.com/allowed-groups',
  /** Subjects, or `<issuer>#<subject>`, separated by commas. */
  users: 'klutch.anynines.com/allowed-users',
} as const;

/**
 * Which APIs that are for some people only an app cluster may ask for, and until when: annotation of the kubeconfig
 * secret in the cluster namespace, which app clusters cannot write; see `grants`.
 */
export const grantsAnnotation = 'klutch.anynines.com/granted-apis';

/** Which join token was used last: annotations of the same secret; see `lastUsedJoinToken`. */
export const joinTokenAnnotations = {
  /** Its id; no secret. */
  id: 'klutch.anynines.com/taken-invitation',
  /** When, RFC 3339. */
  at: 'klutch.anynines.com/invitation-taken-at',
} as const;

/** What an API is called: annotations of its CRD. */
export const offerAnnotations = {
  title: 'klutch.anynines.com/title',
  description: 'klutch.anynines.com/description',
} as const;

/** Condition types that the reference does not know; other backends and konnectors leave them alone. */
export const backendConditions = {
  /** ClusterBinding: the backend may grant all rights that its exports need. */
  rightsGranted: 'RightsGranted',
  /** ClusterBinding: `True` while a token without an end is good, which the reference made. */
  nonExpiringToken: 'NeverEndingToken',
  /** ClusterBinding: every requested service namespace could be made. */
  serviceNamespacesReady: 'ServiceNamespacesReady',
  /** ClusterBinding: the konnector's token is there and has not ended. */
  tokenIssued: 'TokenIssued',
  /** APIServiceExport: `True` when no export template offers the API any more; the export stays in use. */
  withdrawn: 'Withdrawn',
} as const;

/** Reasons of the conditions that the backend writes and the reference does not know. */
export const backendReasons = {
  clusterWideGrant: 'ClusterWideGrant',
  crdNotFound: 'CustomResourceDefinitionNotFound',
  exportDeleting: 'ExportBeingDeleted',
  missingPolicy: 'MissingAdmissionPolicy',
  missingRights: 'MissingRights',
  madeByReference: 'MadeByReference',
  notAClusterNamespace: 'NotAClusterNamespace',
  serviceNamespaceProblems: 'ServiceNamespaceProblems',
  templateDeleted: 'TemplateDeleted',
  templateNotFound: 'TemplateNotFound',
  tokenExpired: 'TokenExpired',
  tokenMissing: 'TokenMissing',
  tokenUnpublished: 'TokenWithheld',
  tokensRevoked: 'TokensRevoked',
  tokensPartiallyRevoked: 'TokensRevokedInPart',
} as const;
