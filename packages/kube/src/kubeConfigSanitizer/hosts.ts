// Classifies and checks the host of a server.
import { isIP } from 'node:net';
import { HostKind, kindOfAddress } from './addresses';
import { KubeConfigPolicy } from './KubeConfigPolicy';
import { KubeconfigRefusal } from '../KubeconfigRefusedError';

/** Names of this machine in the system and in container engines. */
const loopbackNames = new Set([
  'localhost',
  'localhost.localdomain',
  'localhost4',
  'localhost4.localdomain4',
  'localhost6',
  'localhost6.localdomain6',
  'ip6-localhost',
  'ip6-loopback',
  'loopback',
  'broadcasthost',
  'kubernetes.docker.internal',
  'host.docker.internal',
  'gateway.docker.internal',
  'host.containers.internal',
  'host.minikube.internal',
  'host.k3d.internal',
  'host.lima.internal',
  'host.orb.internal',
  'host.rancher-desktop.internal',
]);

const metadataNames = new Set([
  'metadata',
  'metadata.goog',
  'metadata.tencentyun.com',
  'metadata.packet.net',
  'metadata.platformequinix.com',
  'api.metadata.cloud.ibm.com',
  'instance-data',
]);

const isMetadataName = (name: string) =>
  metadataNames.has(name) ||
  // Such as metadata.google.internal and instance-data.eu-central-1.compute.internal.
  (/^(metadata|instance-data)\./.test(name) && name.endsWith('.internal'));

const isLocalName = (name: string) =>
  !name.includes('.') ||
  name === 'kubernetes.default' ||
  name.endsWith('.svc') ||
  name.endsWith('.cluster.local');

function kindOfName(host: string): HostKind {
  const name = host.toLowerCase().replace(/\.$/, '');
  if (loopbackNames.has(name) || name.endsWith('.localhost')) return 'loopback';
  if (isMetadataName(name)) return 'metadata';
  return isLocalName(name) ? 'local-name' : 'public';
}

const otherAddress =
  'Use the address by which other machines reach the cluster.';

/** Explanations, in sentences whose subject is the kubeconfig. */
const problems = {
  'private-network':
    'Its server is in a private network, which is not allowed here. Use a public address, or ask the operator to allow private networks.',
  loopback: `Its server has a loopback address, which means another machine here. ${otherAddress}`,
  'link-local': `Its server has a link-local address, which is valid on one network link only. ${otherAddress}`,
  metadata: `Its server has the address of a cloud's metadata service, which hands out credentials. ${otherAddress}`,
  'reserved-address': `Its server has an address that no server can have: multicast, documentation or reserved. ${otherAddress}`,
  'local-name': `Its server has a name that only resolves inside one network or cluster. Use its full name, or its IP address.`,
} satisfies Partial<Record<KubeconfigRefusal & HostKind, string>>;

/** Why a policy refuses a server. */
export interface HostProblem {
  /** The kind of the refused address. */
  reason: KubeconfigRefusal & HostKind;
  /** What is wrong and what to do; does not quote the host. */
  explanation: string;
}

const isAllowed = (kind: HostKind, policy: KubeConfigPolicy): boolean => {
  switch (kind) {
    case 'public':
      return true;
    case 'loopback':
      return policy.loopback === 'allow';
    case 'private-network':
      return policy.privateNetworks === 'allow';
    case 'local-name':
      return policy.localNames === 'allow';
    default:
      return false;
  }
};

const problemOf = (
  kind: HostKind,
  policy: KubeConfigPolicy,
): HostProblem | undefined =>
  kind === 'public' || isAllowed(kind, policy)
    ? undefined
    : { reason: kind, explanation: problems[kind] };

/**
 * Why a policy refuses an address; undefined when it is allowed.
 *
 * @param address - an IP address; anything else is refused
 */
export const addressProblem = (
  address: string,
  policy: KubeConfigPolicy,
): HostProblem | undefined => problemOf(kindOfAddress(address), policy);

/**
 * Why a policy refuses a server; undefined when it is allowed. Does not check the addresses of a host name: {@link
 * guardedLookup} checks those at each connection.
 *
 * @param host - a host name as in a URL, or an IP address without brackets
 */
export const hostProblem = (
  host: string,
  policy: KubeConfigPolicy,
): HostProblem | undefined =>
  isIP(host) === 0
    ? problemOf(kindOfName(host), policy)
    : addressProblem(host, policy);

/** Whether a resolver can look the name up: letters, digits, hyphens and underscores, in labels of at most 63. */
export function isHostName(host: string): boolean {
  const name = host.replace(/\.$/, '');
  return (
    name.length > 0 &&
    name.length <= 253 &&
    name
      .split('.')
      .every(label =>
        /^(?=.{1,63}$)[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?$/i.test(label),
      )
  );
}
