import { startWarnings } from './startWarnings';

const handshake = {
  externalUrl: 'https://bind.test',
  requestsPerMinute: 120,
};

it('R17: warns when trustedProxies is not set', () => {
  expect(startWarnings(handshake)).toEqual([
    expect.stringMatching(/^handshake\.trustedProxies is not set: .*120/),
  ]);
});

it.each([
  ['no proxies', { ...handshake, trustedProxies: 0 }],
  ['one proxy', { ...handshake, trustedProxies: 1 }],
  ['a loopback URL', { ...handshake, externalUrl: 'http://localhost:8080' }],
  ['no handshake', undefined],
])('does not warn with %s', (_, config) => {
  expect(startWarnings(config)).toEqual([]);
});
