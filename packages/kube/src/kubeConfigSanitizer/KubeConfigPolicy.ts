// What a kubeconfig may ask for, by where it comes from.
import { Permission } from '../client/policy';

/**
 * What is taken in from one source of kubeconfigs. Servers with link-local addresses, with addresses that no server has
 * (multicast, documentation, reserved) and the metadata services of clouds are refused whatever the policy says.
 */
export interface KubeConfigPolicy {
  /** Largest file, in bytes of UTF-8. */
  maxBytes: number;
  /** Servers on this machine: 127.0.0.0/8, 0.0.0.0/8, `::1`, `::`, `localhost` and what container engines call the host. */
  loopback: Permission;
  /**
   * Servers in private networks: RFC 1918, unique local `fc00::/7`, site-local `fec0::/10`, and networks of providers and
   * laboratories, 100.64.0.0/10 (RFC 6598), 198.18.0.0/15 (RFC 2544) and `2001:2::/48` (RFC 5180).
   */
  privateNetworks: Permission;
  /** Servers whose name only one network or cluster knows: a single label, `*.svc`, `*.cluster.local`. */
  localNames: Permission;
  /** Ports a server may have; absent: all. */
  ports?: readonly number[];
  /** Signing in by running a program (`user.exec`). */
  exec: Permission;
  /** Certificates, keys and tokens in files of this machine. */
  files: Permission;
  /** Directory that relative file names start from, as kubectl takes the kubeconfig's own; absent: they are refused. */
  directory?: string;
  /** Going through a proxy (`cluster.proxy-url`). The proxy resolves the server's name then, so nothing here can check it. */
  proxy: Permission;
  /** Not checking the server's certificate (`cluster.insecure-skip-tls-verify`). */
  insecureTls: Permission;
  /** Acting as another user (`user.as`) and in groups (`user.as-groups`). */
  impersonation: Permission;
}

/** Policies to start from; spread one and change fields for a source in between. */
export const kubeConfigPolicies = {
  /**
   * For kubeconfigs that people upload: they may carry credentials, and lead to machines in public and private networks.
   * Nothing in them makes this process run, read or trust anything, or connect to itself.
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
  /** For what the operator's own configuration names, who may do on this machine what this process may do. */
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
