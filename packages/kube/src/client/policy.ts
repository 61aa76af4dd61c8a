// What a kubeconfig may ask for.

/** Whether something that a kubeconfig asks for is done, or refused with an error. */
export type Permission = 'allow' | 'refuse';

/**
 * What a kubeconfig may ask for. Anything else is refused with an error when a client is made or reconnects, and
 * never silently ignored. Independent of the policy, passwords, `auth-provider` and plain http to other machines are
 * refused, and proxies of environment variables are not used.
 */
export interface ConnectionPolicy {
  /**
   * Running a program to sign in (`users[].user.exec`); default `refuse`. The program runs as this process, with its
   * environment, each time its credentials have expired: allow it only for kubeconfigs of the operator of this process.
   */
  exec?: Permission;
  /**
   * Connecting through a proxy (`clusters[].cluster.proxy-url`: http, https or socks5); default `refuse`. The proxy
   * then resolves the server's name.
   */
  proxy?: Permission;
  /**
   * Reading certificates, keys and tokens from local files (`certificate-authority`, `client-certificate`,
   * `client-key`, `tokenFile`); default `allow`. Refuse it for kubeconfigs of others: the content of a token file is
   * sent to the server that the same kubeconfig names.
   */
  files?: Permission;
}
