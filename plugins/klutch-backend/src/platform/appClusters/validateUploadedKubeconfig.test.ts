import { requiredAccess } from './validateUploadedKubeconfig';

const accessAs = (
  kubernetes: Parameters<typeof requiredAccess>[0]['kubernetes'],
) =>
  requiredAccess({ userRef: 'user:default/oscar', groups: [], kubernetes })
    .map(([attributes]) => attributes)
    .filter(({ verb }) => verb === 'impersonate');

it('requires the right to act as the operator', () => {
  expect(
    accessAs({ user: 'klutch:oscar', groups: ['klutch:operators'] }),
  ).toEqual([
    { verb: 'impersonate', group: '', resource: 'users', name: 'klutch:oscar' },
  ]);
});

it('requires no right to act as an operator who has a token', () => {
  expect(accessAs({ user: 'oscar', groups: [], token: 'of-oscar' })).toEqual(
    [],
  );
});

it('requires the right to set the extra fields of the identity', () => {
  const access = accessAs({
    user: 'klutch:portal-user',
    groups: [],
    extra: { 'klutch.anynines.com/person': ['user:default/oscar'] },
  });
  expect(access).toContainEqual({
    verb: 'impersonate',
    group: 'authentication.k8s.io',
    resource: 'userextras',
    subresource: 'klutch.anynines.com/person',
  });
});
