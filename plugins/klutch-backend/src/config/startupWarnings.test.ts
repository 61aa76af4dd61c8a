import { startupWarnings } from './startupWarnings';

const safe = { isTrustProxyConfigured: true, permissionsEnabled: true };
const url = 'https://portal.test/api/klutch/binding';

it('is silent where all is said', () => {
  expect(startupWarnings(safe, url)).toEqual([]);
});

it('R11: warns where Backstage asks no permission policy', () => {
  expect(startupWarnings({ ...safe, permissionsEnabled: false }, url)).toEqual([
    expect.stringContaining('Set permission.enabled: true'),
  ]);
});

it('R17: warns where nobody says whether proxies are to be trusted, but not on this machine', () => {
  const config = { ...safe, isTrustProxyConfigured: false };
  expect(startupWarnings(config, url)).toEqual([
    expect.stringContaining('backend.trustProxy is not set'),
  ]);
  const local = 'http://localhost:7007/api/klutch/binding';
  expect(startupWarnings(config, local)).toEqual([]);
});
