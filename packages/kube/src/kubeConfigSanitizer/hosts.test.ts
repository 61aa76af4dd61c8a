import { HostKind, kindOfAddress } from './addresses';
import { hostProblem, isHostName } from './hosts';
import { kubeConfigPolicies } from './KubeConfigPolicy';

const addresses: Record<Exclude<HostKind, 'local-name'>, string[]> = {
  public: [
    '8.8.8.8',
    '168.63.129.15',
    '172.32.0.1',
    '100.128.0.1',
    '2a00::1',
    '::ffff:8.8.8.8',
    '64:ff9b::8.8.8.8',
    '2002:808:808::1',
  ],
  'private-network': [
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '100.64.0.1',
    '100.127.255.255',
    '198.18.0.1',
    'fc00::1',
    'fd12:3456::1',
    'fec0::1',
    '2001:2::1',
    '::ffff:10.0.0.1',
    '64:ff9b::10.0.0.1',
    '2002:a00:1::',
  ],
  loopback: [
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '0.1.2.3',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:0:127.0.0.1',
    '::127.0.0.1',
    '64:ff9b::127.0.0.1',
    '2002:7f00:1::1',
  ],
  'link-local': ['169.254.0.1', '169.254.255.255', 'fe80::1', 'fe80::1%eth0'],
  metadata: [
    '169.254.169.254',
    '169.254.170.2',
    '169.254.170.23',
    '168.63.129.16',
    '100.100.100.200',
    '192.0.0.192',
    'fd00:ec2::254',
    'fd00:ec2::23',
    'fd20:ce::254',
    'fd00:42::42',
    'fe80::a9fe:a9fe',
    '::ffff:169.254.169.254',
    '::ffff:100.100.100.200',
    '64:ff9b::a9fe:a9fe',
    '2002:a9fe:a9fe::',
  ],
  'reserved-address': [
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '192.0.2.1',
    '198.51.100.1',
    '203.0.113.1',
    'ff02::1',
    '2001:db8::1',
    '3fff::1',
    '100::1',
    '2001::1',
    '64:ff9b:1::1',
    // Notations that no system's lookup returns.
    '127.1',
    '0177.0.0.1',
    '1.2.3.4.5',
    'name.example.com',
    '',
  ],
};

const rows = Object.entries(addresses).flatMap(([kind, list]) =>
  list.map(address => [address, kind]),
);

it.each(rows)('%s is classified as %s', (address, kind) => {
  expect(kindOfAddress(address)).toBe(kind);
});

const names: [name: string, kind: HostKind][] = [
  ['apps.example.com', 'public'],
  ['apps.example.com.', 'public'],
  ['localhost.example.com', 'public'],
  ['metadata.example.com', 'public'],
  ['api.svc.example.com', 'public'],
  ['ip-10-0-0-1.ec2.internal', 'public'],
  ['localhost', 'loopback'],
  ['LOCALHOST.', 'loopback'],
  ['a.localhost', 'loopback'],
  ['localhost.localdomain', 'loopback'],
  ['ip6-localhost', 'loopback'],
  ['kubernetes.docker.internal', 'loopback'],
  ['host.docker.internal', 'loopback'],
  ['metadata', 'metadata'],
  ['metadata.google.internal', 'metadata'],
  ['Metadata.Google.Internal.', 'metadata'],
  ['metadata.goog', 'metadata'],
  ['instance-data', 'metadata'],
  ['instance-data.ec2.internal', 'metadata'],
  ['instance-data.eu-central-1.compute.internal', 'metadata'],
  ['kubernetes', 'local-name'],
  ['kubernetes.default', 'local-name'],
  ['kubernetes.default.svc', 'local-name'],
  ['kubernetes.default.svc.cluster.local.', 'local-name'],
];

it.each(names)('%s is classified as %s', (name, kind) => {
  expect(hostProblem(name, kubeConfigPolicies.strict)?.reason).toBe(
    kind === 'public' ? undefined : kind,
  );
});

it('follows the policy, and always refuses metadata services and reserved addresses', () => {
  const reasons = (policy: keyof typeof kubeConfigPolicies) =>
    [
      'localhost',
      '127.0.0.1',
      '10.0.0.1',
      'kubernetes.default.svc',
      '169.254.7.7',
      '169.254.169.254',
      'metadata.google.internal',
      '224.0.0.1',
    ].map(host => hostProblem(host, kubeConfigPolicies[policy])?.reason);
  expect(reasons('strict')).toEqual([
    'loopback',
    'loopback',
    undefined,
    'local-name',
    'link-local',
    'metadata',
    'metadata',
    'reserved-address',
  ]);
  expect(reasons('open')).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    'link-local',
    'metadata',
    'metadata',
    'reserved-address',
  ]);
});

it.each([
  ['a', true],
  ['a.b-c.d_e.', true],
  [`${'a'.repeat(63)}.b`, true],
  [`${'a'.repeat(64)}.b`, false],
  [`${'a.'.repeat(126)}b`, true],
  [`${'a.'.repeat(127)}b`, false],
  ['', false],
  ['.', false],
  ['a..b', false],
  ['a..', false],
  ['-a', false],
  ['a-', false],
  ['a!', false],
  ['ä', false],
  ['*.a', false],
])('can %s be looked up: %s', (name, can) => {
  expect(isHostName(name)).toBe(can);
});
