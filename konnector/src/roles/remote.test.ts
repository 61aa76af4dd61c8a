import { remoteBindingRoles, type KonnectorObject } from '@klutch/bind-api';
import type { PolicyRule } from '@klutch/kube';
import { remoteKonnectorRoles } from './remote';

const rulesOf = (objects: readonly KonnectorObject[]): PolicyRule[] =>
  objects.flatMap(role => ('rules' in role ? (role.rules ?? []) : []));
const resources = (objects: readonly KonnectorObject[]) =>
  rulesOf(objects).flatMap(rule => rule.resources ?? []);

describe('roles of control-plane mode', () => {
  it('B25: grant no right on bindings, secrets or Leases of the app cluster, and no wildcard', () => {
    const control = remoteBindingRoles('klutch-bind-default-app-1');
    expect(resources(remoteKonnectorRoles())).toEqual([
      'namespaces',
      'events',
      'customresourcedefinitions',
    ]);
    expect(resources(control)).toEqual([
      'apiservicebindings',
      'apiservicebindings/status',
      'leases',
    ]);
    const words = rulesOf([...remoteKonnectorRoles(), ...control]).flatMap(
      ({ apiGroups = [], resources: of = [], verbs }) => [
        ...apiGroups,
        ...of,
        ...verbs,
      ],
    );
    expect(words).not.toContain('*');
  });
});
