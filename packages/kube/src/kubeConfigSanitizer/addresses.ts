// Classifies IP addresses.
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Kind of a server's address or name. */
export type HostKind =
  /** A machine on the Internet, as far as the address shows. */
  | 'public'
  | 'private-network'
  /** This machine. */
  | 'loopback'
  | 'link-local'
  /** The metadata service of a cloud. */
  | 'metadata'
  /** An address that no machine has. */
  | 'reserved-address'
  /** A name only; addresses do not have this kind. */
  | 'local-name';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Subnet = [Address, number];

const subnets = (...texts: string[]): Subnet[] => texts.map(ipaddr.parseCIDR);

/**
 * Metadata services of clouds, which hand out credentials or act on the cloud's machines. Several have addresses
 * outside the link-local ranges.
 */
const metadataServices = subnets(
  // Amazon, Google, Azure, Oracle, OpenStack and most others; the same in IPv6
  '169.254.169.254/32',
  'fe80::a9fe:a9fe/128',
  // Amazon: container credentials, pod identities, and all its IPv6 services
  '169.254.170.2/32',
  '169.254.170.23/32',
  'fd00:ec2::/32',
  // Google
  'fd20:ce::254/128',
  // Azure's wire server, a public address
  '168.63.129.16/32',
  // Alibaba, in the shared address space
  '100.100.100.200/32',
  // Oracle Classic
  '192.0.0.192/32',
  // Tencent
  '169.254.0.23/32',
  // Scaleway
  '169.254.42.42/32',
  'fd00:42::42/128',
);

/** Ranges that the library calls reserved but test labs use (RFC 2544 and 5180). */
const laboratories = subnets('198.18.0.0/15', '2001:2::/48');

/** Kinds of the library's range names; other ranges hold no server addresses. */
const kinds: Record<string, HostKind> = {
  unicast: 'public',
  // Connecting to an unspecified address reaches this machine.
  unspecified: 'loopback',
  loopback: 'loopback',
  linkLocal: 'link-local',
  private: 'private-network',
  uniqueLocal: 'private-network',
  deprecatedSiteLocal: 'private-network',
  carrierGradeNat: 'private-network',
};

/** RFC 6052. The library's other NAT64 prefix, 64:ff9b:1::/48, does not define the position of the IPv4 address. */
const wellKnownNat64 = subnets('64:ff9b::/96');

/** Deprecated by RFC 4291, but still supported by some systems. */
const ipv4Compatible = subnets('::/96');

const isIn = (list: Subnet[], address: Address): boolean =>
  list.some(
    ([network, bits]) =>
      network.kind() === address.kind() && address.match(network, bits),
  );

const ipv4At = (address: ipaddr.IPv6, byte: number) =>
  new ipaddr.IPv4(address.toByteArray().slice(byte, byte + 4));

/** The IPv4 address that packets to this IPv6 address reach. */
function embeddedIpv4(address: ipaddr.IPv6): ipaddr.IPv4 | undefined {
  const range: string = address.range();
  if (range === '6to4') return ipv4At(address, 2);
  const isAtTheEnd =
    range === 'ipv4Mapped' ||
    range === 'rfc6145' ||
    isIn(wellKnownNat64, address) ||
    (range === 'unicast' && isIn(ipv4Compatible, address));
  return isAtTheEnd ? ipv4At(address, 12) : undefined;
}

function kindOf(address: Address): HostKind {
  if (isIn(metadataServices, address)) return 'metadata';
  if (isIn(laboratories, address)) return 'private-network';
  return kinds[address.range()] ?? 'reserved-address';
}

/**
 * The kind of an address; an IPv6 address that embeds an IPv4 address has the kind of the latter.
 *
 * @param text - in the system's notation; anything else is a reserved address
 */
export function kindOfAddress(text: string): HostKind {
  if (isIP(text) === 0) return 'reserved-address';
  const address = ipaddr.parse(text);
  return kindOf(
    (address instanceof ipaddr.IPv6 && embeddedIpv4(address)) || address,
  );
}
