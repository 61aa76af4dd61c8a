import { mayBind } from '@klutch/binding-backend';
import { principalOf } from './portalIdentity';

const oscar = principalOf({
  userRef: 'user:default/oscar',
  groups: ['group:default/operators'],
  kubernetes: { user: 'klutch:oscar', groups: ['klutch:operators'] },
});

describe('a user of the portal', () => {
  it.each([
    ['by a group in full', { groups: ['group:default/operators'] }],
    ['by the own name in full', { users: ['user:default/oscar'] }],
    [
      'by a group and issuer',
      { groups: ['klutch-portal#group:default/operators'] },
    ],
    ['by name and issuer', { users: ['klutch-portal#user:default/oscar'] }],
  ])('may bind %s', (_, policy) => {
    expect(mayBind(policy, oscar)).toBe(true);
  });

  it('has groups that are unique across issuers when prefixed', () => {
    const policy = { groups: ['klutch-portal#group:default/operators'] };
    for (const group of ['group:default/operators', ...policy.groups]) {
      const mallory = { issuer: 'https://partners.test', groups: [group] };
      expect(mayBind(policy, { ...oscar, ...mallory })).toBe(false);
    }
  });

  it.each([
    ['the group of an identity provider', { groups: ['operators'] }],
    ['the group that clusters know', { groups: ['klutch:operators'] }],
    ['the user of an identity provider', { users: ['oscar'] }],
  ])('is not %s', (_, policy) => {
    expect(mayBind(policy, oscar)).toBe(false);
  });
});
