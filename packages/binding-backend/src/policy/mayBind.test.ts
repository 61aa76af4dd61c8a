import { audienceOf } from './audience';
import { unqualifiedNames, mayBind, policyOf } from './mayBind';

const alice = {
  issuer: 'https://id.test',
  subject: 'alice',
  groups: ['developers', 'team-a'],
  legacyIdentity: false,
};
const decide = (annotations?: Record<string, string>, who = alice) =>
  mayBind(
    policyOf({ metadata: { name: 'x', annotations } }, audienceOf({})),
    who,
  );
const groups = (list: string) => ({
  'klutch.anynines.com/allowed-groups': list,
});
const issuers = (list: string) => ({
  'klutch.anynines.com/allowed-issuers': list,
});
const users = (list: string) => ({
  'klutch.anynines.com/allowed-users': list,
});

describe('who may bind', () => {
  it.each([
    ['all users, without lists', undefined, true],
    ['all users, with unrelated annotations', { other: 'x' }, true],
    ['a member of the group', groups('team-a'), true],
    [
      'a member of a listed group, with blanks',
      groups(' operators ,\tteam-a '),
      true,
    ],
    ['no member of other groups', groups('operators'), false],
    ['no member of a group with the same prefix', groups('team'), false],
    ['no member of a group that differs in case', groups('Team-A'), false],
    ['the user by subject', users('bob, alice'), true],
    ['the user by issuer and subject', users('https://id.test#alice'), true],
    ['a member of the group by issuer', groups('https://id.test#team-a'), true],
    [
      'no member of that group of another issuer',
      groups('https://other#team-a'),
      false,
    ],
    [
      'no member of that group in the portal',
      groups('klutch-portal#team-a'),
      false,
    ],
    [
      'not the same subject of another issuer',
      users('https://other#alice'),
      false,
    ],
    ['not a user named like a group', users('team-a'), false],
    ['not a group named like a user', groups('alice'), false],
    ['either list', { ...groups('operators'), ...users('alice') }, true],
    ['neither list', { ...groups('operators'), ...users('bob') }, false],
    ['no user, with an empty list', groups(''), false],
    ['no user, with an invalid list', groups(' , ,,'), false],
    ['no user, with one empty list only', users(''), false],
    [
      'one list, where the other is empty',
      { ...groups(''), ...users('alice') },
      true,
    ],
    ['everybody of the issuer', issuers('https://x, https://id.test'), true],
    ['nobody of another issuer', issuers('https://other'), false],
    ['no user, with an empty list of issuers', issuers(''), false],
    [
      'everybody of the issuer, beside other groups',
      { ...groups('operators'), ...issuers('https://id.test') },
      true,
    ],
    ['no user, with a star', groups('*'), false],
  ])('%s', (_, annotations, expected) => {
    expect(decide(annotations)).toBe(expected);
  });

  it.each([
    ['https://company.test#data', 'https://partners.test'],
    ['klutch-portal#group:default/data', 'https://partners.test'],
  ])('excludes a user named %s at another provider', (name, issuer) => {
    const who = { ...alice, issuer, subject: name, groups: [name] };
    expect(decide(groups(name), who)).toBe(false);
    expect(decide(users(name), who)).toBe(false);
    const there = { ...who, issuer: name.split('#')[0] ?? '' };
    const own = { ...there, groups: [name.split('#')[1] ?? ''] };
    expect(decide(groups(name), own)).toBe(true);
  });

  it('matches names without an issuer at every issuer', () => {
    expect(
      unqualifiedNames({
        groups: ['data', 'https://id.test#data', 'group:default/data'],
        users: ['klutch-portal#user:default/alice', 'a#b'],
      }),
    ).toEqual(['data', 'group:default/data', 'a#b']);
    expect(unqualifiedNames({})).toEqual([]);
  });

  it('excludes users without groups', () => {
    expect(decide(groups('undefined,'), { ...alice, groups: [] })).toBe(false);
  });
});
