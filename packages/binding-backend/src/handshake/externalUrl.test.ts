import { externalUrlOf } from './externalUrl';

describe('external URL', () => {
  it.each([
    ['https://portal.test', 'https://portal.test'],
    ['https://portal.test/', 'https://portal.test'],
    ['https://portal.test/api/binding/', 'https://portal.test/api/binding'],
    ['http://localhost:7007/api', 'http://localhost:7007/api'],
    ['http://[::1]:7007', 'http://[::1]:7007'],
    ['http://127.0.0.2:7007', 'http://127.0.0.2:7007'],
  ])('%s', (configured, url) => {
    expect(externalUrlOf(configured)).toBe(url);
  });

  it.each([
    'http://portal.test',
    'http://localhost.evil.test',
    'https://user@portal.test',
    'https://portal.test?x=1',
    'https://portal.test#x',
    'portal.test',
    '',
  ])('is not %j', configured => {
    expect(() => externalUrlOf(configured)).toThrow(/must be an https address/);
  });
});
