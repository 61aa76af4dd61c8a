import { mayBind } from '@klutch/binding-backend';
import { binderOf } from './portalIdentity';

const oscar = binderOf({
  userRef: 'user:default/oscar',
  groups: ['group:default/operators'],
  kubernetes: { user: 'klutch:oscar', groups: ['klutch:operators'] },
});

describe('a person of the portal', () => {
  it.each([
    ['by a group in full', { groups: ['group:default/operators'] }],
    ['by the own name in full', { users: ['user:default/oscar'] }],
    ['by name and issuer', { users: ['klutch-portal#user:default/oscar'] }],
  ])('may bind %s', (_, policy) => {
    expect(mayBind(policy, oscar)).toBe(true);
  });

  it.each([
    ['the group of an identity provider', { groups: ['operators'] }],
    ['the group that clusters know', { groups: ['klutch:operators'] }],
    ['the user of an identity provider', { users: ['oscar'] }],
  ])('is not %s', (_, policy) => {
    expect(mayBind(policy, oscar)).toBe(false);
  });
});
