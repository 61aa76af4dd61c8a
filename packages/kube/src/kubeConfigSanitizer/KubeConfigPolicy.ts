// What a kubeconfig may ask for, by its source.
import { Permission } from '../client/policy';

/**
 * Limits for kubeconfigs of one source. Link-local, multicast, documentation and reserved server addresses and the
 * metadata services of clouds are refused independent of the policy.
 */
export interface KubeConfigPolicy {
  /** Largest file, in bytes of UTF-8. */
  maxBytes: number;
  /**
   * Servers on this machine: 127.0.0.0/8, 0.0.0.0/8, `::1`, `::`, `localhost` and the names of the host in container
   * engines.
   */
  loopback: Permission;
  /**
   * Servers in private networks: RFC 1918, unique local `fc00::/7`, site-local `fec0::/10`, and networks of providers
   * and test labs, 100.64.0.0/10 (RFC 6598), 198.18.0.0/15 (RFC 2544) and `2001:2::/48` (RFC 5180).
   */
  privateNetworks: Permission;
  /** Servers whose name resolves only inside one network or cluster: a single label, `*.svc`, `*.cluster.local`. */
  localNames: Permission;
  /** Allowed server ports; absent: all. */
  ports?: readonly number[];
  /** Signing in by running a program (`user.exec`). */
  exec: Permission;
  /** Certificates, keys and tokens in local files. */
  files: Permission;
  /**
   * Base directory of relative file names, which for kubectl is the kubeconfig's own directory; absent: relative
   * names are refused.
   */
  directory?: string;
  /**
   * Connecting through a proxy (`cluster.proxy-url`). The proxy then resolves the server's name, so its addresses
   * cannot be checked here.
   */
  proxy: Permission;
  /** Skipping verification of the server's certificate (`cluster.insecure-skip-tls-verify`). */
  insecureTls: Permission;
  /** Impersonating a user (`user.as`) and groups (`user.as-groups`). */
  impersonation: Permission;
}

/** Base policies; spread one and change fields for other sources. */
export const kubeConfigPolicies = {
  /**
   * For uploaded kubeconfigs: they may hold credentials, and name servers in public and private networks. Nothing in
   * them makes this process run a program, read or trust a file, or connect to itself.
   */
  strict: {
    maxBytes: 256 * 1024,
    loopback: 'refuse',
    privateNetworks: 'allow',
    localNames: 'refuse',
    exec: 'refuse',
    files: 'refuse',
    proxy: 'refuse',
    insecureTls: 'refuse',
    impersonation: 'refuse',
  },
  /** For kubeconfigs named in the operator's own configuration; the operator may do whatever this process may do. */
  open: {
    maxBytes: 1024 * 1024,
    loopback: 'allow',
    privateNetworks: 'allow',
    localNames: 'allow',
    exec: 'allow',
    files: 'allow',
    proxy: 'allow',
    insecureTls: 'allow',
    impersonation: 'allow',
  },
} as const satisfies Record<string, KubeConfigPolicy>;
