import { groupsOf, userFromClaims } from './userFromClaims';

describe('groups', () => {
  it.each<[string, unknown, string, string[]]>([
    ['a list', { groups: ['a', 'b'] }, 'groups', ['a', 'b']],
    ['one string', { groups: 'a' }, 'groups', ['a']],
    ['a path', { realm_access: { roles: ['a'] } }, 'realm_access.roles', ['a']],
    [
      'a name with dots',
      { 'https://klutch.example/groups': ['a'] },
      'https://klutch.example/groups',
      ['a'],
    ],
    ['nothing', {}, 'groups', []],
    ['an object', { groups: { a: true } }, 'groups', []],
    ['a list with other things', { groups: ['a', 7] }, 'groups', []],
    ['a path through a list', { groups: ['a'] }, 'groups.0', []],
    ['what every object has', {}, 'constructor.name', []],
  ])('are read from %s', (_, claims, path, expected) => {
    expect(groupsOf(claims as Record<string, unknown>, path)).toEqual(expected);
  });
});

describe('the display name', () => {
  const nameOf = (claims: Record<string, unknown>) =>
    userFromClaims(
      { sub: 'subject', ...claims },
      {
        issuer: 'https://issuer.example',
        groupsClaim: 'groups',
        legacyIdentity: false,
      },
    ).displayName;

  it.each<[string, Record<string, unknown>, string]>([
    ['the name', { name: 'Alice', email: 'a@example.com' }, 'Alice'],
    [
      'the e-mail address',
      { name: ' ', email: 'a@example.com' },
      'a@example.com',
    ],
    ['the subject', { name: 7 }, 'subject'],
    ['one line', { name: 'Al\u202Eice\r\nadmin' }, 'Al ice admin'],
    ['not longer than 200 letters', { name: 'a'.repeat(999) }, 'a'.repeat(200)],
  ])('is %s', (_, claims, expected) => {
    expect(nameOf(claims)).toBe(expected);
  });
});
