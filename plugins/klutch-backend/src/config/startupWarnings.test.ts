import { startupWarnings } from './startupWarnings';

const safe = {
  isTrustProxyConfigured: true,
  permissionsEnabled: true,
  trustsEveryProxy: false,
};
const url = 'https://portal.test/api/klutch/binding';

it('has no warning for a complete configuration', () => {
  expect(startupWarnings(safe, url)).toEqual([]);
});

it('R11: warns when permissions are disabled', () => {
  expect(startupWarnings({ ...safe, permissionsEnabled: false }, url)).toEqual([
    expect.stringContaining('Set permission.enabled: true'),
  ]);
});

it('R17: warns when trustProxy is not configured, except on loopback', () => {
  const config = { ...safe, isTrustProxyConfigured: false };
  expect(startupWarnings(config, url)).toEqual([
    expect.stringContaining('backend.trustProxy is not set'),
  ]);
  const local = 'http://localhost:7007/api/klutch/binding';
  expect(startupWarnings(config, local)).toEqual([]);
});

it('warns when every client may name its own address', () => {
  expect(startupWarnings({ ...safe, trustsEveryProxy: true }, url)).toEqual([
    expect.stringContaining('backend.trustProxy is true'),
  ]);
});
