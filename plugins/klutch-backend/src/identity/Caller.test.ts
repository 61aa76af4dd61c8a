import { mockCredentials, mockServices } from '@backstage/backend-test-utils';
import type { KlutchPerson } from '@klutch/backstage-plugin-klutch-node';
import { Callers } from './Caller';

const callersWith = (people: KlutchPerson[]) =>
  new Callers({
    auth: mockServices.auth(),
    permissions: mockServices.permissions(),
    userInfo: mockServices.userInfo({
      userEntityRef: 'user:default/alice',
      ownershipEntityRefs: ['user:default/alice', 'group:default/developers'],
    }),
    strategy: {
      async identityOf(person) {
        people.push(person);
        return { user: 'corp:a123', groups: ['corp:dev'] };
      },
    },
  });

it('impersonates whom the strategy names', async () => {
  const people: KlutchPerson[] = [];
  const credentials = mockCredentials.user();
  const headers = { 'x-forwarded-access-token': 'of-alice' };
  const { person } = await callersWith(people).identify(credentials, headers);
  expect(person).toEqual({
    userRef: 'user:default/alice',
    groups: ['group:default/developers'],
    kubernetes: { user: 'corp:a123', groups: ['corp:dev'] },
  });
  expect(people).toEqual([
    {
      userRef: 'user:default/alice',
      ownershipRefs: ['user:default/alice', 'group:default/developers'],
      credentials,
      headers,
    },
  ]);
});

it('asks no strategy about another service', async () => {
  const people: KlutchPerson[] = [];
  const credentials = mockCredentials.service();
  expect(await callersWith(people).identify(credentials)).toEqual({
    credentials,
  });
  expect(people).toEqual([]);
});
