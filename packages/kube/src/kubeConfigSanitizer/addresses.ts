// What an IP address stands for.
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** What a server's address, or its name, stands for. */
export type HostKind =
  /** A machine in the Internet, as far as the address tells. */
  | 'public'
  | 'private-network'
  /** This machine. */
  | 'loopback'
  | 'link-local'
  /** Where a cloud tells machines about themselves. */
  | 'metadata'
  /** No machine. */
  | 'reserved-address'
  /** Only names. */
  | 'local-name';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Subnet = [Address, number];

const subnets = (...texts: string[]): Subnet[] => texts.map(ipaddr.parseCIDR);

/**
 * Services that tell machines about themselves, credentials included, or act for the cloud towards its machines.
 * Several stand outside the link-local ranges.
 */
const metadataServices = subnets(
  // Amazon, Google, Azure, Oracle, OpenStack and most others; the same in IPv6
  '169.254.169.254/32',
  'fe80::a9fe:a9fe/128',
  // Amazon: container credentials, pod identities, and everything it has in IPv6
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

/** Ranges that the library calls reserved, in which laboratories have machines (RFC 2544 and 5180). */
const laboratories = subnets('198.18.0.0/15', '2001:2::/48');

/** By the names of the library's ranges; what is not here is no address of a server. */
const kinds: Record<string, HostKind> = {
  unicast: 'public',
  // Connecting to it reaches this machine.
  unspecified: 'loopback',
  loopback: 'loopback',
  linkLocal: 'link-local',
  private: 'private-network',
  uniqueLocal: 'private-network',
  deprecatedSiteLocal: 'private-network',
  carrierGradeNat: 'private-network',
};

/** RFC 6052; the other prefix that the library counts as such, 64:ff9b:1::/48, does not say where its IPv4 address is. */
const wellKnownNat64 = subnets('64:ff9b::/96');

/** Deprecated by RFC 4291, and still understood here and there. */
const ipv4Compatible = subnets('::/96');

const isIn = (list: Subnet[], address: Address): boolean =>
  list.some(
    ([network, bits]) =>
      network.kind() === address.kind() && address.match(network, bits),
  );

const ipv4At = (address: ipaddr.IPv6, byte: number) =>
  new ipaddr.IPv4(address.toByteArray().slice(byte, byte + 4));

/** The IPv4 address that packets to this address end at. */
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
 * What an address stands for; an IPv6 address that holds an IPv4 one stands for what that does.
 *
 * @param text - as the system writes addresses; anything else is no address of a server
 */
export function kindOfAddress(text: string): HostKind {
  if (isIP(text) === 0) return 'reserved-address';
  const address = ipaddr.parse(text);
  return kindOf(
    (address instanceof ipaddr.IPv6 && embeddedIpv4(address)) || address,
  );
}
