import { startWarnings } from './startWarnings';

const handshake = {
  externalUrl: 'https://bind.test',
  requestsPerMinute: 120,
};

it('R17: warns where nobody says how many proxies there are', () => {
  expect(startWarnings(handshake)).toEqual([
    expect.stringMatching(/^handshake\.trustedProxies is not set: .*120/),
  ]);
});

it.each([
  ['none', { ...handshake, trustedProxies: 0 }],
  ['one', { ...handshake, trustedProxies: 1 }],
  [
    'none on this machine',
    { ...handshake, externalUrl: 'http://localhost:8080' },
  ],
  ['none without a handshake', undefined],
])('is silent where there is said to be %s', (_, config) => {
  expect(startWarnings(config)).toEqual([]);
});
