// Reasons for refusing a kubeconfig.

/** Why a kubeconfig is refused. */
export type KubeconfigRefusal =
  /** The file is longer than the policy allows. */
  | 'too-large'
  /** The file has more parts, or is nested deeper, than any real kubeconfig. */
  | 'too-complex'
  /** The file is not YAML. */
  | 'unreadable'
  /** The file uses a YAML alias (`*alias`), the means of YAML bombs. */
  | 'alias'
  /** The file uses a YAML tag (`!tag`). */
  | 'tag'
  /** The file uses a YAML directive (`%DIRECTIVE`). */
  | 'directive'
  /** The file uses a YAML merge key (`<<`). */
  | 'merge-key'
  /** A key occurs twice in one object; parsers differ in which value they use. */
  | 'duplicate-key'
  /** The file holds more than one YAML document. */
  | 'several-documents'
  /** The file is YAML, but not a kubeconfig. */
  | 'not-a-kubeconfig'
  /** A field has the wrong type. */
  | 'field-type'
  /** The credentials are redacted, because the file comes from `kubectl config view` without `--raw`. */
  | 'redacted'
  /** `current-context` is missing or names a context that is not in the list. */
  | 'no-current-context'
  /** The current context names a cluster or user that is not in the list. */
  | 'broken-context'
  /** The context, cluster or user in use is in its list twice. */
  | 'duplicate-name'
  /** The user signs in by running a program. */
  | 'exec'
  /** The user signs in through a plugin (`auth-provider`), which Kubernetes removed in 1.26. */
  | 'auth-provider'
  /** The kubeconfig names a file. */
  | 'file'
  /** The user signs in by password, which Kubernetes removed in 1.19. */
  | 'password'
  /** The user impersonates another user. */
  | 'impersonation'
  /** The cluster is reached through a proxy. */
  | 'proxy'
  /** The server's certificate is not verified. */
  | 'insecure-tls'
  /** The server is not a valid server URL. */
  | 'server-url'
  /** The server's URL does not use https. */
  | 'plain-http'
  /** The server's URL holds a user or password. */
  | 'server-userinfo'
  /** The server's URL holds a query or a fragment. */
  | 'server-query'
  /** The server's port is not an allowed one. */
  | 'port'
  /** The server is this machine. */
  | 'loopback'
  /** The server is in a private network. */
  | 'private-network'
  /** The server has a link-local address. */
  | 'link-local'
  /** The server is a cloud's metadata service, which hands out credentials. */
  | 'metadata'
  /** The server has a reserved address, which no server can have. */
  | 'reserved-address'
  /** The server's name can only be resolved inside one network or cluster. */
  | 'local-name'
  /** `tls-server-name` is not a host name. */
  | 'tls-server-name'
  /** The user has neither a token nor a client certificate. */
  | 'no-credentials'
  /** The token has characters that an HTTP header cannot carry. */
  | 'token'
  /** A field that must be base64 is not. */
  | 'base64'
  /** A field that must be a certificate is not. */
  | 'certificate'
  /** A field that must be a private key is not, or the key needs a passphrase or is too long. */
  | 'key'
  /** A client certificate comes without its key, a key without its certificate, or the two do not match. */
  | 'key-mismatch'
  /** A token or certificate has expired. */
  | 'expired';

/** A kubeconfig was refused. The message says what to do and never quotes the file. */
export class KubeconfigRefusedError extends Error {
  /** Always `KubeconfigRefusedError`. */
  override readonly name = 'KubeconfigRefusedError';
  /** For code to test: a connection has this as its `errorCode` when the lookup of the server's name refused it. */
  readonly code = 'KUBECONFIG_REFUSED';
  /** Why the kubeconfig was refused. */
  readonly reason: KubeconfigRefusal;
  /**
   * Path of the field, such as `cluster.server`, `user.exec` or `current-context`; absent when the whole file is meant.
   */
  readonly field?: string;
  /**
   * What is wrong and what to do, in sentences whose subject is the kubeconfig. The error's message is this text with
   * an introduction.
   */
  readonly explanation: string;

  /** @param explanation - whole sentences, which must not quote the file */
  constructor(
    reason: KubeconfigRefusal,
    field: string | undefined,
    explanation: string,
  ) {
    super(`The kubeconfig cannot be used. ${explanation}`);
    this.reason = reason;
    this.field = field;
    this.explanation = explanation;
  }
}
