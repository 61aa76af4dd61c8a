import { parseResourceName, resourceName } from './resourceName';

describe('names of exports', () => {
  it.each([
    [{ plural: 'backups', group: 'anynines.com' }, 'backups.anynines.com'],
    [{ plural: 'secrets', group: '' }, 'secrets'],
  ])('of %j is %s, and back', (resource, name) => {
    expect(resourceName(resource)).toBe(name);
    expect(parseResourceName(name)).toEqual(resource);
  });
});
