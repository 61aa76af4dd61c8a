import { mockServices } from '@backstage/backend-test-utils';
import {
  klutchPermissions,
  stringifyClaimRef,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import { registerPermissions } from './registerPermissions';

const orders = {
  cluster: 'apps-dev',
  namespace: 'team-a',
  resource: 'sqls.g.io',
  name: 'orders',
} as Schemas['Claim'];
const sqls = { resource: 'sqls.g.io' } as Schemas['Service'];

function register() {
  const registry = mockServices.permissionsRegistry.mock();
  registerPermissions(registry, {
    claim: ref =>
      stringifyClaimRef(ref) === stringifyClaimRef(orders) ? orders : undefined,
    service: resource => (resource === sqls.resource ? sqls : undefined),
  });
  return {
    basic: registry.addPermissions.mock.calls.flatMap(([added]) => added),
    types: registry.addResourceType.mock.calls.map(([type]) => type),
  };
}

it('registers each permission once', () => {
  const { basic, types } = register();
  const registered = [
    ...basic,
    ...types.flatMap(({ permissions = [] }) => permissions),
  ];
  expect(registered.map(({ name }) => name).sort()).toEqual(
    klutchPermissions.map(({ name }) => name).sort(),
  );
});

it.each([
  [
    'klutch-claim',
    [stringifyClaimRef(orders), 'apps-dev/team-a/sqls.g.io/other', 'x'],
    [orders, undefined, undefined],
  ],
  ['klutch-service', ['sqls.g.io', 'other.g.io'], [sqls, undefined]],
  ['klutch-app-cluster', ['apps-dev'], [{ id: 'apps-dev' }]],
  [
    'klutch-export',
    ['apps-dev/sqls.g.io', 'apps-dev', 'a/b/c'],
    [{ cluster: 'apps-dev', resource: 'sqls.g.io' }, undefined, undefined],
  ],
])('finds the resources of type %s', async (name, refs, expected) => {
  const type = register().types.find(
    ({ resourceRef }) => resourceRef.resourceType === name,
  );
  expect(await type?.getResources?.(refs)).toEqual(expected);
});
