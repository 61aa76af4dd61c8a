import { mockCredentials, mockServices } from '@backstage/backend-test-utils';
import {
  AuthorizeResult,
  type DefinitivePolicyDecision,
} from '@backstage/plugin-permission-common';
import {
  klutchAppClusterManagePermission,
  klutchAppClusterReadPermission,
  klutchExportManagePermission,
  klutchExportReadPermission,
  klutchPermissions,
  klutchPlatformManagePermission,
  klutchPlatformReadPermission,
  klutchTraceReadPermission,
  openapiDocument,
} from '@klutch/backstage-plugin-klutch-common';
import express from 'express';
import request from 'supertest';
import { Callers } from '../identity/Caller';
import { mappingStrategy } from '../identity/kubernetesIdentity';
import { rulesetOf } from '../permissions/__testUtils__/rulesetOf';
import { ResourcePermissions } from '../permissions/ResourcePermissions';
import type { Handlers } from './handlers';
import {
  platformHandlers,
  type PlatformHandlerOptions,
} from './platformHandlers';
import { createRouter } from './router';

const methods = ['get', 'post', 'put', 'delete'] as const;
const read = klutchPlatformReadPermission.name;
const manage = klutchPlatformManagePermission.name;
const readCluster = klutchAppClusterReadPermission.name;
const manageCluster = klutchAppClusterManagePermission.name;
const readExports = klutchExportReadPermission.name;
const bind = klutchExportManagePermission.name;

const api = { resource: 'backups.anynines.com', acceptedClaims: [] };
const kubeconfig = 'any';

/** Permissions, all of which are needed, and body of each operation. */
const rows: Record<string, { needs: string[]; body?: object }> = {
  listApis: { needs: [read] },
  listExportTemplates: { needs: [read] },
  createExportTemplate: {
    needs: [manage],
    body: { resource: api.resource, claims: [] },
  },
  deleteExportTemplate: { needs: [manage] },
  listExportRequests: { needs: [read, readExports] },
  listExports: { needs: [read, readExports] },
  getControlPlaneHealth: { needs: [read] },
  listManagedResources: { needs: [read] },
  listPackageUpdates: { needs: [read] },
  getSetUp: { needs: [read] },
  listPlatformAppClusters: { needs: [read, readCluster] },
  registerAppCluster: {
    needs: [manage, manageCluster],
    body: { id: 'apps', title: 'Apps', kubeconfig },
  },
  createJoinToken: {
    needs: [manage, manageCluster, bind],
    body: { id: 'apps', title: 'Apps', apis: [api] },
  },
  replaceJoinToken: {
    needs: [manage, manageCluster, bind],
    body: { apis: [api] },
  },
  getJoinToken: { needs: [read, readCluster] },
  cancelJoinToken: { needs: [manage, manageCluster] },
  setAppClusterKubeconfig: {
    needs: [manage, manageCluster],
    body: { kubeconfig },
  },
  revokeAppClusterTokens: { needs: [manage, manageCluster] },
  previewOffboarding: { needs: [read, readCluster] },
  offboardAppCluster: {
    needs: [manage, manageCluster],
    body: { confirm: 'cluster-x', liveObjects: 0, uncounted: [] },
  },
  bindApi: { needs: [manage, bind], body: api },
  listServiceRequests: { needs: [read] },
  dismissServiceRequest: { needs: [manage] },
  getApi: { needs: [read] },
  getExportTemplate: { needs: [read] },
  previewExportTemplate: {
    needs: [manage],
    body: { resource: api.resource, claims: [] },
  },
  updateExportTemplate: {
    needs: [manage],
    body: { claims: [], audience: {}, resourceVersion: '1' },
  },
  listExportTemplateDependants: { needs: [read] },
  approveServiceRequest: { needs: [manage], body: {} },
  getPlatformAccess: { needs: [read] },
  getAppClusterCertificates: { needs: [read, readCluster] },
  listAppClusterSummaries: { needs: [read, readCluster] },
  getPlatformAppCluster: { needs: [read, readCluster] },
  getAppClusterAccess: { needs: [read, readCluster] },
  getKonnectorManifest: { needs: [read, readCluster] },
  suspendAppCluster: {
    needs: [manage, manageCluster],
    body: { suspended: true },
  },
  rotateAppClusterToken: { needs: [manage, manageCluster] },
  approveDeletions: { needs: [manage, bind], body: { deletions: 1 } },
  unbindApi: { needs: [manage, bind], body: { confirm: 'x' } },
  traceForSupport: {
    needs: [klutchTraceReadPermission.name],
    body: { text: 'orders-db' },
  },
};

