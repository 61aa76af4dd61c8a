import { apiName, parseApiName } from './apiName';

describe('names of APIs', () => {
  it.each([
    [{ group: 'anynines.com', resource: 'backups' }, 'backups.anynines.com'],
    [{ group: '', resource: 'secrets' }, 'secrets'],
  ])('of %j is %s, and back', (api, name) => {
    expect(apiName(api)).toBe(name);
    expect(parseApiName(name)).toEqual(api);
  });
});
