import { mockCredentials, mockServices } from '@backstage/backend-test-utils';
import {
  AuthorizeResult,
  type PolicyDecision,
} from '@backstage/plugin-permission-common';
import {
  klutchServiceReadPermission,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import {
  ResourcePermissions,
  type ResourcePermissionsOptions,
} from '../permissions/ResourcePermissions';
import {
  createKlutchServiceConditionalDecision,
  klutchServiceConditions,
  serviceRules,
} from '../permissions/serviceRules';
import type { ServiceCatalog } from './ServiceCatalog';
import { VisibleServices } from './VisibleServices';

const caller = { credentials: mockCredentials.user() };
const services = [
  { type: 'instance', resource: 'sqls.g.io' },
  { type: 'instance', resource: 'queues.g.io' },
  { type: 'binding', resource: 'bindings.g.io' },
] as Schemas['Service'][];

/** The services under a policy that always decides the same. */
function visibleBy(decision: PolicyDecision) {
  const registry = {
    getPermissionRuleset: () => ({
      getRuleByName: () => serviceRules.ofService,
    }),
  };
  return new VisibleServices(
    {
      list: () => services,
      get: (resource: string) =>
        services.find(service => service.resource === resource),
    } as unknown as ServiceCatalog,
    new ResourcePermissions({
      permissions: mockServices.permissions.mock({
        authorizeConditional: async questions => questions.map(() => decision),
      }),
      permissionsRegistry:
        registry as unknown as ResourcePermissionsOptions['permissionsRegistry'],
    }),
  );
}

const onlySqls = createKlutchServiceConditionalDecision(
  klutchServiceReadPermission,
  klutchServiceConditions.ofService({ services: ['sqls.g.io'] }),
);

it('are all services without conditions', async () => {
  const visible = visibleBy({ result: AuthorizeResult.ALLOW });
  expect(await visible.list(caller)).toEqual(services);
});

it('are those that conditions name, and APIs that services share', async () => {
  const visible = visibleBy(onlySqls);
  const listed = await visible.list(caller);
  expect(listed.map(({ resource }) => resource)).toEqual([
    'sqls.g.io',
    'bindings.g.io',
  ]);
  expect(await visible.require(caller, 'sqls.g.io')).toBe(services[0]);
  await expect(visible.require(caller, 'queues.g.io')).rejects.toThrow(
    'The service "queues.g.io" is not offered here.',
  );
});

it('are refused where the policy denies', async () => {
  const visible = visibleBy({ result: AuthorizeResult.DENY });
  await expect(visible.list(caller)).rejects.toThrow('klutch.service.read');
  await expect(visible.require(caller, 'sqls.g.io')).rejects.toThrow(
    'klutch.service.read',
  );
});
