// What a kubeconfig may ask for.

/** Whether something that a kubeconfig asks for is done, or refused in words. */
export type Permission = 'allow' | 'refuse';

/**
 * What a kubeconfig may ask for. What it may not, is refused in words when a client is made or connects anew, and never
 * left out. Whatever the policy: passwords, `auth-provider` and plain http to other machines are refused, and proxies
 * that environment variables name are not used.
 */
export interface ConnectionPolicy {
  /**
   * Running a program to sign in (`users[].user.exec`); default `refuse`. The program runs as this process, with its
   * environment, each time its credentials have ended: allow it only for kubeconfigs of whoever runs this process.
   */
  exec?: Permission;
  /**
   * Going through a proxy (`clusters[].cluster.proxy-url`: http, https or socks5); default `refuse`. The proxy finds the
   * address of the server then.
   */
  proxy?: Permission;
  /**
   * Reading certificates, keys and tokens from files of this machine (`certificate-authority`, `client-certificate`,
   * `client-key`, `tokenFile`); default `allow`. Refuse it for kubeconfigs of others: what is in a token file goes to
   * the server that the same kubeconfig names.
   */
  files?: Permission;
}
