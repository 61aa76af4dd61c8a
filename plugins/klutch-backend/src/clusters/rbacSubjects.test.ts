import type { Subject } from '@klutch/kube';
import { bindingSubjects, personSubjects } from './rbacSubjects';

const matches = (
  subject: Subject,
  person: { user: string; groups: string[] },
) => {
  const ofBinding = bindingSubjects({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'RoleBinding',
    metadata: { name: 'b', namespace: 'team-a' },
    roleRef: { apiGroup: '', kind: 'Role', name: 'r' },
    subjects: [subject],
  });
  return personSubjects(person).some(one => ofBinding.includes(one));
};

const alice = { user: 'klutch:alice', groups: ['klutch:developers'] };
const robot = { user: 'system:serviceaccount:ci:robot', groups: [] };

it.each([
  ['User', 'klutch:alice', alice, true],
  ['User', 'klutch:bob', alice, false],
  ['User', 'klutch:developers', alice, false],
  ['Group', 'klutch:developers', alice, true],
  ['Group', 'klutch:alice', alice, false],
  ['Group', 'system:authenticated', alice, true],
  ['Group', 'system:serviceaccounts', alice, false],
  ['Group', 'system:serviceaccounts:ci', robot, true],
  ['Group', 'system:serviceaccounts', robot, true],
])('%s %s for %j: %s', (kind, name, person, expected) => {
  expect(matches({ kind, name }, person)).toBe(expected);
});

it('takes a service account for its user, by default in the namespace of the RoleBinding', () => {
  const kind = 'ServiceAccount';
  const own = { user: 'system:serviceaccount:team-a:robot', groups: [] };
  expect(matches({ kind, name: 'robot', namespace: 'ci' }, robot)).toBe(true);
  expect(matches({ kind, name: 'robot' }, robot)).toBe(false);
  expect(matches({ kind, name: 'robot' }, own)).toBe(true);
});
