// Why a kubeconfig is not taken in.

/** What is wrong with a kubeconfig that is refused. */
export type KubeconfigRefusal =
  /** Longer than the policy allows. */
  | 'too-large'
  /** More parts, or deeper nested, than any kubeconfig is. */
  | 'too-complex'
  /** Not YAML. */
  | 'unreadable'
  /** YAML's `*alias`, the stuff that bombs are made of. */
  | 'alias'
  /** YAML's `!tag`. */
  | 'tag'
  /** YAML's `%DIRECTIVE`. */
  | 'directive'
  /** YAML's `<<`. */
  | 'merge-key'
  /** A key that stands twice in one object, of which readers take different ones. */
  | 'duplicate-key'
  /** More than one YAML document. */
  | 'several-documents'
  /** YAML, but of something else. */
  | 'not-a-kubeconfig'
  /** A field of another type than it must have. */
  | 'field-type'
  /** `kubectl config view` without `--raw` has replaced its credentials. */
  | 'redacted'
  /** No `current-context`, or one that is not in the list. */
  | 'no-current-context'
  /** The current context names a cluster or user that is not in the list. */
  | 'broken-context'
  /** The context, cluster or user in use is there twice. */
  | 'duplicate-name'
  /** Signs in by running a program. */
  | 'exec'
  /** Signs in through a plugin (`auth-provider`), which Kubernetes dropped in 1.26. */
  | 'auth-provider'
  /** Names a file. */
  | 'file'
  /** Signs in by password, which Kubernetes dropped in 1.19. */
  | 'password'
  /** Acts as somebody else. */
  | 'impersonation'
  /** Goes through a proxy. */
  | 'proxy'
  /** Does not check the server's certificate. */
  | 'insecure-tls'
  /** The server is not a URL of a server. */
  | 'server-url'
  /** The server is reached by something else than https. */
  | 'plain-http'
  /** The server's URL holds a user or password. */
  | 'server-userinfo'
  /** The server's URL holds a query or a fragment. */
  | 'server-query'
  /** The server's port is none of the allowed ones. */
  | 'port'
  /** The server is this very machine. */
  | 'loopback'
  /** The server is in a private network. */
  | 'private-network'
  /** The server has an address of one network link. */
  | 'link-local'
  /** The server is where a cloud tells machines about themselves, credentials included. */
  | 'metadata'
  /** The server has an address that no server has. */
  | 'reserved-address'
  /** The server has a name that only one network or cluster knows. */
  | 'local-name'
  /** `tls-server-name` is no name. */
  | 'tls-server-name'
  /** Neither a token nor a client certificate. */
  | 'no-credentials'
  /** A token that cannot be sent. */
  | 'token'
  /** Data that is not base64. */
  | 'base64'
  /** Something else where a certificate must be. */
  | 'certificate'
  /** Something else where a private key must be, or one that needs a passphrase or is too long. */
  | 'key'
  /** A client certificate without its key, the reverse, or two that do not belong together. */
  | 'key-mismatch'
  /** A token or certificate that has ended. */
  | 'expired';

/** Says what to do; never quotes the file. */
export class KubeconfigRefusedError extends Error {
  /** Always `KubeconfigRefusedError`. */
  override readonly name = 'KubeconfigRefusedError';
  /** For code to decide by: what a connection shows as its `errorCode` when it was refused at its name's resolution. */
  readonly code = 'KUBECONFIG_REFUSED';
  /** What is wrong. */
  readonly reason: KubeconfigRefusal;
  /** Where: a path such as `cluster.server`, `user.exec` or `current-context`; absent when it is the whole file. */
  readonly field?: string;
  /** What is wrong and what to do, in sentences whose subject is the kubeconfig. The error's message is the same with an introduction. */
  readonly explanation: string;

  /** @param explanation - in sentences; must not quote the file */
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
