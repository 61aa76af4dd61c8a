import { mockCredentials, mockServices } from '@backstage/backend-test-utils';
import {
  AuthorizeResult,
  type PolicyDecision,
} from '@backstage/plugin-permission-common';
import {
  klutchAppClusterManagePermission,
  klutchAppClusterReadPermission,
  klutchExportManagePermission,
  klutchExportReadPermission,
} from '@klutch/backstage-plugin-klutch-common';
import { Callers } from '../identity/Caller';
import { mappingStrategy } from '../identity/kubernetesIdentity';
import { rulesetOf } from '../permissions/__testUtils__/rulesetOf';
import {
  appClusterRules,
  createKlutchAppClusterConditionalDecision as decideAppClusters,
  klutchAppClusterConditions,
} from '../permissions/appClusterRules';
import {
  createKlutchExportConditionalDecision as decideExports,
  exportRules,
  klutchExportConditions,
} from '../permissions/exportRules';
import { ResourcePermissions } from '../permissions/ResourcePermissions';
import type { ServiceRequests } from '../requests/ServiceRequests';
import type { OperationRequest } from './handlers';
import { PlatformAccess } from './PlatformAccess';
import { serviceRequestHandlers } from './serviceRequestHandlers';

const dev = klutchAppClusterConditions.isAppCluster({ clusters: ['dev'] });
const sqls = 'sqls.g.io';
const sqlsOnDev: Parameters<typeof decideExports>[1] = {
  allOf: [
    klutchExportConditions.onAppCluster({ clusters: ['dev'] }),
    klutchExportConditions.ofApi({ apis: [sqls] }),
  ],
};

/** The decisions of a policy that limits an operator to one app cluster, and to one API there. */
const decisions: Record<string, PolicyDecision> = {
  [klutchAppClusterReadPermission.name]: decideAppClusters(
    klutchAppClusterReadPermission,
    dev,
  ),
  [klutchAppClusterManagePermission.name]: decideAppClusters(
    klutchAppClusterManagePermission,
    dev,
  ),
  [klutchExportReadPermission.name]: decideExports(
    klutchExportReadPermission,
    sqlsOnDev,
  ),
  [klutchExportManagePermission.name]: decideExports(
    klutchExportManagePermission,
    sqlsOnDev,
  ),
};

async function start() {
  const permissions = mockServices.permissions.mock({
    authorize: async questions =>
      questions.map(() => ({ result: AuthorizeResult.ALLOW })),
    authorizeConditional: async questions =>
      questions.map(
        ({ permission }) =>
          decisions[permission.name] ?? { result: AuthorizeResult.DENY },
      ),
  });
  const callers = new Callers({
    auth: mockServices.auth(),
    userInfo: mockServices.userInfo(),
    permissions,
    strategy: mappingStrategy({ userPrefix: '', groupPrefix: '' }),
  });
  const fail = jest.fn();
  const access = new PlatformAccess({
    auditor: mockServices.auditor.mock({
      createEvent: async () => ({ success: async () => {}, fail }),
    }),
    callers,
    permissions: new ResourcePermissions({
      permissions,
      permissionsRegistry: {
        getPermissionRuleset: ({ resourceType }: { resourceType: string }) =>
          rulesetOf(
            resourceType === 'klutch-export' ? exportRules : appClusterRules,
          ),
      } as never,
    }),
  });
  const caller = await callers.identify(mockCredentials.user());
  const request = { caller, raw: {} } as OperationRequest<unknown>;
  return { access, caller, fail, request };
}

it('shows the app clusters and exports that the conditions cover', async () => {
  const { access, caller } = await start();
  const isReadable = await access.readableAppClusters(caller);
  expect(['dev', 'prod'].map(isReadable)).toEqual([true, false]);
  const isExportReadable = await access.readableExports(caller);
  const exports = [
    { cluster: 'dev', name: sqls },
    { cluster: 'dev', name: 'queues.g.io' },
    { cluster: 'prod', name: sqls },
  ];
  expect(exports.map(isExportReadable)).toEqual([true, false, false]);
  await access.requireAppCluster(caller, 'dev');
  await expect(access.requireAppCluster(caller, 'prod')).rejects.toThrow(
    'klutch.app-cluster.read',
  );
});

it('changes the app clusters that the conditions cover, and audits refusals', async () => {
  const { access, fail, request } = await start();
  const eventId = 'app-cluster-offboard';
  const change = (cluster: string, run: () => Promise<string>) =>
    access.changeAppCluster(request, { eventId, cluster }, run);
  expect(await change('dev', async () => 'done')).toBe('done');
  const run = jest.fn();
  await expect(change('prod', run)).rejects.toThrow(
    'klutch.app-cluster.manage',
  );
  expect(run).not.toHaveBeenCalled();
  expect(fail).toHaveBeenCalledTimes(1);
});

it.each([
  ['dev', sqls, true],
  ['dev', 'queues.g.io', false],
  ['prod', sqls, false],
])('on %s binds %s: %p', async (cluster, resource, expected) => {
  const { access, request } = await start();
  const run = jest.fn();
  const bind = async (way: () => Promise<unknown>) => {
    run.mockClear();
    await way().catch(() => {});
    return run.mock.calls.length === 1;
  };
  const change = { eventId: 'x', cluster };
  expect(
    await bind(() => access.changeExport(request, change, resource, run)),
  ).toBe(expected);
  expect(
    await bind(() => access.changeJoinToken(request, change, [resource], run)),
  ).toBe(expected);
});

it('shows and answers the requests for what may be bound there', async () => {
  const { access, fail, request } = await start();
  const asked = [
    { id: '1', cluster: 'dev', resource: sqls },
    { id: '2', cluster: 'prod', resource: sqls },
  ];
  const requests = {
    list: async () => asked,
    get: async (id: string) => asked.find(item => item.id === id),
    approve: jest.fn(async () => undefined),
    dismiss: jest.fn(async () => undefined),
  };
  const handlers = serviceRequestHandlers(
    access,
    requests as unknown as ServiceRequests,
  );
  const of = (id: string) => ({ ...request, path: { id }, body: {} }) as never;
  expect(await handlers.listServiceRequests(of(''))).toEqual({
    items: [{ ...asked[0], mayAnswer: true }],
  });
  await handlers.approveServiceRequest(of('1'));
  expect(requests.approve).toHaveBeenCalledWith('1', {});
  await expect(handlers.approveServiceRequest(of('2'))).rejects.toThrow(
    'klutch.export.manage',
  );
  await expect(handlers.dismissServiceRequest(of('2'))).rejects.toThrow(
    'klutch.export.manage',
  );
  expect(requests.approve).toHaveBeenCalledTimes(1);
  expect(requests.dismiss).not.toHaveBeenCalled();
  expect(fail).toHaveBeenCalledTimes(2);
});