/** All operations of the document below `/platform`, with or without a row. */
const operations = Object.entries(openapiDocument.paths)
  .filter(([path]) => path.startsWith('/platform/'))
  .flatMap(([path, item]) =>
    methods.flatMap(method => {
      const documented: Partial<
        Record<(typeof methods)[number], { operationId: string }>
      > = item;
      const id = documented[method]?.operationId;
      return id ? [{ id, method, path: path.replace(/\{\w+\}/g, 'x') }] : [];
    }),
  );

/** Fails on any use, because requests must be refused before. */
const unreachable = new Proxy(
  {},
  {
    get(_, name) {
      throw new Error(`${String(name)} was reached`);
    },
  },
);

/** The permission of the portal that the user of {@link app} does not have. */
let missing = '';

/** The platform operations. */
const app = (() => {
  const decide = (name: string): DefinitivePolicyDecision => ({
    result:
      name !== missing && klutchPermissions.some(one => one.name === name)
        ? AuthorizeResult.ALLOW
        : AuthorizeResult.DENY,
  });
  const permissions = mockServices.permissions.mock({
    authorize: async questions =>
      questions.map(({ permission }) => decide(permission.name)),
    authorizeConditional: async questions =>
      questions.map(({ permission }) => decide(permission.name)),
  });
  const callers = new Callers({
    auth: mockServices.auth(),
    userInfo: mockServices.userInfo(),
    permissions,
    strategy: mappingStrategy({
      userPrefix: 'klutch:',
      groupPrefix: 'klutch:',
    }),
  });
  const services = {
    controlPlane: unreachable,
    platform: unreachable,
    offers: unreachable,
    registration: unreachable,
    joinTokens: unreachable,
    tokens: unreachable,
    offboarding: unreachable,
    requests: unreachable,
    details: unreachable,
    appClusterAccess: unreachable,
    bindings: unreachable,
    permissionsEnabled: true,
    traces: unreachable,
  } as unknown as Omit<
    PlatformHandlerOptions,
    'auditor' | 'callers' | 'permissions'
  >;
  const auditor = mockServices.auditor.mock({
    createEvent: async () => ({
      success: async () => undefined,
      fail: async () => undefined,
    }),
  });
  const handlers = platformHandlers({
    ...services,
    auditor,
    callers,
    permissions: new ResourcePermissions({
      permissions,
      permissionsRegistry: {
        getPermissionRuleset: () => rulesetOf({}),
      } as never,
    }),
  });
  return express().use(
    createRouter({
      httpAuth: mockServices.httpAuth(),
      logger: mockServices.logger.mock(),
      callers,
      handlers: handlers as Handlers,
    }),
  );
})();

/** Calls the platform operations as a user with all permissions of the portal except one. */
const without = (permission: string) => {
  missing = permission;
  return request(app);
};

it('each operation of the platform has a row here, and each row an operation', () => {
  const documented = operations.map(({ id }) => id);
  expect(Object.keys(rows).sort()).toEqual(documented.sort());
});

describe.each(operations)('$id', ({ id, method, path }) => {
  const { needs = [], body } = rows[id] ?? {};

  it.each(needs)('is refused to users without %s', async permission => {
    const answer = await without(permission)[method](path).send(body);
    expect(answer.body.error?.message).toContain(permission);
    expect(answer.status).toBe(403);
  });

  it('is refused without sign-in', async () => {
    const answer = await without('')
      [method](path)
      .set('authorization', mockCredentials.none.header())
      .send(body);
    expect(answer.status).toBe(401);
  });
});
