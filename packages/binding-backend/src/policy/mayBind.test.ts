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
const users = (list: string) => ({
  'klutch.anynines.com/allowed-users': list,
});

describe('who may bind', () => {
  it.each([
    ['everybody, where nothing is said', undefined, true],
    ['everybody, where only other things are said', { other: 'x' }, true],
    ['one of the group', groups('team-a'), true],
    ['one of a list, with blanks', groups(' operators ,\tteam-a '), true],
    ['nobody of other groups', groups('operators'), false],
    ['nobody whose group only begins like it', groups('team'), false],
    ['nobody whose group differs in case', groups('Team-A'), false],
    ['the user by subject', users('bob, alice'), true],
    ['the user by issuer and subject', users('https://id.test#alice'), true],
    ['one of the group by issuer', groups('https://id.test#team-a'), true],
    ['nobody of that group elsewhere', groups('https://other#team-a'), false],
    [
      'nobody of that group in the portal',
      groups('klutch-portal#team-a'),
      false,
    ],
    ['not the same subject elsewhere', users('https://other#alice'), false],
    ['not a user named like a group', users('team-a'), false],
    ['not a group named like a user', groups('alice'), false],
    ['either list', { ...groups('operators'), ...users('alice') }, true],
    ['neither list', { ...groups('operators'), ...users('bob') }, false],
    ['nobody, where the list is empty', groups(''), false],
    ['nobody, where the list is garbage', groups(' , ,,'), false],
    ['nobody by an empty list beside none', users(''), false],
    [
      'one list, where the other is empty',
      { ...groups(''), ...users('alice') },
      true,
    ],
    ['nobody by a star', groups('*'), false],
  ])('%s', (_, annotations, expected) => {
    expect(decide(annotations)).toBe(expected);
  });

  it.each([
    ['https://company.test#data', 'https://partners.test'],
    ['klutch-portal#group:default/data', 'https://partners.test'],
  ])('is not who is called %s at another provider', (name, issuer) => {
    const who = { ...alice, issuer, subject: name, groups: [name] };
    expect(decide(groups(name), who)).toBe(false);
    expect(decide(users(name), who)).toBe(false);
    const there = { ...who, issuer: name.split('#')[0] ?? '' };
    const own = { ...there, groups: [name.split('#')[1] ?? ''] };
    expect(decide(groups(name), own)).toBe(true);
  });

  it('is left open by names without an issuer', () => {
    expect(
      unqualifiedNames({
        groups: ['data', 'https://id.test#data', 'group:default/data'],
        users: ['klutch-portal#user:default/alice', 'a#b'],
      }),
    ).toEqual(['data', 'group:default/data', 'a#b']);
    expect(unqualifiedNames({})).toEqual([]);
  });

  it('is not somebody without groups', () => {
    expect(decide(groups('undefined,'), { ...alice, groups: [] })).toBe(false);
  });
});
